// SPDX-License-Identifier: Apache-2.0

/// One thumbnail of the strip in a frame.
public struct StripCell: Hashable, Sendable {
  /// The page's identifier.
  public var id: PageID

  /// The page's index in the committed order, from zero.
  public var index: Int

  /// The center of the thumbnail, relative to the top left corner of the strip, in points.
  public var center: Point

  /// The drawn size, in points.
  public var size: Size

  /// The opacity in `0...1`.
  public var alpha: Double

  /// The progress from the collapsed size (0) to the thumbnail's own shape (1).
  public var expansion: Double

  /// The part of the page that fills the thumbnail, as fractions of the displayed page.
  ///
  /// It is the whole page if its shape is unknown.
  public var crop: Rect

  /// The content version: the number of times that the image was replaced.
  public var contentVersion: Int

  /// The drawing order: thumbnails with a greater value are drawn above.
  public var zIndex: Int

  /// The drawn rectangle, in points of the strip.
  public var frame: Rect { Rect(center: center, size: size) }
}

#if !hasFeature(Embedded)
  extension StripCell: Codable {}
#endif
