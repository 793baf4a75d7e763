// SPDX-License-Identifier: Apache-2.0

/// A writer of a TIFF block with one directory, as in EXIF.
struct TIFFBuilder {
  /// One entry of the directory, whose value is written in `size` bytes.
  struct Entry {
    var tag = 0x0112
    var type = 3
    var count = 1
    var value: Int
    var size = 2
  }

  var isLittleEndian = false
  var magic = 42
  var directoryOffset = 8
  /// The count stated by the directory; the true number of entries by default.
  var entryCount: Int?
  var entries: [Entry] = []

  /// A block that states an orientation as cameras do.
  init(orientation: Int, isLittleEndian: Bool = false) {
    self.isLittleEndian = isLittleEndian
    entries = [Entry(value: orientation)]
  }

  var bytes: [UInt8] {
    let header = Array((isLittleEndian ? "II" : "MM").utf8) + number(magic, 2)
    let body = number(entryCount ?? entries.count, 2) + entries.flatMap(bytes(of:)) + number(0, 4)
    let gap = [UInt8](repeating: 0, count: max(0, min(directoryOffset, 1000) - 8))
    return header + number(directoryOffset, 4) + gap + body
  }

  private func bytes(of entry: Entry) -> [UInt8] {
    let value = number(entry.value, entry.size)
    let filler = [UInt8](repeating: 0, count: 4 - entry.size)
    return number(entry.tag, 2) + number(entry.type, 2) + number(entry.count, 4) + value + filler
  }

  private func number(_ value: Int, _ size: Int) -> [UInt8] {
    let bytes = bigEndian(value, size)
    return isLittleEndian ? bytes.reversed() : bytes
  }
}
