// SPDX-License-Identifier: Apache-2.0

/// The mapping of image samples to canvas pixels along one axis.
///
/// An image may lie between pixels and may be scaled. Each pixel of the canvas is a weighted sum of
/// neighboring samples, with the Catmull-Rom cubic: it keeps letters sharp, leaves an image at
/// whole pixels unchanged, and moves smoothly where rounding would make an image jump from pixel to
/// pixel.
struct AxisSampling {
  /// The canvas pixels that show a part of the image.
  let range: Range<Int>

  /// The number of samples per pixel.
  let tapCount: Int

  /// The index of the first sample of each pixel in `range`.
  private(set) var starts: [Int] = []

  /// The weights of the samples, `tapCount` for each pixel in `range`; they add up to one.
  private(set) var weights: [Float] = []

  /// The fraction of each pixel in `range` that lies in the window, in `0...1`.
  private(set) var coverages: [Double] = []

  // The distance to a sample, in samples, below which the difference is invisible.
  private static let tolerance = 1.0 / 512

  /// Creates the sampling of an axis.
  ///
  /// - Parameters:
  ///   - picture: The position of the image, in pixels of the canvas.
  ///   - sampleCount: The number of samples of the image, at least one.
  ///   - window: The visible part of the canvas, in pixels.
  ///   - bounds: The pixels that may be drawn to.
  init(picture: PixelSpan, sampleCount: Int, window: PixelSpan, bounds: Range<Int>) {
    range = window.pixels(in: bounds)
    let ratio = Double(sampleCount) / picture.length
    let isShift = abs(ratio - 1) * Double(sampleCount) < Self.tolerance
    let phase = (-picture.start).remainder(dividingBy: 1)
    let isWhole = isShift && abs(phase) < Self.tolerance
    let radius = isWhole ? 0.5 : 2 * max(1, ratio)
    tapCount = min(sampleCount, Int((2 * radius).rounded(.up)))
    for pixel in range {
      coverages.append(window.coverage(of: pixel))
      let center = (Double(pixel) + 0.5 - picture.start) * ratio - 0.5
      if isWhole {
        starts.append(min(sampleCount - 1, max(0, Int(center.rounded()))))
        weights.append(1)
      } else {
        add(center: center, radius: radius, sampleCount: sampleCount)
      }
    }
  }

  /// Appends a pixel; samples beyond the ends of the image repeat the outermost sample.
  private mutating func add(center: Double, radius: Double, sampleCount: Int) {
    let last = Double(sampleCount - 1)
    let clamped = min(last + radius, max(-radius, center))
    let first = Int((clamped - radius).rounded(.down)) + 1
    let start = min(max(0, first), sampleCount - tapCount)
    var taps = [Double](repeating: 0, count: tapCount)
    for sample in first..<first + Int((2 * radius).rounded(.up)) {
      let place = min(sampleCount - 1, max(0, sample)) - start
      taps[place] += Self.kernel((Double(sample) - clamped) * 2 / radius)
    }
    let sum = taps.reduce(0, +)
    starts.append(start)
    weights.append(contentsOf: taps.map { Float($0 / sum) })
  }

  private static func kernel(_ distance: Double) -> Double {
    let x = abs(distance)
    if x < 1 { return (1.5 * x - 2.5) * x * x + 1 }
    return x < 2 ? ((2.5 - 0.5 * x) * x - 4) * x + 2 : 0
  }
}

/// A range along an axis of a canvas, in pixels and fractions of pixels.
struct PixelSpan: Hashable {
  var start: Double
  var length: Double

  var end: Double { start + length }

  /// Returns the pixels in `bounds` that the span touches.
  func pixels(in bounds: Range<Int>) -> Range<Int> {
    let limits = Double(bounds.lowerBound)...Double(bounds.upperBound)
    // Compared as floating point: a distant span may not be representable in integers.
    guard length > 0, end > limits.lowerBound, start < limits.upperBound else {
      return bounds.lowerBound..<bounds.lowerBound
    }
    let first = max(limits.lowerBound, start).rounded(.down)
    return Int(first)..<Int(min(limits.upperBound, end).rounded(.up))
  }

  /// Returns the fraction of a pixel that lies in the span, in `0...1`.
  func coverage(of pixel: Int) -> Double {
    max(0, min(end, Double(pixel) + 1) - max(start, Double(pixel)))
  }
}
