// SPDX-License-Identifier: Apache-2.0

import GallerySystem
import PageImaging

/// The open file of a page in a slot.
///
/// Once it is written, one thread may sync it while another reads it.
final class ReceivedFile: Sendable {
  let staged: StagedFile
  let descriptor: Int32
  private let isDirect: Bool

  /// Creates the file.
  ///
  /// - Parameters:
  ///   - slot: The slot that holds the file.
  ///   - isDirect: Whether it is written with ``writeDirectly(_:at:)``.
  /// - Throws: `PageStoreError.full`, `.io`.
  init(slot: Slot, isDirect: Bool = false) throws(PageStoreError) {
    let name: String
    (descriptor, name) = try slot.makeFile(isDirect: isDirect)
    self.isDirect = isDirect
    staged = StagedFile(name: name, slot: slot)
  }

  deinit {
    SystemCalls.closeFile(descriptor)
  }

  func append(_ bytes: UnsafeRawBufferPointer) throws(PageStoreError) {
    try SystemCalls.write(bytes, to: descriptor)
  }

  /// Writes bytes at an offset, after ``endDirectAccess()``.
  func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(PageStoreError) {
    try SystemCalls.write(bytes, to: descriptor, at: offset)
  }

  /// Lets all that follows be written through the page cache.
  func endDirectAccess() throws(PageStoreError) {
    try SystemCalls.endDirectAccess(descriptor)
  }

  /// Writes bytes with direct I/O, bypassing the page cache.
  ///
  /// A length that is not a multiple of the alignment ends the file and is written without direct
  /// I/O, as is everything where the file system requires another alignment.
  ///
  /// - Parameters:
  ///   - bytes: The bytes, in aligned memory.
  ///   - offset: The offset in the file, a multiple of the alignment.
  /// - Throws: `PageStoreError.full`, `.io`.
  func writeDirectly(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(PageStoreError) {
    let end = bytes.count / PieceBuffers.alignment * PieceBuffers.alignment
    let aligned = UnsafeRawBufferPointer(rebasing: bytes[..<end])
    do throws(PageStoreError) {
      try SystemCalls.write(aligned, to: descriptor, at: offset)
    } catch {
      guard error.isInvalidArgument else { throw error }
      try SystemCalls.endDirectAccess(descriptor)
      try SystemCalls.write(aligned, to: descriptor, at: offset)
    }
    guard end < bytes.count else { return }
    try SystemCalls.endDirectAccess(descriptor)
    let rest = UnsafeRawBufferPointer(rebasing: bytes[end...])
    try SystemCalls.write(rest, to: descriptor, at: offset + end)
  }

  /// Waits until the bytes are on the disk.
  func synchronize() throws(PageStoreError) {
    try SystemCalls.synchronize(descriptor)
  }

  /// Reads the header.
  ///
  /// - Parameters:
  ///   - content: The known facts about the bytes.
  ///   - policy: The treatment of a file without a header.
  ///   - limits: The limits for reading it.
  /// - Returns: The facts with the header.
  /// - Throws: `PageStoreError.refused`, `.io`.
  func content(
    _ content: StagedContent, _ policy: UnreadablePagePolicy, limits: DecodingLimits
  ) throws(PageStoreError) -> StagedContent {
    var content = content
    // Leave direct I/O: it requires alignment, and header reads are not aligned.
    if isDirect { try SystemCalls.endDirectAccess(descriptor) }
    do throws(ImagingError) {
      let source = try ByteSource(readingFrom: descriptor)
      let header = try ImageHeader(reading: source, limits: limits)
      content.header = PageHeader(header)
      content.captured = try header.captureTime(in: source)
    } catch {
      if case .io(let operation, let errno) = error {
        throw .io(operation: operation, errno: errno)
      }
      guard policy == .keepAsDamaged else { throw .refused(error) }
      content.damage = error.description
    }
    return content
  }
}
