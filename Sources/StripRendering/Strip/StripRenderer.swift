// SPDX-License-Identifier: Apache-2.0

public import GalleryModel
public import PageImaging

/// A renderer of thumbnail strips: it draws the cells into a bitmap.
///
/// Each edge is rounded to a whole pixel independently: cells that do not overlap in points do not
/// overlap in pixels, and gaps stay even at any number of pixels per point. Call ``pixelRect(of:)``
/// for the pixel size of a cell, decode its page at exactly that size, then call
/// ``bitmap(of:viewportSize:)``. The same input gives the same pixels.
public struct StripRenderer: Hashable, Sendable {
  /// The number of pixels per point.
  public let scale: Double

  /// The color behind the cells.
  public let backgroundColor: RGBColor

  /// The appearance of a cell without an image.
  public let placeholder: PlaceholderStyle

  /// The largest number of pixels in the strip or in a single cell.
  public let pixelCountLimit: Int

  /// 2 pixels per point, as on most screens.
  public static var defaultScale: Double { 2 }

  /// A light gray that contrasts with white paper.
  public static var defaultBackgroundColor: RGBColor {
    RGBColor(red: 0xD5, green: 0xD5, blue: 0xDA)
  }

  /// 64 Mi pixels, which take 256 MiB.
  public static var defaultPixelCountLimit: Int { 1 << 26 }

  /// Creates a renderer.
  ///
  /// - Parameters:
  ///   - scale: The number of pixels per point. The default is 2.
  ///   - backgroundColor: The color behind the cells. The default is a light gray.
  ///   - placeholder: The appearance of a cell without an image.
  ///   - pixelCountLimit: The largest number of pixels in the strip or a cell. The default is 64
  ///     Mi.
  /// - Precondition: `scale` is positive and finite.
  public init(
    scale: Double = defaultScale,
    backgroundColor: RGBColor = defaultBackgroundColor,
    placeholder: PlaceholderStyle = .default,
    pixelCountLimit: Int = defaultPixelCountLimit
  ) {
    precondition(scale > 0 && scale.isFinite, "scale must be positive and finite")
    self.scale = scale
    self.backgroundColor = backgroundColor
    self.placeholder = placeholder
    self.pixelCountLimit = pixelCountLimit
  }
}

// MARK: - Sizes

extension StripRenderer {
  /// Returns the pixel size of the bitmap of a viewport.
  ///
  /// - Parameter viewportSize: The size of the strip, in points.
  /// - Returns: A size of at least one pixel and at most `pixelCountLimit`.
  /// - Throws: `StripRenderingError.invalidViewport` or `.limitExceeded`.
  public func pixelSize(of viewportSize: Size) throws(StripRenderingError) -> PixelSize {
    guard viewportSize.isFinite else { throw .invalidViewport(viewportSize, scale: scale) }
    let rect = PixelRect(snapping: Rect(origin: .zero, size: viewportSize), scale: scale)
    guard !rect.isEmpty else { throw .invalidViewport(viewportSize, scale: scale) }
    return try checked(rect.size)
  }

  /// Returns the pixels of the strip that a cell covers, including those outside the viewport.
  ///
  /// - Parameter attributes: The cell.
  /// - Returns: The rounded rectangle of the cell. Its size is the required size of the page image.
  ///   It is empty for a cell that covers no pixel or is infinitely far away.
  /// - Throws: `StripRenderingError.limitExceeded` if the cell has too many pixels.
  public func pixelRect(of attributes: LayoutAttributes) throws(StripRenderingError) -> PixelRect {
    let frame = attributes.frame
    let coordinates = [frame.minX, frame.minY, frame.size.width, frame.size.height]
    guard coordinates.allSatisfy(\.isFinite) else { return .zero }
    let rect = PixelRect(snapping: frame, scale: scale)
    guard !rect.isEmpty else { return PixelRect(x: rect.x, y: rect.y, size: .zero) }
    _ = try checked(rect.size)
    return rect
  }

  private func checked(_ size: PixelSize) throws(StripRenderingError) -> PixelSize {
    guard size.pixelCount <= pixelCountLimit else {
      throw .limitExceeded(pixelCount: size.pixelCount, allowed: pixelCountLimit)
    }
    return size
  }
}

// MARK: - Drawing

extension StripRenderer {
  /// Draws a strip.
  ///
  /// Cells with a greater `zIndex` are drawn above others; among equal ones, later cells are drawn
  /// above earlier ones. Cells are clipped to the viewport.
  ///
  /// - Parameters:
  ///   - cells: The cells and their page images.
  ///   - viewportSize: The size of the strip, in points.
  /// - Returns: A bitmap of `pixelSize(of: viewportSize)` with three color channels per pixel.
  /// - Throws: `StripRenderingError`. Sizes are checked before memory is allocated.
  /// - Complexity: O(pixels of the strip and of its placeholders).
  public func bitmap(
    of cells: [StripItem], viewportSize: Size
  ) throws(StripRenderingError) -> Bitmap {
    let size = try pixelSize(of: viewportSize)
    for cell in cells { try checkPicture(of: cell) }
    var canvas = try Canvas(size: size, color: backgroundColor)
    for cell in cells.inDrawingOrder(by: \.attributes.zIndex) { try draw(cell, into: &canvas) }
    return canvas.bitmap
  }

  private func checkPicture(of cell: StripItem) throws(StripRenderingError) {
    let wanted = try pixelRect(of: cell.attributes).size
    guard let picture = cell.picture, wanted != .zero, picture.size != wanted else { return }
    throw .pictureSizeMismatch(
      index: cell.attributes.index, found: picture.size, wanted: wanted)
  }

  private func draw(_ cell: StripItem, into canvas: inout Canvas) throws(StripRenderingError) {
    let rect = try pixelRect(of: cell.attributes)
    guard !rect.isEmpty, canvas.intersects(rect) else { return }
    if let picture = cell.picture {
      try canvas.draw(picture, in: rect, alpha: cell.attributes.alpha)
    } else {
      let drawing = PlaceholderDrawing(style: placeholder, size: rect.size)
      try canvas.draw(drawing.bitmap(), in: rect, alpha: cell.attributes.alpha)
    }
  }
}
