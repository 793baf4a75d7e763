// SPDX-License-Identifier: Apache-2.0

public import GalleryModel
public import PageImaging

/// A renderer of scenes: it draws the items of a model one over the other into a bitmap.
///
/// Items are drawn at fractional positions and filtered. Rotated items are drawn with nine samples
/// per pixel. The same input gives the same pixels.
public struct SceneRenderer: Hashable, Sendable {
  /// The number of pixels per point.
  public let scale: Double

  /// The color behind all items.
  public let backgroundColor: RGBColor

  /// The appearance of a page without an image.
  public let placeholder: PlaceholderStyle

  /// The largest number of pixels in a bitmap or a page image.
  public let pixelCountLimit: Int

  /// Creates a renderer.
  ///
  /// - Parameters:
  ///   - scale: The number of pixels per point. The default is 1.
  ///   - backgroundColor: The color behind all items. The default is a light gray.
  ///   - placeholder: The appearance of a page without an image.
  ///   - pixelCountLimit: The largest number of pixels in a bitmap or an image. The default is 16
  ///     Mi.
  /// - Precondition: `scale` is positive and finite.
  public init(
    scale: Double = 1, backgroundColor: RGBColor = StripRenderer.defaultBackgroundColor,
    placeholder: PlaceholderStyle = .default,
    pixelCountLimit: Int = FrameRenderer.defaultPixelCountLimit
  ) {
    precondition(scale > 0 && scale.isFinite, "scale must be positive and finite")
    self.scale = scale
    self.backgroundColor = backgroundColor
    self.placeholder = placeholder
    self.pixelCountLimit = pixelCountLimit
  }

  /// Returns the pixel size of the bitmap of a canvas.
  ///
  /// - Parameter canvasSize: The size in points.
  /// - Returns: A size of at least one pixel and at most `pixelCountLimit`.
  /// - Throws: `StripRenderingError.invalidViewport` or `.limitExceeded`.
  public func pixelSize(of canvasSize: Size) throws(StripRenderingError) -> PixelSize {
    try StripRenderer(scale: scale, pixelCountLimit: pixelCountLimit).pixelSize(of: canvasSize)
  }

  /// Draws items.
  ///
  /// - Parameters:
  ///   - items: The items, the lowest first. Items without extent, and those with values that are
  ///     not finite, are skipped.
  ///   - canvasSize: The size of the bitmap, in points.
  ///   - picture: Returns the requested page image in exactly the requested size, or `nil` for a
  ///     page that cannot be shown: a placeholder is drawn instead.
  /// - Returns: A bitmap with three color channels per pixel.
  /// - Throws: `StripRenderingError` if the canvas has no pixels or too many, an image would have
  ///   too many, an image does not have the requested size, or there is not enough memory.
  /// - Complexity: O(pixels of all items).
  public func bitmap(
    of items: some Sequence<SceneItem>, canvasSize: Size, picture: (PageImageRequest) -> Bitmap?
  ) throws(StripRenderingError) -> Bitmap {
    var canvas = try Canvas(size: try pixelSize(of: canvasSize), color: backgroundColor)
    for (index, item) in items.enumerated() where item.isDrawable {
      let bitmap = try source(of: item, index: index, picture)
      let placement = placement(of: item, on: canvas.bitmap.size)
      if item.rotation == 0 {
        try canvas.draw(bitmap, placement: placement)
      } else {
        try canvas.draw(
          bitmap, placement: placement, rotatedBy: item.rotation,
          around: Point(x: item.pivot.x * scale, y: item.pivot.y * scale))
      }
    }
    return canvas.bitmap
  }

  private func source(
    of item: SceneItem, index: Int, _ picture: (PageImageRequest) -> Bitmap?
  ) throws(StripRenderingError) -> Bitmap {
    guard case .page(let page, let size) = item.content else {
      guard case .color(let color) = item.content else { preconditionFailure("unknown content") }
      return try Canvas(size: PixelSize(width: 1, height: 1), color: color).bitmap
    }
    let wanted = PixelSize(width: pixels(size.width), height: pixels(size.height))
    guard wanted.pixelCount <= pixelCountLimit else {
      throw .limitExceeded(pixelCount: wanted.pixelCount, allowed: pixelCountLimit)
    }
    let found = picture(PageImageRequest(page: page, contentVersion: nil, size: wanted))
    guard let bitmap = found else {
      return try PlaceholderDrawing(style: placeholder, size: wanted).bitmap()
    }
    guard bitmap.size == wanted else {
      throw .pictureSizeMismatch(index: index, found: bitmap.size, wanted: wanted)
    }
    return bitmap
  }

  private func pixels(_ length: Double) -> Int {
    max(1, Int(min(1e6, length * scale).rounded()))
  }

  private func placement(of item: SceneItem, on size: PixelSize) -> PicturePlacement {
    PicturePlacement(
      picture: frame(item.picture), window: frame(item.window),
      bounds: PixelRect(x: 0, y: 0, size: size), alpha: item.alpha)
  }

  private func frame(_ rect: Rect) -> PixelFrame {
    PixelFrame(
      horizontal: PixelSpan(start: rect.minX * scale, length: rect.size.width * scale),
      vertical: PixelSpan(start: rect.minY * scale, length: rect.size.height * scale))
  }
}

extension SceneItem {
  /// Whether the item can cover a pixel.
  fileprivate var isDrawable: Bool {
    let numbers = [
      picture.minX, picture.minY, window.minX, window.minY, rotation, pivot.x, pivot.y,
    ]
    let sides = [picture.size.width, picture.size.height, window.size.width, window.size.height]
    return alpha > 0 && numbers.allSatisfy { $0.magnitude < 1e9 }
      && sides.allSatisfy { $0 > 0 && $0 < 1e9 } && isSized
  }

  private var isSized: Bool {
    guard case .page(_, let size) = content else { return true }
    return size.width > 0 && size.height > 0 && size.width.isFinite && size.height.isFinite
  }
}
