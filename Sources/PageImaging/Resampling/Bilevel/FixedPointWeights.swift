// SPDX-License-Identifier: Apache-2.0

/// The weights of an axis as 16-bit integers.
///
/// The weights of every result have exactly the same sum, so that a blank area keeps its exact
/// value.
struct FixedPointWeights {
  /// The first source sample of each result, a multiple of the alignment.
  private(set) var starts: [Int32] = []
  /// The end of the source samples of each result.
  private(set) var ends: [Int] = []
  /// The weights of result i, from `i * stride` on; those after the last one are 0.
  private(set) var weights: [Int16]
  let stride: Int

  /// The number of results whose weights are read together.
  private static let group = 4

  /// Rounds the weights of a filter.
  ///
  /// Fails if a weight does not fit into 16 bits.
  ///
  /// - Parameters:
  ///   - filter: The filter, with weights not much larger than 1.
  ///   - sum: The sum of the weights of a result.
  ///   - alignment: The number that divides every start, 1 or 2.
  init?(_ filter: AxisFilter, sum: Int32, alignment: Int) {
    stride = filter.stride + (alignment - 1) * 8
    let count = filter.starts.count
    let room = max(count, Self.group)
    starts.reserveCapacity(room)
    ends.reserveCapacity(count)
    weights = [Int16](repeating: 0, count: room * stride)
    for index in 0..<count {
      let start = filter.starts[index] / alignment * alignment
      let isPossible = Self.round(
        filter, index, sum: sum, into: &weights,
        at: index * stride + filter.starts[index] - start)
      guard isPossible else { return nil }
      starts.append(Int32(truncatingIfNeeded: start))
      ends.append(filter.starts[index] + filter.tapCounts[index])
    }
    for _ in count..<room { starts.append(0) }
  }

  /// Writes the rounded weights of a result, and adds the rounding error to the largest one.
  ///
  /// Returns `false` if a weight does not fit into 16 bits.
  private static func round(
    _ filter: AxisFilter, _ index: Int, sum: Int32, into target: inout [Int16], at first: Int
  ) -> Bool {
    var rest = sum
    var isPossible = true
    let end = filter.tapCounts[index]
    unsafe target.withUnsafeMutableBytes { target in
      unsafe filter.weights.withUnsafeBytes { source in
        // After the last weight there are zeros, up to a multiple of eight.
        for tap in Swift.stride(from: 0, to: end, by: 8) {
          let values = unsafe rounded(
            source.loadUnaligned(
              fromByteOffset: (index * filter.stride + tap) * MemoryLayout<Float>.stride,
              as: SIMD8<Float>.self) * Float(sum))
          let shorts = SIMD8<Int16>(truncatingIfNeeded: values)
          isPossible = isPossible && SIMD8<Int32>(truncatingIfNeeded: shorts) == values
          rest &-= values.wrappedSum()
          unsafe target.storeBytes(
            of: shorts, toByteOffset: (first + tap) * MemoryLayout<Int16>.stride,
            as: SIMD8<Int16>.self)
        }
      }
    }
    var largest = first
    for place in first..<first + end where target[place] > target[largest] { largest = place }
    guard isPossible, let corrected = Int16(exactly: Int32(target[largest]) + rest) else {
      return false
    }
    target[largest] = corrected
    return true
  }

  /// Returns the nearest integers of values below 2^22 in magnitude.
  ///
  /// In a float of 1.5 * 2^23 the last bit of the fraction has the value 1.
  private static func rounded(_ values: SIMD8<Float>) -> SIMD8<Int32> {
    let one = SIMD8<Float>(repeating: 12_582_912)
    return unsafe unsafeBitCast(values + one, to: SIMD8<Int32>.self)
      &- unsafeBitCast(one, to: SIMD8<Int32>.self)
  }
}
