// SPDX-License-Identifier: Apache-2.0

/// The inner loops of the resampler, on whole vectors.
///
/// Rows may be read and written up to 15 samples behind their end, and by the filters as far as
/// their weights have room; their owners leave it, and fill it with numbers.
enum RowKernels {
  /// Writes the weighted sum of `rows` at `samples` into `output`.
  static func mix(
    _ rows: UnsafeBufferPointer<UnsafePointer<Float>>, weights: UnsafeBufferPointer<Float>,
    samples: Range<Int>, into output: UnsafeMutablePointer<Float>
  ) {
    let target = UnsafeMutableRawPointer(output)
    var index = samples.lowerBound
    while index < samples.upperBound {
      let offset = index * 4
      var low = SIMD8<Float>.zero
      var high = SIMD8<Float>.zero
      for tap in 0..<rows.count {
        let row = UnsafeRawPointer(rows[tap])
        let weight = weights[tap]
        low += weight * row.loadUnaligned(fromByteOffset: offset, as: SIMD8<Float>.self)
        high += weight * row.loadUnaligned(fromByteOffset: offset + 32, as: SIMD8<Float>.self)
      }
      target.storeBytes(of: low, toByteOffset: offset, as: SIMD8<Float>.self)
      target.storeBytes(of: high, toByteOffset: offset + 32, as: SIMD8<Float>.self)
      index += 16
    }
  }

  /// Filters a row of four channels and rounds it to bytes.
  static func filterColor(
    _ row: UnsafePointer<Float>, by filter: AxisFilter, into output: UnsafeMutablePointer<UInt8>
  ) {
    let target = UnsafeMutableRawPointer(output)
    filter.weights.withUnsafeBufferPointer { weights in
      for index in 0..<filter.starts.count {
        let sum = colorSum(row, filter, weights, index)
        let bytes = SIMD4(rounded(sum.x), rounded(sum.y), rounded(sum.z), 255)
        target.storeBytes(of: bytes, toByteOffset: index * 4, as: SIMD4<UInt8>.self)
      }
    }
  }

  /// Filters a row of one channel and rounds it to bytes.
  static func filterGray(
    _ row: UnsafePointer<Float>, by filter: AxisFilter, into output: UnsafeMutablePointer<UInt8>
  ) {
    filter.weights.withUnsafeBytes { weights in
      for index in 0..<filter.starts.count {
        output[index] = rounded(graySum(row, filter, weights, index))
      }
    }
  }

  /// Filters a row of one channel or four, and does not round it.
  static func filter(
    _ row: UnsafePointer<Float>, channels: Int, by filter: AxisFilter,
    into output: UnsafeMutablePointer<Float>
  ) {
    guard channels == 4 else {
      filter.weights.withUnsafeBytes { weights in
        for index in 0..<filter.starts.count {
          output[index] = graySum(row, filter, weights, index)
        }
      }
      return
    }
    let target = UnsafeMutableRawPointer(output)
    filter.weights.withUnsafeBufferPointer { weights in
      for index in 0..<filter.starts.count {
        let sum = colorSum(row, filter, weights, index)
        target.storeBytes(of: sum, toByteOffset: index * 16, as: SIMD4<Float>.self)
      }
    }
  }

  /// Rounds a row of one channel or four to bytes; the fourth channel is 255.
  static func round(
    _ row: UnsafePointer<Float>, width: Int, channels: Int,
    into output: UnsafeMutablePointer<UInt8>
  ) {
    for index in 0..<width * channels { output[index] = rounded(row[index]) }
    guard channels == 4 else { return }
    for x in 0..<width { output[4 * x + 3] = 255 }
  }

  @inline(__always)
  private static func colorSum(
    _ row: UnsafePointer<Float>, _ filter: AxisFilter, _ weights: UnsafeBufferPointer<Float>,
    _ index: Int
  ) -> SIMD4<Float> {
    let source = UnsafeRawPointer(row)
    let start = filter.starts[index] * 16
    let first = index * filter.stride
    var sum = SIMD4<Float>.zero
    // As many taps for each, the last ones without weight: branches that alternate are
    // dearer. Two sums, because an addition waits for the one before it.
    var other = SIMD4<Float>.zero
    for tap in stride(from: 0, to: filter.stride, by: 2) {
      let at = start + tap * 16
      let pixel = source.loadUnaligned(fromByteOffset: at, as: SIMD4<Float>.self)
      let next = source.loadUnaligned(fromByteOffset: at + 16, as: SIMD4<Float>.self)
      sum += weights[first + tap] * pixel
      other += weights[first + tap + 1] * next
    }
    return sum + other
  }

  @inline(__always)
  private static func graySum(
    _ row: UnsafePointer<Float>, _ filter: AxisFilter, _ weights: UnsafeRawBufferPointer,
    _ index: Int
  ) -> Float {
    let source = UnsafeRawPointer(row + filter.starts[index])
    var sum = SIMD4<Float>.zero
    var tap = 0
    // Behind the last tap the weights are 0 up to the stride, a multiple of 4.
    while tap < filter.stride {
      let weight = weights.loadUnaligned(
        fromByteOffset: (index * filter.stride + tap) * 4, as: SIMD4<Float>.self)
      sum += weight * source.loadUnaligned(fromByteOffset: tap * 4, as: SIMD4<Float>.self)
      tap += 4
    }
    return sum.x + sum.y + sum.z + sum.w
  }

  /// The nearest byte; what the filter throws beyond black and white is clamped.
  ///
  /// In a float of 1.5 * 2^23 the last bit of the fraction counts ones, so adding it leaves the
  /// rounded value in the lowest bits: cheaper than a conversion that checks for overflow.
  private static func rounded(_ value: Float) -> UInt8 {
    let clamped = value > 0 ? (value < 255 ? value : 255) : 0
    return UInt8(truncatingIfNeeded: (clamped + 12_582_912).bitPattern)
  }
}
