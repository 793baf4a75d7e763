// SPDX-License-Identifier: Apache-2.0

public import GalleryModel
public import PageImaging

/// Draws a frame of a gallery, both surfaces, into a bitmap.
///
/// The preview stands above the strip, or to the left of it if the gallery scrolls vertically:
///
///     +-----------+      +--------+--+
///     |           |      |        |  |
///     |  preview  |      |preview |s |
///     |           |      |        |t |
///     +-----------+      |        |r |
///     |   strip   |      |        |. |
///     +-----------+      +--------+--+
///
/// A page at rest stands on whole pixels and shows its picture unchanged. What moves is drawn where
/// it is, also between pixels, and is filtered there, so that motion is as smooth at one pixel per
/// point as at many. The same input gives the same pixels.
public struct FrameRenderer: Hashable, Sendable {
  /// The number of pixels per point.
  public let scale: Double

  /// The scroll axis of the gallery.
  public let axis: Axis

  /// The room between the surfaces, and beyond the strip, in points.
  public let surfaceSpacing: Double

  /// The color of the gallery behind the pages.
  public let backgroundColor: RGBColor

  /// The color around the gallery, where the picture is larger than it is.
  public let surroundingColor: RGBColor

  /// The look of a page without a picture.
  public let placeholder: PlaceholderStyle

  /// The most pixels that a frame or a picture of a page may have.
  public let pixelCountLimit: Int

  /// Eight points.
  public static var defaultSurfaceSpacing: Double { 8 }

  /// 16 Mi pixels, which take 64 MiB.
  public static var defaultPixelCountLimit: Int { 1 << 24 }

  /// Creates a renderer.
  ///
  /// - Parameters:
  ///   - scale: The number of pixels per point. One by default.
  ///   - axis: The scroll axis of the gallery. Horizontal by default.
  ///   - surfaceSpacing: The room between the surfaces, and beyond the strip, in points.
  ///   - backgroundColor: The color behind the pages. A light gray by default.
  ///   - surroundingColor: The color around the gallery. By default a darker `backgroundColor`.
  ///   - placeholder: The look of a page without a picture.
  ///   - pixelCountLimit: The most pixels of a frame or a picture. 16 Mi by default.
  /// - Precondition: `scale` is positive and finite, `surfaceSpacing` is finite and not negative.
  public init(
    scale: Double = 1, axis: Axis = .horizontal,
    surfaceSpacing: Double = defaultSurfaceSpacing,
    backgroundColor: RGBColor = StripRenderer.defaultBackgroundColor,
    surroundingColor: RGBColor? = nil, placeholder: PlaceholderStyle = .default,
    pixelCountLimit: Int = defaultPixelCountLimit
  ) {
    precondition(scale > 0 && scale.isFinite, "scale must be positive and finite")
    precondition(surfaceSpacing >= 0 && surfaceSpacing.isFinite, "surfaceSpacing out of range")
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
  ///   - frame: What the gallery shows.
  ///   - canvasSize: The size of the bitmap, in points. The gallery stands in its middle; see
  ///     ``size(of:)``.
  ///   - picture: Returns a picture of the size that it is asked for, `nil` if the page cannot be
  ///     shown: a placeholder is then drawn.
  /// - Returns: A bitmap with three colors a pixel.
  /// - Throws: `StripRenderingError`: the canvas has no pixels or too many, a picture would have too
  ///   many, a picture does not have the size that was asked for, or there is no memory.
  /// - Complexity: O(pixels of the bitmap).
  public func bitmap(
    of frame: GalleryFrame, canvasSize: Size, picture: (PagePicture) -> Bitmap?
  ) throws(StripRenderingError) -> Bitmap {
    var canvas = try Canvas(size: try pixelSize(of: canvasSize), color: surroundingColor)
    let areas = GalleryAreas(viewport: frame.viewport, renderer: self, canvasSize: canvasSize)
    try fill(areas.gallery, of: &canvas)
    for item in drawingOrder(frame.preview.flatMap { items(for: $0, frame, areas.preview) }) {
      try draw(item, into: &canvas, picture)
    }
    for item in drawingOrder(frame.strip.compactMap { item(for: $0, frame, areas.strip) }) {
      try draw(item, into: &canvas, picture)
    }
    return canvas.bitmap
  }

  /// Returns the size of the bitmap of a canvas.
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

  private func drawingOrder(_ items: [FrameItem]) -> [FrameItem] {
    // The standard sort is stable, but does not promise it; the position makes it certain.
    items.enumerated()
      .sorted { ($0.element.zIndex, $0.offset) < ($1.element.zIndex, $1.offset) }
      .map(\.element)
  }

  private func draw(
    _ item: FrameItem, into canvas: inout Canvas, _ picture: (PagePicture) -> Bitmap?
  ) throws(StripRenderingError) {
    let wanted = item.picture.size
    guard wanted.pixelCount <= pixelCountLimit else {
      throw .limitExceeded(pixelCount: wanted.pixelCount, allowed: pixelCountLimit)
    }
    guard let bitmap = picture(item.picture) else {
      return try canvas.draw(placeholderPicture(size: wanted), at: item.placement)
    }
    guard bitmap.size == wanted else {
      throw .pictureSizeMismatch(index: item.index, found: bitmap.size, wanted: wanted)
    }
    try canvas.draw(bitmap, at: item.placement)
  }

  /// Draws the placeholder for a page.
  ///
  /// Callers that draw many frames keep it, as they keep the pictures of pages.
  ///
  /// - Parameter size: The sides, in pixels.
  /// - Returns: A bitmap of that size.
  /// - Throws: `StripRenderingError` if there is no memory.
  /// - Precondition: Both sides are at least one.
  public func placeholderPicture(size: PixelSize) throws(StripRenderingError) -> Bitmap {
    precondition(size.width >= 1 && size.height >= 1, "a placeholder without pixels")
    return try PlaceholderDrawing(style: placeholder, size: size).bitmap()
  }
}
