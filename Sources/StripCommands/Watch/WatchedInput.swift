// SPDX-License-Identifier: Apache-2.0

import GallerySystem
import PageStorage

/// A file that is held open while it is ingested.
///
/// Renaming or removing it does not affect the read, and changes of its contents are detected.
final class WatchedInput: Sendable {
  private let descriptor: Int32
  private let fingerprint: WatchedFiles.Fingerprint
  private let name: String

  private static let pieceByteCount = 1 << 20

  /// Opens a file.
  init(_ path: Path) throws(SystemError) {
    name = String(decoding: path.lastComponent, as: UTF8.self)
    descriptor = try SystemCalls.open(path)
    do throws(SystemError) {
      fingerprint = WatchedFiles.Fingerprint(try SystemCalls.status(of: descriptor))
    } catch {
      SystemCalls.closeFile(descriptor)
      throw error
    }
  }

  deinit { SystemCalls.closeFile(descriptor) }

  /// The input for the store.
  var input: PageInput {
    var input = PageInput.file("/proc/self/fd/\(descriptor)")
    input.metadata.fileName = name
    return input
  }

  /// Whether the status of the file is the same as when it was opened, apart from its name.
  var isUnchanged: Bool {
    (try? SystemCalls.status(of: descriptor)).map { WatchedFiles.Fingerprint($0) } == fingerprint
  }

  /// Returns whether the file starts with the signature of a page.
  func isPage() throws(SystemError) -> Bool {
    FileSignature.isPage(
      try SystemCalls.bytes(of: descriptor, at: 0, byteCount: FileSignature.byteCount))
  }

  /// Whether the file contains the end of an image.
  var hasEnd: Bool {
    ImageEndFinder.end { offset, count in
      try? SystemCalls.bytes(of: self.descriptor, at: offset, byteCount: count)
    } != nil
  }

  /// Computes the digest; other tasks can run between the chunks.
  ///
  /// - Throws: `SystemError`, `CancellationError`.
  func digest() async throws -> ContentDigest {
    var builder = ContentDigestBuilder()
    var offset = 0
    while true {
      try Task.checkCancellation()
      let piece = try SystemCalls.bytes(of: descriptor, at: offset, byteCount: Self.pieceByteCount)
      builder.add(piece)
      offset += piece.count
      guard piece.count == Self.pieceByteCount, offset < fingerprint.byteCount else {
        return builder.digest
      }
      await Task.yield()
    }
  }
}
