// SPDX-License-Identifier: Apache-2.0

/// The bytes of a page on their way into a store.
public struct PageInput: Sendable {
  enum Origin: Sendable {
    case bytes([UInt8])
    case file(String)
    case stream(@Sendable (_ take: ([UInt8]) async throws -> Void) async throws -> Void)
  }

  let origin: Origin

  /// Creates an input of bytes in memory.
  ///
  /// - Parameter bytes: A whole image file.
  /// - Returns: The input.
  public static func bytes(_ bytes: [UInt8]) -> Self { Self(origin: .bytes(bytes)) }

  /// Creates an input that is read from a file.
  ///
  /// The file is copied and stays where it is.
  ///
  /// - Parameter path: A regular file, or a symbolic link to one.
  /// - Returns: The input.
  public static func file(_ path: String) -> Self { Self(origin: .file(path)) }

  /// Creates an input that arrives in pieces.
  ///
  /// The next piece is asked for when the one before is written. A file is open from the first piece
  /// to the last: the caller decides how many streams arrive at a time.
  ///
  /// - Parameter chunks: The pieces of an image file in order; read once.
  /// - Returns: The input.
  public static func stream<Chunks: AsyncSequence & Sendable>(_ chunks: Chunks) -> Self
  where Chunks.Element == [UInt8] {
    Self(
      origin: .stream { take in
        for try await chunk in chunks { try await take(chunk) }
      })
  }
}

/// What becomes of a page whose file is not an image that can be shown.
public enum UnreadablePagePolicy: Hashable, Sendable {
  /// It is refused with `PageStoreError.refused`.
  case refuse
  /// It is kept with its bytes, without a size, and marked as damaged.
  case keepAsDamaged
}
