// SPDX-License-Identifier: Apache-2.0

public import GalleryModel

/// A request for the page image that a frame needs.
///
/// The image must have exactly this size. The page fills it, and the excess at two opposite sides
/// is cropped, as with `DecodingTarget.fill` of PageImaging. Successive frames request the same
/// image as long as the page keeps its size, so images are worth caching.
public struct PageImageRequest: Hashable, Sendable {
  /// The page.
  public var page: PageID

  /// The version of the content, `nil` for the thumbnail of the latest version.
  public var contentVersion: Int?

  /// The sides, in pixels, each at least one.
  public var size: PixelSize

  /// Creates a request.
  ///
  /// - Parameters:
  ///   - page: The page.
  ///   - contentVersion: The version of the content, `nil` for the thumbnail.
  ///   - size: The sides, in pixels.
  public init(page: PageID, contentVersion: Int?, size: PixelSize) {
    self.page = page
    self.contentVersion = contentVersion
    self.size = size
  }
}
