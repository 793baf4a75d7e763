// SPDX-License-Identifier: Apache-2.0

public import GalleryModel
public import PageImaging

/// A cell of a strip: its layout attributes and its page image.
public struct StripItem: Sendable {
  /// The position, size and opacity of the cell.
  public var attributes: LayoutAttributes

  /// The page image, `nil` for a page that could not be decoded.
  ///
  /// Its size must be exactly that of ``StripRenderer/pixelRect(of:)``: the renderer never
  /// resamples, because pixels that are resampled twice lose their sharpness.
  public var picture: Bitmap?

  /// Creates an item.
  ///
  /// - Parameters:
  ///   - attributes: The position, size and opacity of the cell.
  ///   - picture: The page image, `nil` to draw the placeholder.
  public init(attributes: LayoutAttributes, picture: Bitmap?) {
    self.attributes = attributes
    self.picture = picture
  }
}
