// SPDX-License-Identifier: Apache-2.0

/// Walks through the blocks of a scan, restart interval by restart interval.
///
/// Everything that a sound file never does ends the walk: libjpeg is asked then what it means.
struct MCUWalk {
  /// The MCUs of the scan in a row.
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

  /// Calls `decode` for runs of MCUs of one row that share a restart interval, in order, with
  /// the row, the columns and whether an interval starts.
  ///
  /// - Returns: Whether the scan is sound: `decode` was content, no bits were missing and none
  ///   were left over.
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
