// SPDX-License-Identifier: Apache-2.0

/// One scan of a JPEG: the facts in its header, and the range of its coded bytes.
struct JPEGScan: Hashable {
  /// The indices of the components in the frame, in the order of the scan.
  var components: [Int] = []
  /// The DC table of each component, 0...3.
  var dcTables: [Int] = []
  /// The AC table of each component, 0...3.
  var acTables: [Int] = []
  /// The coefficients in the scan, in zigzag order (`Ss...Se`).
  var band = 0...0
  /// The number of low bits that these coefficients lack before the scan; 0 if this scan is their
  /// first (`Ah`).
  var missingBitsBefore = 0
  /// The number of low bits that these coefficients lack after the scan (`Al`).
  var missingBits = 0
  /// The number of MCUs between two restart markers; 0 without restart markers.
  var restartInterval = 0
  /// The offsets of the Huffman tables in force for this scan: four for DC, four for AC.
  ///
  /// Each is the offset of the 16 counts of the table; 0 if the table is not defined.
  var tableOffsets = SIMD8<Int>()
  /// The range of the coded bytes, up to the next marker.
  var coded = 0..<0

  /// Whether the scan holds the first bits of its coefficients.
  var isFirst: Bool { missingBitsBefore == 0 }

  /// Whether the scan holds DC coefficients; a progressive scan never holds both DC and AC
  /// coefficients.
  var carriesDC: Bool { band.lowerBound == 0 }
}

/// A component as the frame header of a JPEG describes it.
struct JPEGFrameComponent: Hashable {
  var identifier: UInt8
  var horizontalSampling: Int
  var verticalSampling: Int
  /// The number of the quantization table, 0...3.
  var quantizationTable: Int
}
