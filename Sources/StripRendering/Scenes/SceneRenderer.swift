// SPDX-License-Identifier: Apache-2.0

public import GalleryModel
public import PageImaging

/// Draws items, one over the other, into a bitmap: what a model of an interaction shows.
///
/// Items stand where they are, also between pixels, and are filtered there. Rotated ones are drawn
/// from nine samples a pixel. The same input gives the same pixels.
public struct SceneRenderer: Hashable, Sendable {
  /// The number of pixels per point.
  public let scale: Double

  /// The color behind all items.
  public let backgroundColor: RGBColor

  /// The look of a page without a picture.
  public let placeholder: PlaceholderStyle

  /// The most pixels that a bitmap or a picture of a page may have.
  public let pixelCountLimit: Int

  /// Creates a renderer.
  ///
  /// - Parameters:
  ///   - scale: The number of pixels per point. One by default.
  ///   - backgroundColor: The color behind all items. A light gray by default.
  ///   - placeholder: The look of a page without a picture.
  ///   - pixelCountLimit: The most pixels of a bitmap or a picture. 16 Mi by default.
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

  /// Returns the size of the bitmap of a canvas.
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
  ///   - items: What to draw, the lowest first. Items without extent, and those with numbers that
  ///     are not finite, are left out.
  ///   - canvasSize: The size of the bitmap, in points.
  ///   - picture: Returns a picture of the size that it is asked for, `nil` if the page cannot be
  ///     shown: a placeholder is then drawn.
  /// - Returns: A bitmap with three colors a pixel.
  /// - Throws: `StripRenderingError`: the canvas has no pixels or too many, a picture would have too
  ///   many, a picture does not have the size that was asked for, or there is no memory.
  /// - Complexity: O(pixels of all items).
  public func bitmap(
    of items: some Sequence<SceneItem>, canvasSize: Size, picture: (PagePicture) -> Bitmap?
  ) throws(StripRenderingError) -> Bitmap {
    var canvas = try Canvas(size: try pixelSize(of: canvasSize), color: backgroundColor)
    for (index, item) in items.enumerated() where item.isDrawable {
      let bitmap = try source(of: item, index: index, picture)
      let placement = placement(of: item, on: canvas.bitmap.size)
      if item.rotation == 0 {
        try canvas.draw(bitmap, at: placement)
      } else {
        try canvas.draw(
          bitmap, at: placement, rotatedBy: item.rotation,
          around: Point(x: item.pivot.x * scale, y: item.pivot.y * scale))
      }
    }
    return canvas.bitmap
  }

  private func source(
    of item: SceneItem, index: Int, _ picture: (PagePicture) -> Bitmap?
  ) throws(StripRenderingError) -> Bitmap {
    guard case .page(let page, let size) = item.content else {
      guard case .color(let color) = item.content else { preconditionFailure("no such content") }
      return try Canvas(size: PixelSize(width: 1, height: 1), color: color).bitmap
    }
    let wanted = PixelSize(width: pixels(size.width), height: pixels(size.height))
    guard wanted.pixelCount <= pixelCountLimit else {
      throw .limitExceeded(pixelCount: wanted.pixelCount, allowed: pixelCountLimit)
    }
    let found = picture(PagePicture(page: page, contentVersion: nil, size: wanted))
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
  /// Whether there can be a pixel of it.
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
