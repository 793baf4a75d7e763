// SPDX-License-Identifier: Apache-2.0

import GallerySystem

/// The number of the last change acknowledged to a process.
///
/// It is written after each change and never synced: it survives a kill, and after a power failure
/// it may be older. A catalog with a smaller number has therefore lost acknowledged changes. It is
/// stored twice, so that one flipped bit hides nothing.
struct CommitMark {
  static let byteCount = 32

  let number: Int64

  private static func checksum(_ number: UInt64) -> UInt64 {
    var sum = Checksum()
    sum.add(number)
    return sum.value
  }

  /// The mark as it is stored.
  var stored: [UInt8] {
    var bytes: [UInt8] = []
    for _ in 0..<2 {
      bytes.append(number)
      bytes.append(Self.checksum(UInt64(bitPattern: number)))
    }
    return bytes
  }

  /// Bytes that are no mark.
  static let unreadable = [UInt8](repeating: 0xFF, count: byteCount)

  init(_ number: Int64) {
    self.number = number
  }

  /// Reads ``stored``; fails if neither copy is valid.
  init?(stored bytes: [UInt8]) {
    let numbers = bytes.withUnsafeBytes { bytes in
      stride(from: 0, to: min(bytes.count, Self.byteCount) - 15, by: 16).compactMap { offset in
        let number = bytes.number(at: offset, UInt64.self)
        let sum = bytes.number(at: offset + 8, UInt64.self)
        return sum == Self.checksum(number) ? Int64(bitPattern: number) : nil
      }
    }
    guard let number = numbers.max(), number > 0 else { return nil }
    self.number = number
  }

  /// Returns whether bytes are a mark with two valid copies, or an empty mark.
  static func isWhole(_ bytes: [UInt8]) -> Bool {
    bytes.isEmpty || bytes == CommitMark(0).stored
      || CommitMark(stored: bytes).map { $0.stored == bytes } ?? false
  }

  /// Returns whether bytes tell which change was acknowledged last.
  ///
  /// Empty bytes do, because marks are not synced: after a power failure they may be missing.
  static func isReadable(_ bytes: [UInt8]) -> Bool {
    bytes.isEmpty || bytes == CommitMark(0).stored || CommitMark(stored: bytes) != nil
  }

  /// Returns the last acknowledged number of any process, zero if there is none.
  static func last(in records: Folder) throws(PageStoreError) -> Int64 {
    var last: Int64 = 0
    try forEach(in: records) { (_, bytes) throws(PageStoreError) in
      last = max(last, CommitMark(stored: bytes)?.number ?? 0)
    }
    return last
  }

  /// Calls `body` with the name and the bytes of each mark.
  static func forEach(
    in records: Folder, _ body: (String, [UInt8]) throws(PageStoreError) -> Void
  ) throws(PageStoreError) {
    try SystemCalls.forEachName(in: records.descriptor) { (name) throws(PageStoreError) in
      guard name.hasSuffix(RecordFile.markSuffix) else { return true }
      let (file, byteCount) = try records.openToRead(name)
      defer { SystemCalls.closeFile(file) }
      try body(
        name, try SystemCalls.bytes(of: file, at: 0, byteCount: min(byteCount, 2 * Self.byteCount)))
      return true
    }
  }
}
