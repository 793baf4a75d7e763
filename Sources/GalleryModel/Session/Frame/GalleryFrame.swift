// SPDX-License-Identifier: Apache-2.0

/// The state that a gallery shows at one time.
///
/// Coordinates are those of the two surfaces, with their origin at the top left corner;
/// right-to-left mirroring and the vertical axis are already applied. A frame can be reused with
/// ``GallerySession/frame(at:into:)``, which then allocates nothing.
public struct GalleryFrame: Hashable, Sendable {
  /// The time of the frame, since the host's origin.
  public var time = Duration.zero

  /// The areas of the screen that show the gallery.
  public var viewport = GalleryViewport.zero

  /// The active page, `nil` without pages.
  public var activePage: PageID?

  /// The index of the active page, `nil` without pages.
  public var activeIndex: Int?

  /// The position of the gallery in pages: `i` exactly when page `i` rests in the middle.
  public var position = 0.0

  /// The position that the preview shows, in pages.
  public var focus = 0.0

  /// The share of their expansion that the thumbnails near the position show, in `0...1`.
  public var expansionRate = 1.0

  /// Whether something moves without a finger.
  public var isAnimating = false

  /// The stage of an animated change of the pages.
  public var stage = UpdateStage.none

  /// Whether the gallery has no pages.
  public var isEmpty = true

  /// The visible pages of the preview, ordered by index.
  public var preview: [PreviewCell] = []

  /// The visible thumbnails of the strip, ordered by index.
  public var strip: [StripCell] = []

  /// Creates the frame of an empty gallery without a viewport.
  public init() {}
}

#if !hasFeature(Embedded)
  extension GalleryFrame: Codable {}
#endif
