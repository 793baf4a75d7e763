// SPDX-License-Identifier: Apache-2.0

/// The bytes of a page on their way into a store.
public struct PageInput: Sendable {
  /// Passes the bytes of one piece to its parameter, on the thread that calls.
  typealias Piece = @Sendable (_ take: (UnsafeRawBufferPointer) throws -> Void) throws -> Void

  /// Pieces that arrive, and how many bytes they have together if that was announced.
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

  /// What is kept with the page; a file has its name to begin with.
  ///
  /// ```swift
  /// var input = PageInput.file("scan-7.jpg")
  /// input.metadata.source = "scanner 2"
  /// ```
  ///
  /// When it was captured is read from the image unless it is told here.
  public var metadata = PageMetadata()

  /// The SHA-256 that was announced, `nil` if none was: other bytes are refused.
  public var digest: ContentDigest?

  /// What the page is turned by when it comes; not at all by default.
  package var rotation = QuarterTurns.none

  /// Whether the metadata are all that is to be kept, whatever the image states.
  package var isDescribed = false

  /// Whether bytes that are no image are kept, also where they are refused otherwise.
  package var keepsDamage = false

  /// Creates an input of bytes in memory.
  ///
  /// - Parameter bytes: A whole image file.
  /// - Returns: The input.
  public static func bytes(_ bytes: [UInt8]) -> Self { Self(origin: .bytes(bytes)) }

  /// Creates an input that is read from a file.
  ///
  /// The file is copied and stays where it is. Its name, without folders, is kept as
  /// ``PageMetadata/fileName``.
  ///
  /// - Parameter path: A regular file, or a symbolic link to one.
  /// - Returns: The input.
  public static func file(_ path: String) -> Self {
    let name = path.utf8.split(separator: UInt8(ascii: "/")).last.map { String(Substring($0)) }
    return Self(origin: .file(path), metadata: PageMetadata(fileName: name))
  }

  /// Creates an input that arrives in pieces, which are sequences of bytes.
  ///
  /// The next piece is asked for when the one before is written. A file is open from the first piece
  /// to the last: the caller decides how many streams arrive at a time. Pieces that keep their bytes in a
  /// row, as arrays, slices and views of buffers do, are not copied.
  ///
  /// What does not begin like an image is refused as soon as that is known, unless such files are kept.
  ///
  /// - Parameters:
  ///   - chunks: The pieces of an image file in order; read once.
  ///   - byteCount: The number of bytes that was announced, as by `Content-Length`. `nil` by default: it
  ///     is unknown. More than a page may have is refused at once, and so is another number of bytes.
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

  /// Creates an input that arrives in pieces of any kind.
  ///
  /// A buffer of SwiftNIO lends its bytes to a closure, as this one does, and so it is taken as it is:
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
  /// What has a span of bytes passes that: `try piece.bytes.withUnsafeBytes(take)`.
  ///
  /// - Parameters:
  ///   - chunks: The pieces of an image file in order; read once.
  ///   - byteCount: The number of bytes that was announced, as for ``stream(_:byteCount:)``.
  ///   - withBytes: Passes the bytes of a piece to its second parameter, once or several times in their
  ///     order. What that throws ends the page, whether the closure passes it on or not; any other error
  ///     that it throws becomes `PageStoreError.streamFailed`. It is called on a thread that may block.
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

/// What becomes of a page whose file is not an image that can be shown.
public enum UnreadablePagePolicy: Hashable, Sendable {
  /// It is refused with `PageStoreError.refused`.
  case refuse
  /// It is kept with its bytes, without a size, and marked as damaged.
  case keepAsDamaged
}
