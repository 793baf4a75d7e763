// SPDX-License-Identifier: Apache-2.0

public import GalleryModel
public import PageImaging

/// One item of a strip: where it stands and what it shows.
public struct StripItem: Sendable {
  /// The place, size and opacity of the item.
  public var attributes: LayoutAttributes

  /// The picture of the page, `nil` for a page that could not be decoded.
  ///
  /// It must have the size of ``StripRenderer/pixelRect(of:)`` exactly: the renderer never
  /// resamples, because pixels that are resampled twice lose their sharpness.
  public var picture: Bitmap?

  /// Creates an item.
  ///
  /// - Parameters:
  ///   - attributes: The place, size and opacity of the item.
  ///   - picture: The picture of the page, `nil` to draw the placeholder.
  public init(attributes: LayoutAttributes, picture: Bitmap?) {
    self.attributes = attributes
    self.picture = picture
  }
}
