// SPDX-License-Identifier: Apache-2.0

import GallerySystem
import PageImaging

/// A writer of the bytes of a page that arrives in pieces.
///
/// A page that is announced as large bypasses the page cache in large parts (direct I/O), as
/// ``PageCopier`` writes it; others are written as they arrive, and those that turn out to arrive slowly.
final class PageWriter {
  private(set) var file: ReceivedFile
  /// The bytes that are not written yet, `nil` without direct I/O.
  private var buffer: StreamBuffer?
  private var writtenCount = 0
  private var rate = ArrivalRate()
  private let now: () -> ContinuousClock.Instant

  /// Creates the file.
  ///
  /// - Parameters:
  ///   - slot: The slot to write to.
  ///   - announced: The announced number of bytes, `nil` if unknown.
  ///   - now: Returns the time.
  /// - Throws: `PageStoreError.full`, `.io`.
  init(
    slot: Slot, announced: Int?, now: @escaping () -> ContinuousClock.Instant = { .now }
  ) throws(PageStoreError) {
    self.now = now
    guard let announced, announced >= PageCopier.directByteCount, let buffer = StreamBuffer(),
      let file = try Self.directFile(slot)
    else {
      file = try ReceivedFile(slot: slot)
      return
    }
    (self.file, self.buffer) = (file, buffer)
  }

  /// Creates a file for direct I/O; `nil` if the file system does not support it.
  private static func directFile(_ slot: Slot) throws(PageStoreError) -> ReceivedFile? {
    do throws(PageStoreError) {
      return try ReceivedFile(slot: slot, isDirect: true)
    } catch {
      guard error.isInvalidArgument else { throw error }
      return nil
    }
  }

  /// Appends bytes.
  func append(_ bytes: UnsafeRawBufferPointer) throws(PageStoreError) {
    if hasBuffer, rate.note(bytes.count, at: now()) { try giveBufferBack() }
    guard let buffer else { return try appendUnbuffered(bytes) }
    var rest = bytes[...]
    while !rest.isEmpty {
      if buffer.isFull { try writeBuffer(buffer) }
      rest = rest.dropFirst(buffer.append(UnsafeRawBufferPointer(rebasing: rest)))
    }
  }

  /// Whether the page has a buffer.
  var hasBuffer: Bool { buffer != nil }

  /// Leaves the buffer to pages that arrive faster.
  private func giveBufferBack() throws(PageStoreError) {
    try finish()
    try file.endDirectAccess()
  }

  private func appendUnbuffered(_ bytes: UnsafeRawBufferPointer) throws(PageStoreError) {
    guard writtenCount > 0 else { return try file.append(bytes) }
    try file.write(bytes, at: writtenCount)
    writtenCount += bytes.count
  }

  /// Writes what was not written yet.
  func finish() throws(PageStoreError) {
    guard let buffer else { return }
    try writeBuffer(buffer)
    self.buffer = nil
  }

  private func writeBuffer(_ buffer: StreamBuffer) throws(PageStoreError) {
    try file.writeDirectly(buffer.bytes, at: writtenCount)
    writtenCount += buffer.bytes.count
    buffer.removeAll()
  }

  /// Returns the first bytes for a look at their header.
  func source() throws(ImagingError) -> ByteSource {
    guard let buffer, writtenCount == 0 else {
      return try ByteSource(readingFrom: file.descriptor)
    }
    return ByteSource(Array(buffer.bytes))
  }
}

@available(*, unavailable)
extension PageWriter: Sendable {}
