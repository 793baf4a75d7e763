// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import PageImaging

extension Canvas {
  /// Draws an image rotated clockwise around a point of the canvas.
  ///
  /// Each pixel is the mean of nine points, which are rotated back onto the image and interpolated
  /// between its samples. The image should have about as many samples as it covers pixels.
  mutating func draw(
    _ picture: Bitmap, placement: PicturePlacement, rotatedBy angle: Double,
    around pivot: Point
  ) throws(StripRenderingError) {
    let area = RotatedArea(placement: placement, angle: angle, pivot: pivot)
    let (columns, rows) = area.pixels(in: placement.bounds, of: bitmap.size)
    guard !columns.isEmpty, !rows.isEmpty else { return }
    let bytesPerRow = bitmap.bytesPerRow
    try Self.wrapping { () throws(ImagingError) in
      try unsafe bitmap.withUnsafeMutableBytes { target in
        unsafe picture.withUnsafeBytes { source in
          let sampler = unsafe PointSampler(
            source: source, bytesPerRow: picture.bytesPerRow, format: picture.format,
            size: picture.size)
          for y in rows {
            for x in columns {
              guard let color = unsafe area.color(x, y, sampler) else { continue }
              let weight = BlendWeight(color.coverage * placement.alpha)
              for channel in 0..<3 {
                let place = y * bytesPerRow + x * 4 + channel
                unsafe target[place] = weight.blend(color[channel], over: target[place])
              }
            }
          }
        }
      }
    }
  }
}

/// A color and the fraction of a pixel that it covers.
private struct CoveredColor {
  var red = 0.0
  var green = 0.0
  var blue = 0.0
  var coverage = 0.0

  subscript(channel: Int) -> UInt8 {
    let value = channel == 0 ? red : channel == 1 ? green : blue
    return UInt8(max(0, min(255, value + 0.5)))
  }
}

/// The area of a rotated image on a canvas.
private struct RotatedArea {
  private let picture: PixelFrame
  private let window: PixelFrame
  private let pivot: Point

  /// The direction of the canvas's x axis on the image.
  private let direction: Point

  private let corners: [Point]

  init(placement: PicturePlacement, angle: Double, pivot: Point) {
    picture = placement.picture
    window = placement.window
    self.pivot = pivot
    direction = Point(x: 1, y: 0).rotated(by: -angle)
    let (horizontal, vertical) = (placement.window.horizontal, placement.window.vertical)
    var corners: [Point] = []
    for x in [horizontal.start, horizontal.end] {
      for y in [vertical.start, vertical.end] {
        let turned = Point(x: x - pivot.x, y: y - pivot.y).rotated(by: angle)
        corners.append(Point(x: turned.x + pivot.x, y: turned.y + pivot.y))
      }
    }
    self.corners = corners
  }

  /// Returns the columns and rows of pixels that may show a part of the image.
  func pixels(in bounds: PixelRect, of size: PixelSize) -> (Range<Int>, Range<Int>) {
    func range(_ values: [Double], _ start: Int, _ end: Int) -> Range<Int> {
      let span = PixelSpan(
        start: values.min() ?? 0, length: (values.max() ?? 0) - (values.min() ?? 0))
      return span.pixels(in: max(0, start)..<max(0, start, end))
    }
    return (
      range(corners.map(\.x), bounds.x, min(size.width, bounds.maxX)),
      range(corners.map(\.y), bounds.y, min(size.height, bounds.maxY))
    )
  }

  /// Returns the mean color of a pixel, `nil` outside the window.
  func color(_ x: Int, _ y: Int, _ sampler: PointSampler) -> CoveredColor? {
    var sum = CoveredColor()
    for row in 0..<3 {
      for column in 0..<3 {
        let dx = Double(x) + (Double(column) * 2 + 1) / 6 - pivot.x
        let dy = Double(y) + (Double(row) * 2 + 1) / 6 - pivot.y
        let place = Point(
          x: pivot.x + dx * direction.x - dy * direction.y,
          y: pivot.y + dx * direction.y + dy * direction.x)
        guard window.contains(place) else { continue }
        unsafe sampler.add(
          (place.x - picture.horizontal.start) / picture.horizontal.length,
          (place.y - picture.vertical.start) / picture.vertical.length, to: &sum)
      }
    }
    guard sum.coverage > 0 else { return nil }
    sum.red /= sum.coverage
    sum.green /= sum.coverage
    sum.blue /= sum.coverage
    sum.coverage /= 9
    return sum
  }
}

extension PixelFrame {
  fileprivate func contains(_ point: Point) -> Bool {
    horizontal.start <= point.x && point.x < horizontal.end && vertical.start <= point.y
      && point.y < vertical.end
  }
}

/// A sampler that interpolates between the samples of an image.
@unsafe private struct PointSampler {
  private let source: UnsafeRawBufferPointer
  private let bytesPerRow: Int
  private let bytesPerPixel: Int
  private let isGray: Bool
  private let size: PixelSize

  init(
    source: UnsafeRawBufferPointer, bytesPerRow: Int, format: PixelFormat, size: PixelSize
  ) {
    unsafe self.source = unsafe source
    unsafe self.bytesPerRow = bytesPerRow
    unsafe bytesPerPixel = format.bytesPerPixel
    unsafe isGray = format == .gray8
    unsafe self.size = size
  }

  /// Adds the color at a fraction of the width and of the height to `sum`; beyond the ends the
  /// outermost color repeats.
  func add(_ horizontal: Double, _ vertical: Double, to sum: inout CoveredColor) {
    let (column, right) = unsafe Self.place(horizontal, size.width)
    let (row, lower) = unsafe Self.place(vertical, size.height)
    let (nextColumn, nextRow) = unsafe (
      min(column + 1, size.width - 1), min(row + 1, size.height - 1)
    )
    func value(_ channel: Int) -> Double {
      let upper =
        unsafe sample(column, row, channel) * (1 - right)
        + sample(nextColumn, row, channel) * right
      let below =
        unsafe sample(column, nextRow, channel) * (1 - right)
        + sample(nextColumn, nextRow, channel) * right
      return upper * (1 - lower) + below * lower
    }
    sum.red += value(0)
    sum.green += value(1)
    sum.blue += value(2)
    sum.coverage += 1
  }

  private func sample(_ column: Int, _ row: Int, _ channel: Int) -> Double {
    let place = unsafe row * bytesPerRow + column * bytesPerPixel + (isGray ? 0 : channel)
    return unsafe Double(source[place])
  }

  private static func place(_ share: Double, _ count: Int) -> (Int, Double) {
    let place = max(0, min(Double(count - 1), share * Double(count) - 0.5))
    return (Int(place), place - Double(Int(place)))
  }
}
