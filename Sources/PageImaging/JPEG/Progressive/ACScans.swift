// SPDX-License-Identifier: Apache-2.0

/// A decoder of AC scans, which have one component (ITU-T T.81, G.1.2.2 and G.1.2.3).
enum ACScans {
  /// Decodes the first bits of the coefficients in a spectral band.
  ///
  /// - Parameters:
  ///   - scan: The scan.
  ///   - intervals: The coded bytes of the scan.
  ///   - table: The Huffman table of the scan.
  ///   - grid: The destination of the coefficients.
  ///   - frame: The layout of the blocks.
  /// - Returns: Whether the scan is valid.
  static func decodeFirst(
    _ scan: JPEGScan, _ intervals: inout RestartIntervals, table: ProgressiveLookup,
    grid: CoefficientGrid, frame: ReducedFrame
  ) -> Bool {
    guard let details = unsafe grid.details else { return false }
    let significance = unsafe grid.significance
    var endOfBandRun = 0
    return unsafe BandDecoder.multipliers.withUnsafeBufferPointer { multipliers in
      unsafe MCUWalk(scan, frame).run(&intervals) { bits, row, columns, starts in
        var band = unsafe BandDecoder(scan, table, multipliers, bits)
        unsafe band.endOfBandRun = starts ? 0 : endOfBandRun
        var block = row * grid.blocksPerRow + columns.lowerBound
        let end = row * grid.blocksPerRow + columns.upperBound
        while block < end {
          unsafe block += band.skipEmptyBlocks(atMost: end - block)
          guard block < end else { break }
          guard unsafe band.decodeBlock() else { return false }
          unsafe details[block] |= band.values
          unsafe significance?[block] |= band.nonZero
          block += 1
        }
        unsafe (bits, endOfBandRun) = (band.bits, band.endOfBandRun)
        return true
      }
    }
  }

  /// Decodes one more bit of the coefficients in a spectral band.
  ///
  /// The run of a code skips coefficients that are still zero. Each nonzero coefficient has a
  /// correction bit of its own; only those of the kept coefficients are read.
  ///
  /// - Parameters:
  ///   - scan: The scan.
  ///   - intervals: The coded bytes of the scan.
  ///   - table: The Huffman table of the scan.
  ///   - grid: The coefficients so far.
  ///   - frame: The layout of the blocks.
  /// - Returns: Whether the scan is valid.
  static func decodeRefinement(
    _ scan: JPEGScan, _ intervals: inout RestartIntervals, table: ProgressiveLookup,
    grid: CoefficientGrid, frame: ReducedFrame
  ) -> Bool {
    guard let details = unsafe grid.details, let significance = unsafe grid.significance else {
      return false
    }
    let band = (~0 as UInt64) >> UInt64(63 - scan.band.upperBound)
    let all = band & (~0 << UInt64(scan.band.lowerBound))
    var endOfBandRun = 0
    return unsafe MCUWalk(scan, frame).run(&intervals) { bits, row, columns, starts in
      if starts { endOfBandRun = 0 }
      let start = row * grid.blocksPerRow
      for block in start + columns.lowerBound..<start + columns.upperBound {
        var refinement = unsafe BlockRefinement(
          bits: bits, values: details[block], nonZero: significance[block], rest: all,
          unit: 1 << scan.missingBits)
        guard unsafe refinement.decode(table, &endOfBandRun), unsafe !refinement.bits.isOverrun
        else {
          return false
        }
        unsafe (bits, details[block], significance[block]) =
          unsafe (refinement.bits, refinement.values, refinement.nonZero)
      }
      return true
    }
  }
}

extension ProgressiveLookup.Entry {
  /// Returns the number of blocks whose band ends here, including the current block.
  ///
  /// The number is two to the power of `run`, plus the value of the `run` bits after the code. The
  /// code is on top of `window`.
  @inline(__always)
  func endOfBandRun(_ window: UInt64) -> Int {
    guard run > 0 else { return 1 }
    let behind = window &<< UInt64(bitCount)
    return (1 << run) + Int(behind >> UInt64(64 - run))
  }
}
