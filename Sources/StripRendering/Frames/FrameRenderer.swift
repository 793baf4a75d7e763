// SPDX-License-Identifier: Apache-2.0

public import GalleryModel
public import PageImaging

/// A renderer of gallery frames: it draws both surfaces into a bitmap.
///
/// The preview is above the strip, or to its left if the gallery scrolls vertically:
///
///     +-----------+      +--------+--+
///     |           |      |        |  |
///     |  preview  |      |preview |s |
///     |           |      |        |t |
///     +-----------+      |        |r |
///     |   strip   |      |        |. |
///     +-----------+      +--------+--+
///
/// A page at rest is aligned to whole pixels and shows its image unchanged. Moving items are drawn
/// at fractional positions and filtered, so that motion is as smooth at one pixel per point as at
/// many. The same input gives the same pixels.
public struct FrameRenderer: Hashable, Sendable {
  /// The number of pixels per point.
  public let scale: Double

  /// The scroll axis of the gallery.
  public let axis: Axis

  /// The space between the surfaces and after the strip, in points.
  public let surfaceSpacing: Double

  /// The color of the gallery behind the pages.
  public let backgroundColor: RGBColor

  /// The color of the canvas around the gallery.
  public let surroundingColor: RGBColor

  /// The appearance of a page without an image.
  public let placeholder: PlaceholderStyle

  /// The largest number of pixels in a frame or in a page image.
  public let pixelCountLimit: Int

  /// 8 points.
  public static var defaultSurfaceSpacing: Double { 8 }

  /// 16 Mi pixels, which take 64 MiB.
  public static var defaultPixelCountLimit: Int { 1 << 24 }

  /// Creates a renderer.
  ///
  /// - Parameters:
  ///   - scale: The number of pixels per point. The default is 1.
  ///   - axis: The scroll axis of the gallery. The default is horizontal.
  ///   - surfaceSpacing: The space between the surfaces and after the strip, in points.
  ///   - backgroundColor: The color behind the pages. The default is a light gray.
  ///   - surroundingColor: The color around the gallery. The default is a darker `backgroundColor`.
  ///   - placeholder: The appearance of a page without an image.
  ///   - pixelCountLimit: The largest number of pixels in a frame or an image. The default is
  ///     16 Mi.
  /// - Precondition: `scale` is positive and finite, `surfaceSpacing` is finite and not negative.
  public init(
    scale: Double = 1, axis: Axis = .horizontal,
    surfaceSpacing: Double = defaultSurfaceSpacing,
    backgroundColor: RGBColor = StripRenderer.defaultBackgroundColor,
    surroundingColor: RGBColor? = nil, placeholder: PlaceholderStyle = .default,
    pixelCountLimit: Int = defaultPixelCountLimit
  ) {
    precondition(scale > 0 && scale.isFinite, "scale must be positive and finite")
    precondition(
      surfaceSpacing >= 0 && surfaceSpacing.isFinite,
      "surfaceSpacing must be finite and not negative")
    self.scale = scale
    self.surfaceSpacing = surfaceSpacing
    self.axis = axis
    self.backgroundColor = backgroundColor
    self.surroundingColor =
      surroundingColor ?? backgroundColor.mixed(with: RGBColor(white: 0), fraction: 0.25)
    self.placeholder = placeholder
    self.pixelCountLimit = pixelCountLimit
  }
}

// MARK: - Drawing

extension FrameRenderer {
  /// Draws a frame.
  ///
  /// - Parameters:
  ///   - frame: The state of the gallery.
  ///   - canvasSize: The size of the bitmap, in points. The gallery is centered in it; see
  ///     ``size(of:)``.
  ///   - picture: Returns the requested page image in exactly the requested size, or `nil` for a
  ///     page that cannot be shown: a placeholder is drawn instead.
  /// - Returns: A bitmap with three color channels per pixel.
  /// - Throws: `StripRenderingError` if the canvas has no pixels or too many, an image would have
  ///   too many, an image does not have the requested size, or there is not enough memory.
  /// - Complexity: O(pixels of the bitmap).
  public func bitmap(
    of frame: GalleryFrame, canvasSize: Size, picture: (PageImageRequest) -> Bitmap?
  ) throws(StripRenderingError) -> Bitmap {
    var canvas = try Canvas(size: try pixelSize(of: canvasSize), color: surroundingColor)
    let areas = GalleryAreas(viewport: frame.viewport, renderer: self, canvasSize: canvasSize)
    try fill(areas.gallery, of: &canvas)
    let previews = frame.preview.flatMap { items(for: $0, frame, areas.preview) }
    let cells = frame.strip.compactMap { item(for: $0, frame, areas.strip) }
    for item in previews.inDrawingOrder(by: \.zIndex) + cells.inDrawingOrder(by: \.zIndex) {
      try draw(item, into: &canvas, picture)
    }
    return canvas.bitmap
  }

  /// Returns the pixel size of the bitmap of a canvas.
  ///
  /// - Parameter canvasSize: The size in points.
  /// - Returns: A size of at least one pixel and at most `pixelCountLimit`.
  /// - Throws: `StripRenderingError.invalidViewport` or `.limitExceeded`.
  public func pixelSize(of canvasSize: Size) throws(StripRenderingError) -> PixelSize {
    try StripRenderer(scale: scale, pixelCountLimit: pixelCountLimit).pixelSize(of: canvasSize)
  }

  private func fill(_ area: PixelRect, of canvas: inout Canvas) throws(StripRenderingError) {
    guard !area.isEmpty, canvas.intersects(area) else { return }
    let size = canvas.bitmap.size
    try canvas.paint(
      columns: max(0, area.x)..<min(size.width, area.maxX),
      rows: max(0, area.y)..<min(size.height, area.maxY)
    ) { _, _ in backgroundColor }
  }

  private func draw(
    _ item: FrameItem, into canvas: inout Canvas, _ picture: (PageImageRequest) -> Bitmap?
  ) throws(StripRenderingError) {
    let wanted = item.picture.size
    guard wanted.pixelCount <= pixelCountLimit else {
      throw .limitExceeded(pixelCount: wanted.pixelCount, allowed: pixelCountLimit)
    }
    guard let bitmap = picture(item.picture) else {
      return try canvas.draw(placeholderPicture(size: wanted), placement: item.placement)
    }
    guard bitmap.size == wanted else {
      throw .pictureSizeMismatch(index: item.index, found: bitmap.size, wanted: wanted)
    }
    try canvas.draw(bitmap, placement: item.placement)
  }

  /// Draws the placeholder of a page.
  ///
  /// Callers that draw many frames should cache it like a page image.
  ///
  /// - Parameter size: The sides, in pixels.
  /// - Returns: A bitmap of that size.
  /// - Throws: `StripRenderingError` if there is no memory.
  /// - Precondition: Both sides are at least one.
  public func placeholderPicture(size: PixelSize) throws(StripRenderingError) -> Bitmap {
    precondition(size.width >= 1 && size.height >= 1, "size must be at least 1 x 1 pixel")
    return try PlaceholderDrawing(style: placeholder, size: size).bitmap()
  }
}
