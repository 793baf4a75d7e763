// SPDX-License-Identifier: Apache-2.0

import Crypto
import GallerySystem

/// Copies a page with available bytes into a slot, and computes its digest.
///
/// A large page bypasses the page cache (direct I/O): another thread writes each piece while this
/// one computes the digest. Going through the page cache costs more than the disk write, and would
/// evict useful data.
struct PageCopier {
  typealias Source = (
    _ offset: Int, _ buffer: UnsafeMutableRawBufferPointer
  ) throws(PageStoreError) -> Int

  /// The minimum size of a page for direct I/O.
  static let directByteCount = 256 << 10

  let slot: Slot
  let limit: Int

  func copy(_ input: PageInput) throws(PageStoreError) -> (ReceivedFile, StagedContent) {
    switch input.origin {
    case .bytes(let bytes):
      return try copy(bytes.count) { offset, buffer in
        let piece = bytes[offset..<min(offset + buffer.count, bytes.count)]
        buffer.copyBytes(from: piece)
        return piece.count
      }
    case .file(let path):
      let source = try ofInput { () throws(PageStoreError) in try SystemCalls.open(path) }
      defer { SystemCalls.closeFile(source) }
      let byteCount = try ofInput { () throws(PageStoreError) in
        try SystemCalls.byteCount(ofRegular: source)
      }
      return try copy(byteCount) { (offset, buffer) throws(PageStoreError) in
        try ofInput { () throws(PageStoreError) in
          try SystemCalls.read(source, at: offset, into: buffer)
        }
      }
    case .stream: preconditionFailure("streams are received by tasks")
    }
  }

  private func copy(
    _ announced: Int, from source: Source
  ) throws(PageStoreError) -> (ReceivedFile, StagedContent) {
    try check(announced)
    guard announced >= Self.directByteCount else { return try copy(source, isDirect: false) }
    do throws(PageStoreError) {
      return try copy(source, isDirect: true)
    } catch {
      // The file system does not support direct I/O, or requires another alignment.
      guard error.isInvalidArgument else { throw error }
      return try copy(source, isDirect: false)
    }
  }

  private func copy(
    _ source: Source, isDirect: Bool
  ) throws(PageStoreError) -> (ReceivedFile, StagedContent) {
    let file = try ReceivedFile(slot: slot, isDirect: isDirect)
    return try PieceBuffers.with { (buffer) throws(PageStoreError) in
      var hash = SHA256()
      var offset = 0
      while true {
        let count = try source(offset, buffer)
        offset += count
        try check(offset)
        let piece = UnsafeRawBufferPointer(rebasing: buffer[..<count])
        if isDirect {
          try write(piece, to: file, at: offset - count, &hash)
        } else {
          try file.append(piece)
          hash.update(bufferPointer: piece)
        }
        guard count == buffer.count else { break }
      }
      return (file, StagedContent(digest: ContentDigest(hash.finalize()), byteCount: offset))
    }
  }

  /// Writes a piece on another thread, and adds it to the digest meanwhile.
  private func write(
    _ piece: UnsafeRawBufferPointer, to file: ReceivedFile, at offset: Int, _ hash: inout SHA256
  ) throws(PageStoreError) {
    // Both threads only read, and the buffer outlives the wait.
    nonisolated(unsafe) let written = piece
    let syncs = DiskSyncs()
    syncs.start(0) { () throws(PageStoreError) in try file.writeDirectly(written, at: offset) }
    hash.update(bufferPointer: piece)
    if let failure = syncs.finish()[0] { throw failure }
  }

  /// Calls `body`, and converts its errors to input errors.
  private func ofInput<Result>(
    _ body: () throws(PageStoreError) -> Result
  ) throws(PageStoreError) -> Result {
    do {
      return try body()
    } catch {
      throw error.ofInput
    }
  }

  private func check(_ byteCount: Int) throws(PageStoreError) {
    guard byteCount <= limit else {
      throw .limitExceeded(.pageByteCount, found: byteCount, allowed: limit)
    }
  }
}
