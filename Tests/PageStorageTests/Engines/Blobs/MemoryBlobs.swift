// SPDX-License-Identifier: Apache-2.0

import Crypto
import Synchronization

@testable import PageStorage

/// Bytes in memory, as a source or as an original.
struct BytesInMemory: OpenBlob {
  let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var byteCount: Int { bytes.count }

  func bytes(in range: Range<Int>) async throws(PageStoreError) -> [UInt8] {
    Array(bytes[range.clamped(to: 0..<bytes.count)])
  }
}

/// Originals in a dictionary.
final class MemoryBlobs: BlobStore {
  private let blobs = Mutex<[ContentDigest: [UInt8]]>([:])

  func place() -> String { "\(ObjectIdentifier(self))" }

  func put(_ source: any OpenBlob, as digest: ContentDigest) async throws(PageStoreError) -> Bool {
    let bytes = try await source.bytes(in: 0..<source.byteCount)
    let found = ContentDigest(SHA256.hash(data: bytes))
    guard found == digest else { throw .otherDigest(expected: digest, found: found) }
    return blobs.withLock { blobs in
      guard blobs[digest] == nil else { return false }
      blobs[digest] = bytes
      return true
    }
  }

  func open(_ digest: ContentDigest) async throws(PageStoreError) -> (any OpenBlob)? {
    blobs.withLock { $0[digest] }.map { BytesInMemory($0) }
  }

  func remove(_ digests: Set<ContentDigest>) async throws(PageStoreError) {
    blobs.withLock { blobs in
      for digest in digests { blobs[digest] = nil }
    }
  }

  func digests(
    from prefix: String, after last: ContentDigest?, limit: Int
  ) async throws(PageStoreError) -> [ContentDigest] {
    let texts = blobs.withLock { $0.keys.map(\.description) }
      .filter { $0.hasPrefix(prefix) && $0 > last?.description ?? "" }
    return texts.sorted().prefix(limit).compactMap { ContentDigest(text: $0) }
  }

  /// Replaces bytes by others, as a broken disk does.
  func damage(_ digest: ContentDigest) {
    blobs.withLock { $0[digest]?[0] ^= 1 }
  }
}
