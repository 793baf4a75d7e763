// SPDX-License-Identifier: Apache-2.0

/// One scan of a JPEG: the facts in its header, and the position of its bytes.
struct JPEGScan: Hashable {
  /// The components, as indices into those of the frame, in the order of the scan.
  var components: [Int] = []
  /// The DC table of each of them, 0...3.
  var dcTables: [Int] = []
  /// The AC table of each of them, 0...3.
  var acTables: [Int] = []
  /// The coefficients that the scan carries, in zigzag order (`Ss...Se`).
  var band = 0...0
  /// The number of low bits that were missing of these coefficients before; 0 if they come first (`Ah`).
  var missingBitsBefore = 0
  /// The number of low bits that are missing of them afterwards (`Al`).
  var missingBits = 0
  /// The number of MCUs between two restart markers, or 0.
  var restartInterval = 0
  /// The offsets of the Huffman tables that hold for this scan: four for DC, four for AC.
  ///
  /// A table stands at its 16 counts; 0 is a table that was never defined.
  var tableOffsets = SIMD8<Int>()
  /// The coded bytes, up to the next marker.
  var coded = 0..<0

  /// Whether the scan brings the first bits of its coefficients.
  var isFirst: Bool { missingBitsBefore == 0 }

  /// Whether it is a scan of DC coefficients; no scan carries both kinds.
  var carriesDC: Bool { band.lowerBound == 0 }
}

/// A component as the frame header of a JPEG describes it.
struct JPEGFrameComponent: Hashable {
  var identifier: UInt8
  var horizontalSampling: Int
  var verticalSampling: Int
  /// The quantization table, 0...3.
  var quantizationTable: Int
}
