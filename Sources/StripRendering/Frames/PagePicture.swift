// SPDX-License-Identifier: Apache-2.0

public import GalleryModel

/// The picture of a page that a frame needs.
///
/// It must have exactly this size. The page fills it: what stands over at two opposite sides is cut
/// off, as `DecodingTarget.fill` of PageImaging does. A frame asks for the same picture as the
/// frames before it as long as the page keeps its size, so that pictures are worth keeping.
public struct PagePicture: Hashable, Sendable {
  /// The page.
  public var page: PageID

  /// The version of the picture, `nil` for the thumbnail, which is that of the latest one.
  public var contentVersion: Int?

  /// The sides, in pixels, each at least one.
  public var size: PixelSize

  /// Creates the wish for a picture.
  ///
  /// - Parameters:
  ///   - page: The page.
  ///   - contentVersion: The version of the picture, `nil` for the thumbnail.
  ///   - size: The sides, in pixels.
  public init(page: PageID, contentVersion: Int?, size: PixelSize) {
    self.page = page
    self.contentVersion = contentVersion
    self.size = size
  }
}
