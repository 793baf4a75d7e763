// SPDX-License-Identifier: Apache-2.0

/// The known bits of each coefficient, scan by scan.
///
/// Scans are checked by the rules for which libjpeg reports warnings and errors.
struct SpectralProgress {
  /// The missing low bits of the 64 coefficients of each component; `nil` before a first scan.
  private var missing: [[Int?]]

  init(componentCount: Int) {
    missing = Array(repeating: Array(repeating: nil, count: 64), count: componentCount)
  }

  func missingMeanBits(of component: Int) -> Int { missing[component][0] ?? .max }

  func missingDetailBits(of component: Int) -> SIMD3<Int>? {
    let bits = ScanSelection.details.compactMap { missing[component][$0] }
    return bits.count == 3 ? SIMD3(bits[0], bits[1], bits[2]) : nil
  }

  /// Applies a scan, and returns whether it may appear at this position of the file.
  mutating func follows(_ scan: JPEGScan, of components: [JPEGFrameComponent]) -> Bool {
    let isMean = scan.carriesDC
    guard scan.band.upperBound == 0 || !isMean, isMean || scan.components.count == 1,
      scan.missingBits <= 13, scan.isFirst || scan.missingBits == scan.missingBitsBefore - 1,
      fitsIntoMCU(scan, components), hasTables(scan)
    else { return false }
    for component in scan.components {
      if !isMean, missing[component][0] == nil { return false }
      for coefficient in scan.band {
        guard missing[component][coefficient] == (scan.isFirst ? nil : scan.missingBitsBefore)
        else { return false }
        missing[component][coefficient] = scan.missingBits
      }
    }
    return true
  }

  /// Returns whether the blocks of a scan fit into an MCU, which has at most ten.
  private func fitsIntoMCU(_ scan: JPEGScan, _ components: [JPEGFrameComponent]) -> Bool {
    let blocks = scan.components.map {
      components[$0].horizontalSampling * components[$0].verticalSampling
    }
    return blocks.count == 1 || blocks.reduce(0, +) <= 10
  }

  private func hasTables(_ scan: JPEGScan) -> Bool {
    if scan.carriesDC {
      return !scan.isFirst || scan.dcTables.allSatisfy { $0 < 4 && scan.tableOffsets[$0] > 0 }
    }
    return scan.acTables[0] < 4 && scan.tableOffsets[4 + scan.acTables[0]] > 0
  }
}
