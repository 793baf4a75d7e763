// SPDX-License-Identifier: Apache-2.0

import PageStorage

/// A file that is held open while it is taken in.
///
/// Another name, or none, does not take it away; what its writer does to it is noticed.
final class WatchedInput: Sendable {
  private let descriptor: System.Descriptor
  private let look: WatchedFiles.Look
  private let name: String

  private static let pieceByteCount = 1 << 20

  /// Opens a file.
  init(_ path: Path) throws(SystemError) {
    name = String(decoding: path.lastComponent, as: UTF8.self)
    descriptor = try System.open(path)
    do throws(SystemError) {
      look = WatchedFiles.Look(try System.status(ofOpen: descriptor))
    } catch {
      try? System.close(descriptor)
      throw error
    }
  }

  deinit { try? System.close(descriptor) }

  /// What a store takes.
  var input: PageInput {
    var input = PageInput.file("/proc/self/fd/\(descriptor)")
    input.metadata.fileName = name
    return input
  }

  /// Whether the file looks as it did when it was opened, but for its name.
  var isUnchanged: Bool {
    (try? System.status(ofOpen: descriptor)).map { WatchedFiles.Look($0) } == look
  }

  /// Whether the file starts like a page.
  func isPage() throws(SystemError) -> Bool {
    FileSignature.isPage(
      try System.read(descriptor, count: FileSignature.byteCount, at: 0))
  }

  /// Whether the end of an image is in the file.
  var hasEnd: Bool {
    ImageEndFinder.end { offset, count in
      try? System.read(self.descriptor, count: count, at: offset)
    } != nil
  }

  /// Computes the digest; other tasks run between the pieces.
  ///
  /// - Throws: `SystemError`, `CancellationError`.
  func digest() async throws -> ContentDigest {
    var builder = ContentDigestBuilder()
    var offset = 0
    while true {
      try Task.checkCancellation()
      let piece = try System.read(descriptor, count: Self.pieceByteCount, at: offset)
      builder.add(piece)
      offset += piece.count
      guard piece.count == Self.pieceByteCount, offset < look.byteCount else {
        return builder.digest
      }
      await Task.yield()
    }
  }
}
