// SPDX-License-Identifier: Apache-2.0

/// How the pixels along one axis of a picture become those of a canvas.
///
/// A picture may stand between two pixels, and may be drawn smaller or larger than it is. Each
/// pixel of the canvas is a weighted sum of neighboring samples, by the cubic of Catmull and Rom:
/// it keeps letters sharp, passes a picture on whole pixels through unchanged, and moves evenly
/// where rounding would make a picture jump from pixel to pixel.
struct AxisSampling {
  /// The pixels of the canvas that show something of the picture.
  let range: Range<Int>

  /// The number of samples that each pixel is made of.
  let tapCount: Int

  /// The first of these samples for each pixel of `range`.
  private(set) var starts: [Int] = []

  /// The weights of the samples, `tapCount` for each pixel of `range`; their sum is one.
  private(set) var weights: [Float] = []

  /// How much of each pixel of `range` lies in the window, in `0...1`.
  private(set) var coverages: [Double] = []

  // Closer than that to a sample, nobody sees a difference.
  private static let tolerance = 1.0 / 512

  /// Creates the sampling of an axis.
  ///
  /// - Parameters:
  ///   - picture: Where the picture stands, in pixels of the canvas.
  ///   - sampleCount: The number of samples of the picture, at least one.
  ///   - window: The part of the canvas through which the picture is seen, in pixels.
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

  /// Adds a pixel; samples beyond the ends of the picture are those at its ends.
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

/// A part of an axis of a canvas, in pixels and fractions of pixels.
struct PixelSpan: Hashable {
  var start: Double
  var length: Double

  var end: Double { start + length }

  /// The pixels of some bounds that the span touches.
  func pixels(in bounds: Range<Int>) -> Range<Int> {
    let limits = Double(bounds.lowerBound)...Double(bounds.upperBound)
    // Compared as real numbers: a span that is far away has no whole ones.
    guard length > 0, end > limits.lowerBound, start < limits.upperBound else {
      return bounds.lowerBound..<bounds.lowerBound
    }
    let first = max(limits.lowerBound, start).rounded(.down)
    return Int(first)..<Int(min(limits.upperBound, end).rounded(.up))
  }

  /// How much of a pixel lies in the span, in `0...1`.
  func coverage(of pixel: Int) -> Double {
    max(0, min(end, Double(pixel) + 1) - max(start, Double(pixel)))
  }
}
