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
    var row = [SIMD4<Double>](repeating: .zero, count: capacity / 4)
    for index in 0..<count {
      let center = start + (Double(index) + 0.5) * ratio
      let window = Self.window(center: center, support: support, sourceCount: sourceCount)
      let sum = steps.write(
        window.count, from: (Double(window.lowerBound) + 0.5 - center) / stretch, to: &row)
      Self.write(row, window.count, sum: sum, to: &weights, at: index * capacity)
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

  /// Writes values divided by their sum.
  private static func write(
    _ row: [SIMD4<Double>], _ count: Int, sum: Double, to weights: inout [Float], at start: Int
  ) {
    guard sum != 0 else {
      // A window at the very edge can hold nothing but a zero of the filter.
      weights[start] = 1
      return
    }
    let factor = 1 / sum
    weights.withUnsafeMutableBytes { bytes in
      for group in 0..<(count + 3) / 4 {
        bytes.storeBytes(
          of: SIMD4<Float>(row[group] * factor),
          toByteOffset: (start + 4 * group) * MemoryLayout<Float>.stride, as: SIMD4<Float>.self)
      }
    }
  }
}

/// The Lanczos filter at places that are `step` apart, four at a time.
///
/// The sines of the next places come out of those before them, by rotation: a sine costs as much as
/// everything else together.
struct LanczosSteps {
  private let step: Double
  /// Steps 0 to 3, and their sines and cosines.
  private let places: SIMD4<Double>
  private let sines: SIMD4<Double>
  private let cosines: SIMD4<Double>
  /// Those of four steps.
  private let turnSine: Double
  private let turnCosine: Double

  private static let lobes = 3.0
  /// The angle whose sine is used, at 1.
  private static let angle = Double.pi / lobes

  init(step: Double) {
    self.step = step
    places = SIMD4(0, 1, 2, 3) * step
    var sines = SIMD4<Double>.zero
    var cosines = SIMD4<Double>.one
    for lane in 1..<4 {
      sines[lane] = SystemCalls.sine(Self.angle * places[lane])
      cosines[lane] = SystemCalls.cosine(Self.angle * places[lane])
    }
    self.sines = sines
    self.cosines = cosines
    turnSine = SystemCalls.sine(Self.angle * 4 * step)
    turnCosine = SystemCalls.cosine(Self.angle * 4 * step)
  }

  /// Writes the values at `count` places from `start` on, 0 into the rest of the last group, and
  /// returns their sum.
  func write(_ count: Int, from start: Double, to groups: inout [SIMD4<Double>]) -> Double {
    let first = SystemCalls.sine(Self.angle * start)
    let firstCosine = SystemCalls.cosine(Self.angle * start)
    var sine = first * cosines + firstCosine * sines
    var cosine = firstCosine * cosines - first * sines
    var sum = SIMD4<Double>.zero
    for group in 0..<(count + 3) / 4 {
      var values = Self.values(start + Double(4 * group) * step + places, sine: sine)
      if 4 * group + 4 > count {
        values.replace(with: 0, where: SIMD4(0, 1, 2, 3) .>= Double(count - 4 * group))
      }
      groups[group] = values
      sum += values
      (sine, cosine) = (
        sine * turnCosine + cosine * turnSine, cosine * turnCosine - sine * turnSine
      )
    }
    return sum.sum()
  }

  /// The filter at `x`, given the sines of a third of its angles.
  ///
  /// sin(3a) = sin(a) * (3 - 4 sin(a)^2) gives both sines of the formula from one.
  private static func values(_ x: SIMD4<Double>, sine: SIMD4<Double>) -> SIMD4<Double> {
    let squares = x * x
    let sineSquares = sine * sine
    var result = sineSquares * (3 - 4 * sineSquares) / (lobes * angle * angle * squares)
    // So near to the middle the quotient has no digits left, and the filter is 1 but for 2 * x^2.
    result.replace(with: 1, where: squares .< 1e-10)
    result.replace(with: 0, where: squares .>= lobes * lobes)
    return result
  }
}
