// SPDX-License-Identifier: Apache-2.0

/// The weights of an axis as whole numbers of 16 bits.
///
/// Those of every result come to exactly the same sum, so that paper without marks stays as white
/// as it was.
struct FixedWeights {
  /// The first source sample of each result; a multiple of the alignment.
  private(set) var starts: [Int32] = []
  /// Where the source samples of each result end.
  private(set) var ends: [Int] = []
  /// The weights of result i begin at `i * stride`; behind the last one they are 0.
  private(set) var weights: [Int16]
  let stride: Int

  /// The results whose weights are looked at together.
  private static let group = 4

  /// Rounds the weights of a filter; nil when one of them is too large.
  ///
  /// - Parameters:
  ///   - filter: The weights, none of which is much larger than 1.
  ///   - sum: What the weights of a result come to.
  ///   - alignment: Every start is a multiple of it, 1 or 2.
  init?(_ filter: AxisFilter, sum: Int32, alignment: Int) {
    stride = filter.stride + (alignment - 1) * 8
    let count = filter.starts.count
    let room = max(count, Self.group)
    starts.reserveCapacity(room)
    ends.reserveCapacity(count)
    weights = [Int16](repeating: 0, count: room * stride)
    for index in 0..<count {
      let start = filter.starts[index] / alignment * alignment
      let first = index * stride + filter.starts[index] - start
      let isPossible = Self.round(
        filter.weights[index * filter.stride..<index * filter.stride + filter.tapCounts[index]],
        sum: sum, into: &weights, at: first)
      guard isPossible else { return nil }
      starts.append(Int32(truncatingIfNeeded: start))
      ends.append(filter.starts[index] + filter.tapCounts[index])
    }
    for _ in count..<room { starts.append(0) }
  }

  /// Writes rounded weights; the largest one takes what rounding leaves.
  private static func round(
    _ source: ArraySlice<Float>, sum: Int32, into target: inout [Int16], at first: Int
  ) -> Bool {
    let factor = Float(sum)
    var rest = sum
    var largest: (weight: Int32, place: Int) = (.min, first)
    var place = first
    for weight in source {
      let value = rounded(weight * factor)
      guard let short = Int16(exactly: value) else { return false }
      target[place] = short
      rest -= value
      if value > largest.weight { largest = (value, place) }
      place += 1
    }
    guard let corrected = Int16(exactly: largest.weight + rest) else { return false }
    target[largest.place] = corrected
    return true
  }

  /// The nearest whole number to one of less than 2^22: in a float of 1.5 * 2^23 the last bit of the
  /// fraction counts ones.
  private static func rounded(_ value: Float) -> Int32 {
    let one: Float = 12_582_912
    return Int32(bitPattern: (value + one).bitPattern) &- Int32(bitPattern: one.bitPattern)
  }
}
