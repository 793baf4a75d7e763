// SPDX-License-Identifier: Apache-2.0

import GalleryGeometry

/// An index of the scans and tables of a JPEG, built from its markers without decoding.
///
/// Inside a scan, a marker is FF followed by any byte except 00, FF or a restart number, so the
/// cost is one search for FF per step. The index gives decoders the number of scans before any scan
/// costs time, whether the file has an end, and the positions of the scans and their tables, so
/// that they can read only parts of the file.
struct JPEGScanIndex: Hashable {
  /// The number of scans, counted up to one more than the limit.
  private(set) var scanCount = 0
  /// Whether an EOI marker was found.
  private(set) var hasEnd = false
  /// The scans in file order; empty if the file is not regular.
  private(set) var scans: [JPEGScan] = []
  /// The bits per sample in the frame header.
  private(set) var precision = 0
  /// The size in the frame header.
  private(set) var size = PixelSize.zero
  /// The components of the frame.
  private(set) var components: [JPEGFrameComponent] = []
  /// The offsets of the elements of the quantization tables; 0 if a table is not defined.
  private(set) var quantizationOffsets = SIMD4<Int>()
  /// The size of an element of each quantization table in bytes, 1 or 2.
  private(set) var quantizationElementByteCounts = SIMD4<Int>(repeating: 1)
  /// Whether the segments that were read follow the standard, in a form that the fast decoders
  /// support.
  private(set) var isRegular = true

  private let isProgressive: Bool
  private var tableOffsets = SIMD8<Int>()
  private var restartInterval = 0

  /// The offset of the first byte after SOI.
  private static let firstMarkerOffset = 2

  /// The largest number of scans that are kept: no encoder writes a tenth of it.
  private static let largestKeptCount = 256

  /// The buffer size for the segments before the first scan: those of an ordinary file fit.
  private static let firstScanCapacity = 4096

  /// Indexes all scans of a progressive JPEG.
  ///
  /// - Parameters:
  ///   - source: The bytes of the file.
  ///   - limit: The largest number of scans; counting ends one scan later.
  /// - Throws: `ImagingError.io`, `ImagingError.outOfMemory`.
  /// - Complexity: O(number of bytes).
  init(_ source: ByteSource, limit: Int) throws(ImagingError) {
    isProgressive = true
    var bytes = ByteCursor(source, at: Self.firstMarkerOffset)
    var isInScan = false
    while scanCount <= limit {
      let end = bytes.position
      guard let marker = try JPEGSegments.nextMarker(from: end, in: &bytes) else { break }
      bytes.position = marker.end
      if isInScan, (0xD0...0xD7).contains(marker.code) { continue }
      if isInScan {
        closeScan(at: marker.start)
      } else if marker.start != end {
        isRegular = false
      }
      isInScan = marker.code == 0xDA
      try take(marker.code, from: &bytes)
      if hasEnd { break }
    }
    isRegular = isRegular && hasEnd && scans.count == scanCount
    if !isRegular { scans = [] }
  }

  /// Indexes the first scan of a baseline JPEG without reading its coded bytes.
  ///
  /// Fill bytes before markers and lengths below 2 make the file irregular: no common encoder
  /// writes either.
  ///
  /// - Parameter source: The bytes of the file.
  /// - Throws: `ImagingError.io`, `ImagingError.outOfMemory`.
  /// - Complexity: O(number of bytes before the scan).
  init(firstScanOf source: ByteSource) throws(ImagingError) {
    isProgressive = false
    var bytes = ByteCursor(source, at: 0, capacity: Self.firstScanCapacity)
    isRegular = try bytes.nextUInt16() == 0xFFD8
    while isRegular, scanCount == 0, !hasEnd {
      let end = bytes.position
      guard let marker = try JPEGSegments.nextMarker(from: end, in: &bytes) else { break }
      bytes.position = marker.end
      guard marker.start == end, marker.end == end + 2 else {
        isRegular = false
        break
      }
      try take(marker.code, from: &bytes)
    }
    isRegular = isRegular && scans.count == 1
    if !isRegular { scans = [] }
  }

  private mutating func closeScan(at end: Int) {
    guard let last = scans.indices.last, scans[last].coded.isEmpty else { return }
    scans[last].coded = scans[last].coded.lowerBound..<end
  }

  private mutating func take(_ code: UInt8, from bytes: inout ByteCursor) throws(ImagingError) {
    switch code {
    case 0xD9:
      hasEnd = true
      return
    case 0x01, 0xD0...0xD8:
      isRegular = false
      return
    default:
      break
    }
    let start = bytes.position
    let stated = try JPEGSegments.length(at: start, in: &bytes) ?? 0
    if stated < 2, !isProgressive { isRegular = false }
    let length = max(0, stated - 2)
    bytes.position = start + 2
    let end = bytes.position + length
    switch code {
    case 0xC2 where isProgressive, 0xC0 where !isProgressive, 0xC1 where !isProgressive:
      try readFrame(length, &bytes)
    case 0xC4: try readHuffmanTables(upTo: end, &bytes)
    case 0xDA: try readScan(length, &bytes)
    case 0xDB: try readQuantizationTables(upTo: end, &bytes)
    case 0xDD: try readRestartInterval(length, &bytes)
    case 0xE0: try readJFIF(length, &bytes)
    case 0xE1...0xEF, 0xFE: break
    default: isRegular = false
    }
    if bytes.position > end { isRegular = false }
    bytes.position = end
  }
}

// MARK: - Segments

extension JPEGScanIndex {
  /// Parses a frame header: precision, height and width, the number of components, and three bytes
  /// per component.
  private mutating func readFrame(
    _ length: Int, _ bytes: inout ByteCursor
  ) throws(ImagingError) {
    precision = Int(try bytes.nextByte() ?? 0)
    let height = try bytes.nextUInt16() ?? 0
    size = PixelSize(width: try bytes.nextUInt16() ?? 0, height: height)
    let count = Int(try bytes.nextByte() ?? 0)
    guard components.isEmpty, (1...4).contains(count), length == 6 + 3 * count else {
      isRegular = false
      return
    }
    for _ in 0..<count {
      let identifier = try bytes.nextByte() ?? 0
      let sampling = try bytes.nextByte() ?? 0
      let table = try bytes.nextByte() ?? 0
      if table > 3 || components.contains(where: { $0.identifier == identifier }) {
        isRegular = false
      }
      components.append(
        JPEGFrameComponent(
          identifier: identifier, horizontalSampling: Int(sampling >> 4),
          verticalSampling: Int(sampling & 15), quantizationTable: Int(table & 3)))
    }
  }

  /// Parses `JFIF\0` and the version: libjpeg warns about versions that it does not know.
  private mutating func readJFIF(_ length: Int, _ bytes: inout ByteCursor) throws(ImagingError) {
    guard length >= 14 else { return }
    for letter in [0x4A, 0x46, 0x49, 0x46, 0x00] as [UInt8] {
      guard try bytes.nextByte() == letter else { return }
    }
    if try bytes.nextByte() != 1 { isRegular = false }
  }

  /// Parses Huffman tables: class and number in one byte, 16 counts, the symbols; several tables
  /// can follow one another.
  private mutating func readHuffmanTables(
    upTo end: Int, _ bytes: inout ByteCursor
  ) throws(ImagingError) {
    while bytes.position < end, isRegular {
      let number = Int(try bytes.nextByte() ?? 0)
      let offset = bytes.position
      var symbolCount = 0
      for _ in 0..<16 { symbolCount += Int(try bytes.nextByte() ?? 0) }
      guard number & 0xEF < 4, symbolCount <= 256 else {
        isRegular = false
        return
      }
      tableOffsets[number >> 4 * 4 + number & 3] = offset
      bytes.position = offset + 16 + symbolCount
    }
  }

  /// Parses quantization tables: precision and number in one byte, 64 elements; several tables can
  /// follow one another.
  ///
  /// A component keeps the table of its first scan. Files that define tables after a scan are left
  /// to libjpeg.
  private mutating func readQuantizationTables(
    upTo end: Int, _ bytes: inout ByteCursor
  ) throws(ImagingError) {
    while bytes.position < end, isRegular {
      let number = Int(try bytes.nextByte() ?? 0)
      guard number & 0xEF < 4, scanCount == 0 else {
        isRegular = false
        return
      }
      quantizationOffsets[number & 3] = bytes.position
      quantizationElementByteCounts[number & 3] = 1 + number >> 4
      bytes.position += 64 * (1 + number >> 4)
    }
  }

  private mutating func readRestartInterval(
    _ length: Int, _ bytes: inout ByteCursor
  ) throws(ImagingError) {
    if length != 2 { isRegular = false }
    restartInterval = try bytes.nextUInt16() ?? 0
  }

  /// Parses a scan header: the number of components, two bytes per component, the band and the bit
  /// positions.
  private mutating func readScan(_ length: Int, _ bytes: inout ByteCursor) throws(ImagingError) {
    scanCount += 1
    guard isRegular, scans.count < Self.largestKeptCount else { return }
    var scan = JPEGScan(restartInterval: restartInterval, tableOffsets: tableOffsets)
    let count = Int(try bytes.nextByte() ?? 0)
    guard (1...4).contains(count), length == 4 + 2 * count else {
      isRegular = false
      return
    }
    for _ in 0..<count {
      let identifier = try bytes.nextByte() ?? 0
      let tables = try bytes.nextByte() ?? 0
      guard let index = components.firstIndex(where: { $0.identifier == identifier }),
        !scan.components.contains(index)
      else {
        isRegular = false
        return
      }
      scan.components.append(index)
      scan.dcTables.append(Int(tables >> 4))
      scan.acTables.append(Int(tables & 15))
    }
    try readProgression(of: &scan, &bytes)
  }

  private mutating func readProgression(
    of scan: inout JPEGScan, _ bytes: inout ByteCursor
  ) throws(ImagingError) {
    let first = Int(try bytes.nextByte() ?? 0)
    let last = Int(try bytes.nextByte() ?? 0)
    let bits = Int(try bytes.nextByte() ?? 0)
    guard first <= last, last < 64 else {
      isRegular = false
      return
    }
    scan.band = first...last
    scan.missingBitsBefore = bits >> 4
    scan.missingBits = bits & 15
    scan.coded = bytes.position..<bytes.position
    scans.append(scan)
  }
}
