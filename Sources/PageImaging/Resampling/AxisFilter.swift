// SPDX-License-Identifier: Apache-2.0

/// The weights with which the samples of one axis make the samples of a shorter or longer one.
///
/// A Lanczos filter of three lobes, sinc(x) * sinc(x / 3) for |x| < 3 (C. E. Duchon, Lanczos
/// Filtering in One and Two Dimensions, 1979), stretched by the ratio when it shrinks, so that
/// it takes out what the result cannot show. Output i is centred at
/// `start + (i + 1/2) * length / count` in source samples.
struct AxisFilter {
  /// The first source sample of each output.
  let starts: [Int]
  /// The weights of output i are `weights[i * stride ..< i * stride + tapCounts[i]]`; up to the
  /// stride, a multiple of 8, they are 0.
  let weights: [Float]
  let tapCounts: [Int]
  let stride: Int

  private static let lobes = 3.0

  /// Computes the weights.
  ///
  /// - Parameters:
  ///   - sourceCount: How many samples there are, at least 1.
  ///   - start: Where the part to be shown begins, in source samples from the edge of the first.
  ///   - length: How long it is, in source samples, positive; need not be whole.
  ///   - count: How many samples come out, at least 1.
  init(sourceCount: Int, start: Double, length: Double, count: Int) {
    let ratio = length / Double(count)
    let stretch = max(1, ratio)
    let support = Self.lobes * stretch
    let capacity = (min(sourceCount, Int(2 * support) + 2) + 7) & ~7
    var starts: [Int] = []
    var tapCounts: [Int] = []
    var weights = [Float](repeating: 0, count: capacity * count)
    let steps = LanczosSteps(step: 1 / stretch)
    var row = [Double](repeating: 0, count: capacity)
    for index in 0..<count {
      let center = start + (Double(index) + 0.5) * ratio
      let window = Self.window(center: center, support: support, sourceCount: sourceCount)
      steps.write(
        window.count, from: (Double(window.lowerBound) + 0.5 - center) / stretch, to: &row)
      Self.normalize(&row, window.count)
      for tap in 0..<window.count { weights[index * capacity + tap] = Float(row[tap]) }
      starts.append(window.lowerBound)
      tapCounts.append(window.count)
    }
    self.starts = starts
    self.tapCounts = tapCounts
    self.weights = weights
    stride = capacity
  }

  /// The source samples within `support` of `center`; at least one.
  private static func window(center: Double, support: Double, sourceCount: Int) -> Range<Int> {
    let first = min(max(0, Int((center - support + 0.5).rounded(.down))), sourceCount - 1)
    let end = min(sourceCount, Int((center + support + 0.5).rounded(.down)))
    return first..<max(first + 1, end)
  }

  private static func normalize(_ row: inout [Double], _ count: Int) {
    var sum = 0.0
    for tap in 0..<count { sum += row[tap] }
    guard sum != 0 else {
      // A window at the very edge can hold nothing but a zero of the filter.
      for tap in 0..<count { row[tap] = tap == 0 ? 1 : 0 }
      return
    }
    for tap in 0..<count { row[tap] /= sum }
  }
}

/// The Lanczos filter at places that are `step` apart.
///
/// The sine of the next place comes out of the one before it, by rotation: a sine costs as much as
/// everything else together.
struct LanczosSteps {
  private let step: Double
  private let turnSine: Double
  private let turnCosine: Double

  private static let lobes = 3.0

  init(step: Double) {
    self.step = step
    turnSine = SystemCalls.sine(.pi / Self.lobes * step)
    turnCosine = SystemCalls.cosine(.pi / Self.lobes * step)
  }

  /// Writes the values at `count` places from `start` on.
  func write(_ count: Int, from start: Double, to values: inout [Double]) {
    var sine = SystemCalls.sine(.pi / Self.lobes * start)
    var cosine = SystemCalls.cosine(.pi / Self.lobes * start)
    for index in 0..<count {
      values[index] = Self.value(start + Double(index) * step, sine: sine)
      (sine, cosine) = (
        sine * turnCosine + cosine * turnSine, cosine * turnCosine - sine * turnSine
      )
    }
  }

  /// The filter at `x`, given the sine of a third of its angle.
  private static func value(_ x: Double, sine: Double) -> Double {
    // So near to the middle the quotient has no digits left, and the filter is 1 but for 2 * x^2.
    if abs(x) < 1e-5 { return 1 }
    guard abs(x) < lobes else { return 0 }
    // sin(3a) = sin(a) * (3 - 4 sin(a)^2) gives both sines of the formula from one.
    let angle = Double.pi * x / lobes
    return sine * sine * (3 - 4 * sine * sine) / (3 * angle * angle)
  }
}
