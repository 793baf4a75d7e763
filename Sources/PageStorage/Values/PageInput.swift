// SPDX-License-Identifier: Apache-2.0

package import GalleryPages

/// The bytes and metadata of a page to be added to a store.
public struct PageInput: Sendable {
  /// Passes the bytes of one piece to its parameter, on the calling thread.
  typealias Piece = @Sendable (_ take: (UnsafeRawBufferPointer) throws -> Void) throws -> Void

  /// A stream of pieces, with their total number of bytes if it was announced.
  struct Stream: Sendable {
    var byteCount: Int?
    var pieces: @Sendable (_ take: (@escaping Piece) async throws -> Void) async throws -> Void
  }

  enum Origin: Sendable {
    case bytes([UInt8])
    case file(String)
    case stream(Stream)
  }

  let origin: Origin

  /// The metadata to store with the page; a file input starts with its file name.
  ///
  /// ```swift
  /// var input = PageInput.file("scan-7.jpg")
  /// input.metadata.source = "scanner 2"
  /// ```
  ///
  /// The capture time is read from the image unless it is set here.
  public var metadata = PageMetadata()

  /// The expected SHA-256, or `nil`: input with another digest is refused.
  public var digest: ContentDigest?

  /// The rotation that the page starts with; none by default.
  package var rotation = QuarterTurns.none

  /// Whether the metadata are complete: nothing is added from the image.
  package var isDescribed = false

  /// Whether bytes that are not an image are kept, even where they would otherwise be refused.
  package var keepsDamage = false

  /// Creates an input of bytes in memory.
  ///
  /// - Parameter bytes: A whole image file.
  /// - Returns: The input.
  public static func bytes(_ bytes: [UInt8]) -> Self { Self(origin: .bytes(bytes)) }

  /// Creates an input that is read from a file.
  ///
  /// The file is copied; the original stays. Its name, without folders, is kept as
  /// ``PageMetadata/fileName``.
  ///
  /// - Parameter path: A regular file, or a symbolic link to one.
  /// - Returns: The input.
  public static func file(_ path: String) -> Self {
    let name = path.utf8.split(separator: UInt8(ascii: "/")).last.map { String(Substring($0)) }
    return Self(origin: .file(path), metadata: PageMetadata(fileName: name))
  }

  /// Creates an input that arrives in pieces, each a sequence of bytes.
  ///
  /// The next piece is requested after the previous one is written. A file stays open from the
  /// first piece to the last: the caller decides how many streams run concurrently. Pieces with
  /// contiguous storage (arrays, slices, buffer views) are not copied.
  ///
  /// Input that does not begin like an image is refused as soon as that is known, unless such files
  /// are kept.
  ///
  /// - Parameters:
  ///   - chunks: The pieces of an image file in order; read once.
  ///   - byteCount: The announced number of bytes, for example from `Content-Length`; `nil`, the
  ///     default, if unknown. A number above the page limit is refused at once; so is a stream of
  ///     another length.
  /// - Returns: The input.
  public static func stream<Chunks: AsyncSequence & Sendable>(
    _ chunks: Chunks, byteCount: Int? = nil
  ) -> Self where Chunks.Element: Sequence<UInt8> & Sendable {
    stream(chunks, byteCount: byteCount) { chunk, take in
      let isDone: Void? = try chunk.withContiguousStorageIfAvailable { bytes in
        try take(UnsafeRawBufferPointer(bytes))
      }
      if isDone == nil { try Array(chunk).withUnsafeBytes(take) }
    }
  }

  /// Creates an input that arrives in pieces of any type.
  ///
  /// A SwiftNIO buffer passes its bytes to a closure, like this one, and is used without a copy:
  ///
  /// ```swift
  /// struct Buffer: Sendable {
  ///   var storage: [UInt8]
  ///
  ///   func withUnsafeReadableBytes(_ body: (UnsafeRawBufferPointer) throws -> Void) rethrows {
  ///     try storage.withUnsafeBytes(body)
  ///   }
  /// }
  ///
  /// func input(of body: AsyncStream<Buffer>) -> PageInput {
  ///   .stream(body) { buffer, take in try buffer.withUnsafeReadableBytes(take) }
  /// }
  /// ```
  ///
  /// A type with a byte span passes that: `try piece.bytes.withUnsafeBytes(take)`.
  ///
  /// - Parameters:
  ///   - chunks: The pieces of an image file in order; read once.
  ///   - byteCount: The announced number of bytes, as for ``stream(_:byteCount:)``.
  ///   - withBytes: Passes the bytes of a piece to its second parameter, once or in several
  ///     consecutive parts. An error of that call fails the page, whether the closure rethrows it
  ///     or not; any other error of the closure becomes `PageStoreError.streamFailed`. It is called
  ///     on a thread that may block.
  /// - Returns: The input.
  public static func stream<Chunks: AsyncSequence & Sendable>(
    _ chunks: Chunks, byteCount: Int? = nil,
    withBytes:
      @escaping @Sendable (
        _ chunk: Chunks.Element, _ take: (UnsafeRawBufferPointer) throws -> Void
      ) throws -> Void
  ) -> Self where Chunks.Element: Sendable {
    Self(
      origin: .stream(
        Stream(byteCount: byteCount) { take in
          for try await chunk in chunks {
            try await take { write in try withBytes(chunk, write) }
          }
        }))
  }
}

/// The treatment of a file that is not a displayable image.
public enum UnreadablePagePolicy: Hashable, Sendable {
  /// The page is refused with `PageStoreError.refused`.
  case refuse
  /// The bytes are stored without a size, and the page is marked as damaged.
  case keepAsDamaged
}
