// SPDX-License-Identifier: Apache-2.0

/// The search for the capture time in an EXIF block.
///
/// The first directory (IFD 0) holds the offset of a second one, the Exif IFD, which states when a
/// picture was taken and when it was digitized (EXIF 2.32, 4.6.5, tags 9003, 9004 and 9010 to
/// 9012). Scanners state only the time of the file, in IFD 0 (tag 0132). No offset is trusted until
/// it is known to lie inside the block. Each directory is read once, so the cost is linear.
struct EXIFCaptureTime {
  /// The tags of the entries that are read.
  private enum Tag: Int {
    case fileTime = 0x0132
    case directory = 0x8769
    case original = 0x9003
    case digitized = 0x9004
    case fileZone = 0x9010
    case originalZone = 0x9011
    case digitizedZone = 0x9012
  }

  /// The length of `2024:05:01 10:30:00` with its terminating zero.
  private static let timeByteCount = 20
  private static let textType = 2

  private let block: Range<Int>
  private let fields: TIFFFields
  /// The offset of the first entry with each tag.
  private var entries: [Tag: Int] = [:]

  /// Returns the capture time that a TIFF block states.
  ///
  /// - Parameters:
  ///   - block: The bytes from the byte order mark to the end of the block.
  ///   - reader: The reader of the source.
  /// - Returns: The time; `nil` if the block states no valid time.
  /// - Throws: The errors of the reader.
  static func read(
    in block: Range<Int>, from reader: inout HeaderReader
  ) throws(ImagingError) -> CaptureTime? {
    guard block.count >= TIFFFields.headerByteCount,
      let fields = try TIFFFields(at: block.lowerBound, from: &reader)
    else { return nil }
    var directories = EXIFCaptureTime(block: block, fields: fields)
    try directories.note(
      directoryAt: fields.uint32(at: block.lowerBound + 4, from: &reader), &reader)
    if let entry = directories.entries[.directory] {
      try directories.note(directoryAt: fields.value(ofEntryAt: entry, from: &reader), &reader)
    }
    let stated: [(Tag, Tag)] = [
      (.original, .originalZone), (.digitized, .digitizedZone), (.fileTime, .fileZone),
    ]
    for (tag, zone) in stated {
      if let time = try directories.time(tag, zone, &reader) { return time }
    }
    return nil
  }

  private init(block: Range<Int>, fields: TIFFFields) {
    (self.block, self.fields) = (block, fields)
  }

  private mutating func note(
    directoryAt offset: Int, _ reader: inout HeaderReader
  ) throws(ImagingError) {
    guard offset >= TIFFFields.headerByteCount, offset <= block.count - 2 else { return }
    let start = block.lowerBound + offset
    let stated = try fields.uint16(at: start, from: &reader)
    let fitting = (block.upperBound - start - 2) / TIFFFields.entryByteCount
    for index in 0..<min(stated, fitting) {
      let entry = start + 2 + index * TIFFFields.entryByteCount
      guard let tag = try Tag(rawValue: fields.uint16(at: entry, from: &reader)),
        entries[tag] == nil
      else { continue }
      entries[tag] = entry
    }
  }

  private func time(
    _ tag: Tag, _ zone: Tag, _ reader: inout HeaderReader
  ) throws(ImagingError) -> CaptureTime? {
    guard let bytes = try text(of: tag, &reader) else { return nil }
    var text = TimeScanner(bytes)
    guard let year = text.number(4), text.take(":") || text.take("-"),
      let month = text.number(2), text.take(":") || text.take("-"),
      let day = text.number(2), text.take(" ") || text.take("T"), let hour = text.number(2),
      text.take(":"), let minute = text.number(2), text.take(":"), let second = text.number(2)
    else { return nil }
    var zoneText = TimeScanner(try self.text(of: zone, &reader) ?? [])
    return CaptureTime(
      year: year, month: month, day: day, hour: hour, minute: minute, second: second,
      utcOffset: zoneText.zone().flatMap { abs($0) <= 18 * 60 ? $0 : nil })
  }

  /// Returns the first bytes of a text; `nil` if no entry has a text inside the block.
  private func text(
    of tag: Tag, _ reader: inout HeaderReader
  ) throws(ImagingError) -> [UInt8]? {
    guard let entry = entries[tag],
      try fields.uint16(at: entry + 2, from: &reader) == Self.textType
    else { return nil }
    let count = try fields.uint32(at: entry + 4, from: &reader)
    let offset = try fields.uint32(at: entry + 8, from: &reader)
    // A text of up to 4 bytes is stored in the entry itself, and is neither a time nor a zone.
    guard count > 4, offset <= block.count, count <= block.count - offset else { return nil }
    var bytes: [UInt8] = []
    for place in 0..<min(count, Self.timeByteCount) {
      bytes.append(try reader.byte(at: block.lowerBound + offset + place))
    }
    return bytes
  }
}
