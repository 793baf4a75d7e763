// SPDX-License-Identifier: Apache-2.0

/// The inner loops of the resampler, on whole vectors.
///
/// The kernels may read and write up to 31 samples after the end of a row. The filters may read as
/// far as their weights extend, including weights of 0. The owner of a row allocates this memory
/// and fills it with finite numbers.
enum RowKernels {
  /// Writes the weighted sum of `rows` at `samples` to `output`.
  static func mix(
    _ rows: UnsafeBufferPointer<UnsafePointer<Float>>, weights: UnsafeBufferPointer<Float>,
    samples: Range<Int>, into output: UnsafeMutablePointer<Float>
  ) {
    let target = UnsafeMutableRawPointer(output)
    for index in stride(from: samples.lowerBound, to: samples.upperBound, by: 32) {
      // Four sums share one load of the row pointer and of its weight.
      var sums = (SIMD8<Float>.zero, SIMD8<Float>.zero, SIMD8<Float>.zero, SIMD8<Float>.zero)
      for tap in 0..<rows.count {
        let row = unsafe UnsafeRawPointer(rows[tap] + index)
        let weight = unsafe weights[tap]
        unsafe sums.0 += weight * row.loadUnaligned(as: SIMD8<Float>.self)
        unsafe sums.1 += weight * row.loadUnaligned(fromByteOffset: 32, as: SIMD8<Float>.self)
        unsafe sums.2 += weight * row.loadUnaligned(fromByteOffset: 64, as: SIMD8<Float>.self)
        unsafe sums.3 += weight * row.loadUnaligned(fromByteOffset: 96, as: SIMD8<Float>.self)
      }
      unsafe target.storeBytes(of: sums.0, toByteOffset: index * 4, as: SIMD8<Float>.self)
      unsafe target.storeBytes(of: sums.1, toByteOffset: index * 4 + 32, as: SIMD8<Float>.self)
      unsafe target.storeBytes(of: sums.2, toByteOffset: index * 4 + 64, as: SIMD8<Float>.self)
      unsafe target.storeBytes(of: sums.3, toByteOffset: index * 4 + 96, as: SIMD8<Float>.self)
    }
  }

  /// Filters a row of three channels and rounds it to RGBX pixels.
  ///
  /// Samples are loaded four at a time; the fourth belongs to the next pixel and is dropped.
  static func filterColor(
    _ row: UnsafePointer<Float>, by filter: AxisFilter, into output: UnsafeMutablePointer<UInt8>
  ) {
    let source = unsafe UnsafeRawPointer(row)
    let target = UnsafeMutableRawPointer(output)
    unsafe filter.weights.withUnsafeBufferPointer { weights in
      for index in 0..<filter.starts.count {
        let start = filter.starts[index] * 12
        let first = index * filter.stride
        var sum = SIMD4<Float>.zero
        // The same number of taps for each output, the last ones with weight 0: mispredicted
        // branches cost more. Two sums, because an addition depends on the previous one.
        var other = SIMD4<Float>.zero
        for tap in stride(from: 0, to: filter.stride, by: 2) {
          let at = start + tap * 12
          let pixel = unsafe source.loadUnaligned(fromByteOffset: at, as: SIMD4<Float>.self)
          let next = unsafe source.loadUnaligned(fromByteOffset: at + 12, as: SIMD4<Float>.self)
          unsafe sum += weights[first + tap] * pixel
          unsafe other += weights[first + tap + 1] * next
        }
        sum += other
        let bytes = SIMD4(rounded(sum.x), rounded(sum.y), rounded(sum.z), 255)
        unsafe target.storeBytes(of: bytes, toByteOffset: index * 4, as: SIMD4<UInt8>.self)
      }
    }
  }

  /// Filters a row of one channel and rounds it to bytes, four at a time.
  static func filterGray(
    _ row: UnsafePointer<Float>, by filter: AxisFilter, into output: UnsafeMutablePointer<UInt8>
  ) {
    let target = UnsafeMutableRawPointer(output)
    let count = filter.starts.count
    unsafe filter.weights.withUnsafeBytes { weights in
      unsafe filter.starts.withUnsafeBufferPointer { starts in
        func sums(_ index: Int) -> SIMD2<Float> {
          unsafe Self.sums(
            UnsafeRawPointer(row + starts[index]), weights, at: index * filter.stride * 4,
            count: filter.stride)
        }
        for index in stride(from: 0, to: count - 3, by: 4) {
          let first = SIMD4(lowHalf: sums(index), highHalf: sums(index + 1))
          let second = SIMD4(lowHalf: sums(index + 2), highHalf: sums(index + 3))
          let all = SIMD8(lowHalf: first, highHalf: second)
          unsafe target.storeBytes(
            of: rounded(all.evenHalf + all.oddHalf), toByteOffset: index, as: SIMD4<UInt8>.self)
        }
        for index in count & ~3..<count {
          let pair = sums(index)
          unsafe output[index] = rounded(pair.x + pair.y)
        }
      }
    }
  }

  /// Returns two numbers whose sum is the weighted sum of `count` samples, a multiple of 8.
  ///
  /// The weights after the last tap are 0 up to the stride.
  @inline(__always)
  private static func sums(
    _ samples: UnsafeRawPointer, _ weights: UnsafeRawBufferPointer, at offset: Int, count: Int
  ) -> SIMD2<Float> {
    var sum = SIMD8<Float>.zero
    for tap in stride(from: 0, to: count * 4, by: 32) {
      let weight = unsafe weights.loadUnaligned(fromByteOffset: offset + tap, as: SIMD8<Float>.self)
      unsafe sum += weight * samples.loadUnaligned(fromByteOffset: tap, as: SIMD8<Float>.self)
    }
    let half = sum.lowHalf + sum.highHalf
    return half.lowHalf + half.highHalf
  }

  /// Returns the nearest byte; values beyond black and white are clamped.
  ///
  /// In a float of 1.5 * 2^23 the last bit of the fraction has the value 1, so adding this number
  /// leaves the rounded value in the lowest bits. This is cheaper than a conversion that checks for
  /// overflow.
  static func rounded(_ value: Float) -> UInt8 {
    let clamped = value > 0 ? (value < 255 ? value : 255) : 0
    return UInt8(truncatingIfNeeded: (clamped + 12_582_912).bitPattern)
  }
  @inline(__always)
  private static func rounded(_ values: SIMD4<Float>) -> SIMD4<UInt8> {
    let clamped = values.replacing(with: 0, where: values .< 0)
      .replacing(with: 255, where: values .> 255)
    return unsafe SIMD4<UInt8>(
      truncatingIfNeeded: unsafeBitCast(clamped + 12_582_912, to: SIMD4<UInt32>.self))
  }
}
