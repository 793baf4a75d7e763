// SPDX-License-Identifier: Apache-2.0

import Crypto

/// The bytes of originals under their SHA-256: the part of an engine that holds no rows.
///
/// Each operation is asynchronous, because the bytes may be on another machine. There is neither a
/// rename nor a link. Bytes are put before the commit that refers to them; those that no commit
/// refers to are found by ``digests(from:after:limit:)``.
protocol BlobStore: Sendable {
  /// Returns a text that is the same for all engines with the same bytes, whatever leads to them.
  ///
  /// - Throws: `PageStoreError.io`.
  func place() async throws(PageStoreError) -> String

  /// Stores bytes unless they are stored; when the call returns, they are durable in either case.
  ///
  /// - Parameters:
  ///   - source: The bytes, which are read once, in pieces.
  ///   - digest: Their SHA-256.
  /// - Returns: Whether they were stored by this call.
  /// - Throws: `PageStoreError.otherDigest` if the bytes have another one; nothing is stored then.
  ///   `.readOnly`, `.full`, `.io`, and what the source throws.
  func put(_ source: any OpenBlob, as digest: ContentDigest) async throws(PageStoreError) -> Bool

  /// Opens bytes for reading, `nil` if there are none.
  ///
  /// - Throws: `PageStoreError.irregularFile`, `.io`.
  func open(_ digest: ContentDigest) async throws(PageStoreError) -> (any OpenBlob)?

  /// Returns all bytes, verified against their digest.
  ///
  /// - Parameters:
  ///   - digest: The digest.
  ///   - limit: The maximum number of bytes.
  /// - Returns: The bytes.
  /// - Throws: `PageStoreError.corrupted(.original)` if they are missing or altered,
  ///   `.limitExceeded`, `.irregularFile`, `.io`.
  func bytes(of digest: ContentDigest, limit: Int) async throws(PageStoreError) -> [UInt8]

  /// Returns the number of bytes, `nil` if there are none.
  ///
  /// - Throws: `PageStoreError.irregularFile`, `.io`.
  func byteCount(of digest: ContentDigest) async throws(PageStoreError) -> Int?

  /// Returns whether the stored bytes have their digest; it reads all of them, as they are stored.
  ///
  /// - Throws: `PageStoreError.unreachable`, `.io`.
  func isSound(_ digest: ContentDigest) async throws(PageStoreError) -> Bool

  /// Removes bytes, if they exist.
  ///
  /// - Throws: `PageStoreError.readOnly`, `.io`.
  func remove(_ digests: Set<ContentDigest>) async throws(PageStoreError)

  /// Returns the digests of stored bytes, in their order.
  ///
  /// - Parameters:
  ///   - prefix: The first hexadecimal digits, in lower case.
  ///   - last: The last digest of the previous call, `nil` for the first call.
  ///   - limit: The maximum number of digests.
  /// - Returns: The digests; fewer than `limit` only at the end.
  /// - Throws: `PageStoreError.io`.
  /// - Precondition: `limit >= 0`.
  func digests(
    from prefix: String, after last: ContentDigest?, limit: Int
  ) async throws(PageStoreError) -> [ContentDigest]

  /// The originals themselves, without a cache in front of them.
  var withoutCache: any BlobStore { get }
}

extension BlobStore {
  /// The originals themselves, without a cache in front of them.
  var withoutCache: any BlobStore { self }

  /// Returns all bytes, verified against their digest.
  func bytes(of digest: ContentDigest, limit: Int) async throws(PageStoreError) -> [UInt8] {
    guard let blob = try await open(digest) else { throw .corrupted(.original(digest)) }
    guard blob.byteCount <= limit else {
      throw .limitExceeded(.pageByteCount, found: blob.byteCount, allowed: limit)
    }
    let bytes = try await blob.bytes(in: 0..<blob.byteCount)
    guard ContentDigest(SHA256.hash(data: bytes)) == digest else {
      throw .corrupted(.original(digest))
    }
    return bytes
  }

  /// Returns the number of bytes, `nil` if there are none.
  func byteCount(of digest: ContentDigest) async throws(PageStoreError) -> Int? {
    try await open(digest)?.byteCount
  }

  /// Returns whether the stored bytes have their digest.
  func isSound(_ digest: ContentDigest) async throws(PageStoreError) -> Bool {
    do throws(PageStoreError) {
      guard let blob = try await open(digest) else { return false }
      return try await blob.digest() == digest
    } catch {
      switch error {
      case .corrupted, .irregularFile: return false
      default: throw error
      }
    }
  }

  /// Stores bytes, also in place of ones that were altered; when the call returns, they are stored and durable.
  ///
  /// Bytes that are there already are read: whoever is told that a page was stored can rely on it.
  ///
  /// - Parameters:
  ///   - source: The bytes, which are read twice if others have to be replaced.
  ///   - digest: Their SHA-256.
  /// - Throws: `PageStoreError.corrupted(.original)` if something else is in their place and cannot be removed; what
  ///   ``put(_:as:)`` and ``remove(_:)`` can throw.
  func store(_ source: any OpenBlob, as digest: ContentDigest) async throws(PageStoreError) {
    if try await put(source, as: digest) { return }
    // Twice: another process may have replaced them, and whoever it told relies on its bytes.
    for _ in 0..<2 where try await isSound(digest) { return }
    try await remove([digest])
    if try await put(source, as: digest) { return }
    // What is no file stays where it is.
    guard try await isSound(digest) else { throw .corrupted(.original(digest)) }
  }
}
