// SPDX-License-Identifier: Apache-2.0

/// A decoder of DC scans (ITU-T T.81, G.1.2.1).
enum DCScans {
  /// The position of one block of an MCU in its grid.
  @unsafe private struct BlockPosition {
    let component: Int
    /// The block in the first MCU.
    ///
    /// The steps lead to the same block of the next MCU and of the next row of MCUs.
    let first: UnsafeMutablePointer<Int16>
    let step: Int
    let rowStep: Int
  }

  /// Decodes the first bits of DC coefficients.
  ///
  /// - Parameters:
  ///   - scan: The scan.
  ///   - intervals: The coded bytes of the scan.
  ///   - tables: The Huffman table of each component of the scan.
  ///   - grids: The destination of the coefficients, for each component of the frame.
  ///   - frame: The layout of the blocks.
  /// - Returns: Whether the scan is valid.
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

  /// The bound of a prediction, checked after each run of MCUs.
  ///
  /// libjpeg fails if a prediction exceeds 32 bits. Within one row, a prediction below this bound
  /// cannot grow that large.
  private static let plausibleMagnitude = 1 << 24

  /// The number of codes decoded per window; a short code and its number have at most 12 bits.
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
  ///   - intervals: The coded bytes of the scan.
  ///   - grids: The coefficients so far, for each component of the frame.
  ///   - frame: The layout of the blocks.
  /// - Returns: Whether the scan is valid.
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

  /// Returns the blocks of an MCU in file order.
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
