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
  /// stride, a multiple of 4, they are 0.
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
    let capacity = (min(sourceCount, Int(2 * support) + 2) + 3) & ~3
    var starts: [Int] = []
    var tapCounts: [Int] = []
    var weights = [Float](repeating: 0, count: capacity * count)
    for index in 0..<count {
      let center = start + (Double(index) + 0.5) * ratio
      let window = Self.window(center: center, support: support, sourceCount: sourceCount)
      let row = Self.normalized(
        window.map { Self.lanczos((Double($0) + 0.5 - center) / stretch) })
      for (tap, weight) in row.enumerated() { weights[index * capacity + tap] = Float(weight) }
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

  private static func normalized(_ row: [Double]) -> [Double] {
    let sum = row.reduce(0, +)
    // A window at the very edge can hold nothing but a zero of the filter.
    guard sum != 0 else { return [1] + row.dropFirst().map { _ in 0 } }
    return row.map { $0 / sum }
  }

  static func lanczos(_ x: Double) -> Double {
    if x == 0 { return 1 }
    guard abs(x) < lobes else { return 0 }
    // sin(3a) = sin(a) * (3 - 4 sin(a)^2) gives both sines of the formula from one.
    let angle = Double.pi * x / lobes
    let sine = SystemCalls.sine(angle)
    return sine * sine * (3 - 4 * sine * sine) / (3 * angle * angle)
  }
}
