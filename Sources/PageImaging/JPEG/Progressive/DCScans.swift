// SPDX-License-Identifier: Apache-2.0

/// The scans that carry DC coefficients (ITU-T T.81, G.1.2.1).
enum DCScans {
  /// One block of an MCU.
  private struct BlockPosition {
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
    let places = places(of: scan, grids: grids, frame: frame)
    return predictions.withUnsafeMutableBufferPointer { predictions in
      places.withUnsafeBufferPointer { places in
        tables.withUnsafeBufferPointer { tables in
          MCUWalk(scan, frame).run(&intervals) { bits, row, columns, starts in
            if starts { predictions.update(repeating: 0) }
            var reader = bits
            for column in columns {
              guard
                decodeMCU(
                  &reader, row, column, places, tables, predictions, shift)
              else { return false }
            }
            bits = reader
            return predictions.allSatisfy { abs($0) < plausibleMagnitude }
          }
        }
      }
    }
  }

  /// libjpeg gives up where a sum leaves 32 bits; from here it cannot within one row.
  private static let plausibleMagnitude = 1 << 24

  /// The codes that are decoded with one look at the bits; the short ones have 12 bits at most.
  private static let codesPerWindow = EntropyBits.windowBitCount / ProgressiveLookup.indexBitCount

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
      if index % codesPerWindow == 0 { window = bits.window }
      let place = places[index]
      let table = tables[place.component]
      var entry = table.short(window)
      if _slowPath(entry.bitCount == 0) {
        entry = table.search(bits.window)
        if entry.bitCount == 0 { return false }
        bits.skip(entry.bitCount)
        window = bits.window
      } else {
        bits.skip(entry.bitCount)
        window &<<= UInt64(entry.bitCount)
      }
      predictions[place.component] &+= entry.number
      place.first[row &* place.rowStep &+ column &* place.step] =
        Int16(truncatingIfNeeded: predictions[place.component] &<< shift)
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
    return places(of: scan, grids: grids, frame: frame).withUnsafeBufferPointer { places in
      MCUWalk(scan, frame).run(&intervals) { bits, row, columns, _ in
        var reader = bits
        for column in columns {
          var window = reader.window
          for place in places {
            let isSet = UInt64(bitPattern: Int64(bitPattern: window) >> 63)
            place.first[row &* place.rowStep &+ column &* place.step] |=
              Int16(truncatingIfNeeded: isSet & bit)
            window &<<= 1
          }
          reader.skip(places.count)
        }
        bits = reader
        return true
      }
    }
  }

  /// The blocks of an MCU in the order of the file.
  private static func places(
    of scan: JPEGScan, grids: [CoefficientGrid], frame: ReducedFrame
  ) -> [BlockPosition] {
    scan.components.enumerated().flatMap { index, component in
      let grid = grids[component]
      let isAlone = scan.components.count == 1
      let across = isAlone ? 1 : frame.components[component].unitWidth
      let down = isAlone ? 1 : frame.components[component].unitHeight
      return (0..<across * down).map { block in
        let distance = block / across * grid.blocksPerRow + block % across
        return BlockPosition(
          component: index, first: grid.coefficients + distance * grid.coefficientCount,
          step: across * grid.coefficientCount,
          rowStep: down * grid.blocksPerRow * grid.coefficientCount)
      }
    }
  }
}
