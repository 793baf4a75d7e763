// SPDX-License-Identifier: Apache-2.0

/// The kernels for rows that are filtered horizontally before they enter the ring.
extension RowKernels {
  /// Filters a row of one or three channels without rounding.
  ///
  /// With three channels, one sample after the end of `output` is overwritten.
  static func filter(
    _ row: UnsafePointer<Float>, channels: Int, by filter: AxisFilter,
    into output: UnsafeMutablePointer<Float>
  ) {
    let source = unsafe UnsafeRawPointer(row)
    let target = UnsafeMutableRawPointer(output)
    unsafe filter.weights.withUnsafeBufferPointer { weights in
      for index in 0..<filter.starts.count {
        let start = filter.starts[index] * channels * 4
        let first = index * filter.stride
        var sum = SIMD4<Float>.zero
        if channels == 1 {
          // The weights after the last tap are 0 up to the stride, a multiple of 8.
          for tap in stride(from: 0, to: filter.stride, by: 4) {
            let weight = unsafe SIMD4(
              weights[first + tap], weights[first + tap + 1], weights[first + tap + 2],
              weights[first + tap + 3])
            unsafe sum +=
              weight
              * source.loadUnaligned(fromByteOffset: start + tap * 4, as: SIMD4<Float>.self)
          }
          unsafe output[index] = sum.sum()
        } else {
          for tap in 0..<filter.stride {
            unsafe sum +=
              weights[first + tap]
              * source.loadUnaligned(fromByteOffset: start + tap * 12, as: SIMD4<Float>.self)
          }
          unsafe target.storeBytes(of: sum, toByteOffset: index * 12, as: SIMD4<Float>.self)
        }
      }
    }
  }

  /// Rounds a row of one channel to bytes, or a row of three channels to RGBX pixels.
  static func round(
    _ row: UnsafePointer<Float>, width: Int, channels: Int,
    into output: UnsafeMutablePointer<UInt8>
  ) {
    guard channels == 3 else {
      for index in 0..<width { unsafe output[index] = rounded(row[index]) }
      return
    }
    for x in 0..<width {
      for channel in 0..<3 { unsafe output[4 * x + channel] = rounded(row[3 * x + channel]) }
      unsafe output[4 * x + 3] = 255
    }
  }
}
