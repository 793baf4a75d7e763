// SPDX-License-Identifier: Apache-2.0

/// The scans that carry DC coefficients (ITU-T T.81, G.1.2.1).
enum DCScans {
  /// One block of an MCU.
  @unsafe private struct BlockPosition {
    let component: Int
    /// The first block of this place, and how far it is to the one of the next MCU and row.
    let first: UnsafeMutablePointer<Int16>
    let step: Int
    let rowStep: Int
  }

  /// Decodes the first bits of DC coefficients.
  ///
  /// - Parameters:
  ///   - scan: The scan.
  ///   - intervals: Its bytes.
  ///   - tables: The table of each of its components.
  ///   - grids: Where the coefficients of each component of the frame go.
  ///   - frame: Where the blocks are.
  /// - Returns: Whether the scan is sound.
  static func decodeFirst(
    _ scan: JPEGScan, _ intervals: inout RestartIntervals, tables: [ProgressiveLookup],
    grids: [CoefficientGrid], frame: ReducedFrame
  ) -> Bool {
    let shift = scan.missingBits
    var predictions = [Int](repeating: 0, count: scan.components.count)
    let places = unsafe places(of: scan, grids: grids, frame: frame)
    return unsafe predictions.withUnsafeMutableBufferPointer { predictions in
      unsafe places.withUnsafeBufferPointer { places in
        unsafe tables.withUnsafeBufferPointer { tables in
          unsafe MCUWalk(scan, frame).run(&intervals) { bits, row, columns, starts in
            if starts { unsafe predictions.update(repeating: 0) }
            var reader = unsafe bits
            for column in columns {
              guard
                unsafe decodeMCU(
                  &reader, row, column, places, tables, predictions, shift)
              else { return false }
            }
            unsafe bits = reader
            return unsafe predictions.allSatisfy { abs($0) < plausibleMagnitude }
          }
        }
      }
    }
  }

  /// libjpeg gives up where a sum leaves 32 bits; from here it cannot within one row.
  private static let plausibleMagnitude = 1 << 24

  /// The codes that are decoded per window of bits; the short ones have 12 bits at most.
  private static let codesPerWindow =
    unsafe EntropyBits.windowBitCount / ProgressiveLookup.indexBitCount

  @inline(__always)
  private static func decodeMCU(
    _ bits: inout EntropyBits, _ row: Int, _ column: Int,
    _ places: UnsafeBufferPointer<BlockPosition>,
    _ tables: UnsafeBufferPointer<ProgressiveLookup>,
    _ predictions: UnsafeMutableBufferPointer<Int>,
    _ shift: Int
  ) -> Bool {
    var window: UInt64 = 0
    for index in 0..<places.count {
      if index % codesPerWindow == 0 { window = unsafe bits.window }
      let place = unsafe places[index]
      let table = unsafe tables[place.component]
      var entry = unsafe table.short(window)
      if _slowPath(entry.bitCount == 0) {
        entry = unsafe table.search(bits.window)
        if entry.bitCount == 0 { return false }
        unsafe bits.skip(entry.bitCount)
        window = unsafe bits.window
      } else {
        unsafe bits.skip(entry.bitCount)
        window &<<= UInt64(entry.bitCount)
      }
      unsafe predictions[place.component] &+= entry.number
      unsafe place.first[row &* place.rowStep &+ column &* place.step] =
        unsafe Int16(truncatingIfNeeded: predictions[place.component] &<< shift)
    }
    return true
  }

  /// Decodes one more bit of DC coefficients.
  ///
  /// - Parameters:
  ///   - scan: The scan.
  ///   - intervals: Its bytes.
  ///   - grids: Where the coefficients of each component of the frame are.
  ///   - frame: Where the blocks are.
  /// - Returns: Whether the scan is sound.
  static func decodeRefinement(
    _ scan: JPEGScan, _ intervals: inout RestartIntervals, grids: [CoefficientGrid],
    frame: ReducedFrame
  ) -> Bool {
    let bit = UInt64(1) << UInt64(scan.missingBits)
    return unsafe places(of: scan, grids: grids, frame: frame).withUnsafeBufferPointer { places in
      unsafe MCUWalk(scan, frame).run(&intervals) { bits, row, columns, _ in
        var reader = unsafe bits
        for column in columns {
          var window = unsafe reader.window
          for index in 0..<places.count {
            let place = unsafe places[index]
            let isSet = UInt64(bitPattern: Int64(bitPattern: window) >> 63)
            unsafe place.first[row &* place.rowStep &+ column &* place.step] |=
              Int16(truncatingIfNeeded: isSet & bit)
            window &<<= 1
          }
          unsafe reader.skip(places.count)
        }
        unsafe bits = reader
        return true
      }
    }
  }

  /// The blocks of an MCU in the order of the file.
  private static func places(
    of scan: JPEGScan, grids: [CoefficientGrid], frame: ReducedFrame
  ) -> [BlockPosition] {
    unsafe scan.components.enumerated().flatMap { index, component in
      let grid = grids[component]
      let isAlone = scan.components.count == 1
      let across = isAlone ? 1 : frame.components[component].unitWidth
      let down = isAlone ? 1 : frame.components[component].unitHeight
      return unsafe (0..<across * down).map { block in
        let distance = block / across * grid.blocksPerRow + block % across
        return unsafe BlockPosition(
          component: index, first: grid.coefficients + distance * grid.coefficientCount,
          step: across * grid.coefficientCount,
          rowStep: down * grid.blocksPerRow * grid.coefficientCount)
      }
    }
  }
}
