// SPDX-License-Identifier: Apache-2.0

/// The weights that resample one axis to fewer or more samples.
///
/// A Lanczos filter of three lobes, sinc(x) * sinc(x / 3) for |x| < 3 (C. E. Duchon, Lanczos
/// Filtering in One and Two Dimensions, 1979). When the axis shrinks, the filter is stretched by
/// the ratio, so that it removes details that the result cannot show. Output i is centered at
/// `start + (i + 1/2) * length / count` in source samples.
struct AxisFilter {
  /// The first source sample of each output.
  let starts: [Int]
  /// The weights of all outputs, `stride` per output.
  ///
  /// The weights of output i are `weights[i * stride ..< i * stride + tapCounts[i]]`; the others up
  /// to the stride, a multiple of 8, are 0.
  let weights: [Float]
  let tapCounts: [Int]
  let stride: Int

  private static let lobes = 3.0

  /// Computes the weights.
  ///
  /// - Parameters:
  ///   - sourceCount: The number of source samples, at least 1.
  ///   - start: The start of the shown part, in source samples from the edge of the first one.
  ///   - length: The length of the shown part, in source samples; positive, possibly fractional.
  ///   - count: The number of outputs, at least 1.
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

  /// Returns the source samples within `support` of `center`, at least one.
  private static func window(center: Double, support: Double, sourceCount: Int) -> Range<Int> {
    let first = min(max(0, Int((center - support + 0.5).rounded(.down))), sourceCount - 1)
    let end = min(sourceCount, Int((center + support + 0.5).rounded(.down)))
    return first..<max(first + 1, end)
  }

  /// Writes the weights of one output: the values of `row` divided by their sum.
  private static func write(
    _ row: [SIMD4<Double>], _ count: Int, sum: Double, to weights: inout [Float], at start: Int
  ) {
    guard sum != 0 else {
      // At the edge, the only sample in the window can lie at a zero of the filter.
      weights[start] = 1
      return
    }
    let factor = 1 / sum
    unsafe weights.withUnsafeMutableBytes { bytes in
      for group in 0..<(count + 3) / 4 {
        unsafe bytes.storeBytes(
          of: SIMD4<Float>(row[group] * factor),
          toByteOffset: (start + 4 * group) * MemoryLayout<Float>.stride, as: SIMD4<Float>.self)
      }
    }
  }
}
