// SPDX-License-Identifier: Apache-2.0

/// A reader of the bytes of a header, with a budget.
///
/// The first 4 KiB contain the whole header of an ordinary file, so one read is enough. After that,
/// only the ranges that a parser requests are fetched, and never more than the budget in total: the
/// cost of a header does not grow with the file.
package struct HeaderReader: ~Copyable, ByteReading {
  /// The number of bytes of a sequential fetch.
  package static let chunkByteCount = 4096

  /// The number of bytes of a fetch after a jump.
  ///
  /// The tables between a long segment and the first scan of a JPEG fit in one such fetch.
  static let jumpByteCount = 1024

  /// The length of the longest signature of a format that is decoded.
  private static let signatureByteCount = 8

  /// The number of bytes in the source.
  package let byteCount: Int

  /// The number of bytes fetched so far.
  package private(set) var fetchedByteCount = 0

  /// The number of reads of the source.
  package private(set) var fetchCount = 0

  /// The number of bytes fetched at the end of the source, not included in `fetchedByteCount`.
  package private(set) var endFetchedByteCount = 0

  /// The number of reads at the end of the source, not included in `fetchCount`.
  package private(set) var endFetchCount = 0

  /// The number of bytes at the end of the source whose checksum was computed.
  package var endCheckedByteCount = 0

  private let source: ByteSource
  private let budget: Int
  private var window: ByteWindow

  /// Creates a reader and fetches nothing yet.
  ///
  /// - Parameters:
  ///   - source: The bytes to read.
  ///   - budget: The largest number of bytes to fetch in total.
  package init(_ source: ByteSource, budget: Int) {
    self.source = source
    self.budget = budget
    byteCount = source.byteCount
    window = ByteWindow(source, capacity: min(Self.chunkByteCount, byteCount))
  }

  /// Calls `body` with a reader of the same source that has a separate budget, larger by a quarter.
  ///
  /// All errors except `ImagingError.io` end the call of `body` and are discarded: no data at the
  /// end of the source are required.
  ///
  /// - Throws: `ImagingError.io`.
  mutating func withTrailingReader(
    _ body: (inout HeaderReader) throws(ImagingError) -> Void
  ) throws(ImagingError) {
    var reader = HeaderReader(source, budget: Int(clamping: UInt(max(0, budget)) / 4 * 5))
    do throws(ImagingError) {
      try body(&reader)
    } catch {
      if case .io = error { throw error }
    }
    endFetchedByteCount += reader.fetchedByteCount
    endFetchCount += reader.fetchCount
    endCheckedByteCount += reader.endCheckedByteCount
  }

  /// Reads the bytes of a range at once, fewer if the source or the budget ends earlier.
  ///
  /// - Throws: `ImagingError.io`.
  mutating func bytes(in range: Range<Int>) throws(ImagingError) -> [UInt8] {
    let bytes = try source.bytes(
      at: range.lowerBound, count: min(range.count, remainingBudget))
    fetchedByteCount += bytes.count
    fetchCount += 1
    return bytes
  }

  /// The number of bytes that may still be fetched.
  var remainingBudget: Int { max(0, budget - fetchedByteCount) }

  /// The range of the source in memory.
  var windowRange: Range<Int> { window.range }

  /// Returns the byte at an offset.
  ///
  /// - Throws: `truncated` past the end, `limitExceeded` when the budget is spent.
  /// - Precondition: `offset >= 0`.
  @inline(__always)
  mutating func byte(at offset: Int) throws(ImagingError) -> UInt8 {
    if !windowRange.contains(offset) { try fetch(at: offset) }
    return window[offset]
  }

  /// Returns the bytes in memory from `offset` on, at least one, valid until the next call.
  ///
  /// - Throws: The same as `byte(at:)`; the result is never `nil`.
  mutating func bytes(at offset: Int) throws(ImagingError) -> UnsafeRawBufferPointer? {
    if !windowRange.contains(offset) { try fetch(at: offset) }
    return try unsafe window.bytes(at: offset)
  }

  /// Returns the two bytes at an offset as a big-endian number.
  mutating func uint16(at offset: Int) throws(ImagingError) -> Int {
    Int(try byte(at: offset)) << 8 | Int(try byte(at: offset + 1))
  }

  /// Returns the four bytes at an offset as a big-endian number.
  mutating func uint32(at offset: Int) throws(ImagingError) -> UInt32 {
    UInt32(try uint16(at: offset)) << 16 | UInt32(try uint16(at: offset + 2))
  }

  /// Returns whether the bytes at an offset equal `text`.
  ///
  /// - Throws: The same as `byte(at:)`.
  mutating func matches(_ text: StaticString, at offset: Int) throws(ImagingError) -> Bool {
    for index in 0..<text.utf8CodeUnitCount
    where try unsafe byte(at: offset + index) != text.utf8Start[index] {
      return false
    }
    return true
  }

  /// Returns the first bytes of the source, as many as the first fetch returns.
  ///
  /// - Throws: The same as `byte(at:)`, also if the budget is smaller than the longest signature: a
  ///   complete file would seem truncated otherwise.
  /// - Precondition: The source is not empty and nothing else was read.
  mutating func firstBytes() throws(ImagingError) -> [UInt8] {
    _ = try byte(at: 0)
    _ = try byte(at: min(Self.signatureByteCount, byteCount) - 1)
    return unsafe Array(try window.bytes(at: 0) ?? .init(start: nil, count: 0))
  }

  private mutating func fetch(at offset: Int) throws(ImagingError) {
    guard offset < byteCount else { throw .truncated(offset: byteCount) }
    guard remainingBudget > 0 else {
      throw .limitExceeded(limit: .headerBytes, found: fetchedByteCount + 1, allowed: budget)
    }
    // A short gap is a short segment. A larger fetch after it saves fetches in a long series of
    // short segments.
    let goesOn = (0..<Self.jumpByteCount).contains(offset - windowRange.upperBound)
    let wanted = goesOn ? Self.chunkByteCount : Self.jumpByteCount
    let count = min(wanted, remainingBudget, byteCount - offset)
    let found = try window.load(count, at: offset)
    fetchedByteCount += found
    fetchCount += 1
    // The file was truncated after it was opened.
    guard found > 0 else { throw .truncated(offset: offset) }
  }
}
