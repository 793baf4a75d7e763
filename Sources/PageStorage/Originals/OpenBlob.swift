// SPDX-License-Identifier: Apache-2.0

import Crypto
import GallerySystem

/// Bytes that are open for reading, at any place.
///
/// They stay readable as long as they are referenced, even if they are removed meanwhile.
protocol OpenBlob: Sendable {
  /// The number of bytes.
  var byteCount: Int { get }

  /// Reads bytes.
  ///
  /// - Parameter range: The range.
  /// - Returns: The bytes; fewer if the range ends behind the last byte.
  /// - Throws: `PageStoreError.io`.
  func bytes(in range: Range<Int>) async throws(PageStoreError) -> [UInt8]

  /// Whether the bytes were compared with their digest when they were opened, and are again if they change.
  var isVerified: Bool { get }

  /// Returns what the bytes cannot be changed without, `nil` if nothing tells.
  ///
  /// - Throws: `PageStoreError.io`.
  func version() async throws(PageStoreError) -> BlobVersion?
}

/// What distinguishes bytes of a blob from others that take their place.
enum BlobVersion: Hashable, Sendable {
  /// A file that was not changed for a while.
  case file(FileStatus)
  /// The tag of an object.
  case object(String)

  /// The time for which a file is not changed before its status tells its bytes, in nanoseconds: two changes within a
  /// tick of the kernel have the same time, and the clock of a machine that shares its files may be late.
  private static let settlingTime: Int64 = 10_000_000_000

  /// Returns the version of a file, `nil` if it was changed a short time ago.
  static func settled(_ status: FileStatus, now: Int64 = SystemCalls.nanoseconds) -> Self? {
    now &- status.changed > settlingTime ? .file(status) : nil
  }
}

extension OpenBlob {
  var isVerified: Bool { false }

  func version() async throws(PageStoreError) -> BlobVersion? { nil }
}

extension OpenBlob {
  /// Returns the SHA-256 of all bytes, of which 4 MiB are in memory at a time.
  ///
  /// - Throws: `PageStoreError.io`.
  func digest() async throws(PageStoreError) -> ContentDigest {
    var hash = SHA256()
    for start in stride(from: 0, to: byteCount, by: 4 << 20) {
      hash.update(data: try await bytes(in: start..<min(byteCount, start + (4 << 20))))
    }
    return ContentDigest(hash.finalize())
  }
}
