// SPDX-License-Identifier: Apache-2.0

/// A walk over the MCUs of a scan, restart interval by restart interval.
///
/// The walk ends at anything that a valid file does not contain: libjpeg then decodes the file.
struct MCUWalk {
  /// The number of MCUs of the scan in a row.
  let mcusAcross: Int
  let mcusDown: Int
  private let restartInterval: Int

  init(_ scan: JPEGScan, _ frame: ReducedFrame) {
    let first = frame.components[scan.components[0]]
    let isAlone = scan.components.count == 1
    mcusAcross = isAlone ? first.blocksAcross : frame.unitsAcross
    mcusDown = isAlone ? first.blocksDown : frame.bandCount
    restartInterval = scan.restartInterval
  }

  /// Calls `decode` in order for runs of MCUs that share a row and a restart interval.
  ///
  /// `decode` receives the row, the columns, and whether a restart interval starts.
  ///
  /// - Returns: Whether the scan is valid: `decode` always returned `true`, no bits were missing,
  ///   and none were left over.
  @inline(__always)
  func run(
    _ intervals: inout RestartIntervals,
    decode: (inout EntropyBits, _ row: Int, _ columns: Range<Int>, _ starts: Bool) -> Bool
  ) -> Bool {
    guard var bits = unsafe intervals.next() else { return false }
    var left = restartInterval > 0 ? restartInterval : Int.max
    var starts = true
    for row in 0..<mcusDown {
      var column = 0
      while column < mcusAcross {
        if left == 0 {
          guard unsafe bits.isAtEnd, !intervals.isAtEnd, let next = unsafe intervals.next() else {
            return false
          }
          unsafe bits = next
          left = restartInterval
          starts = true
        }
        let count = min(left, mcusAcross - column)
        guard unsafe decode(&bits, row, column..<column + count, starts), unsafe !bits.isOverrun
        else {
          return false
        }
        starts = false
        left -= count
        column += count
      }
    }
    return unsafe bits.isAtEnd && intervals.isAtEnd
  }
}
