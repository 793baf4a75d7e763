// SPDX-License-Identifier: Apache-2.0
#if ObjectStorage

  import Crypto
  import ObjectStorage

  /// Originals as objects of a bucket.
  ///
  /// The key of an object is `blobs/`, the first two digits of its digest, `/`, and the rest.
  struct ObjectBlobs: BlobStore {
    let objects: ObjectStore
    /// The maximum number of bytes of an original.
    let limit: Int

    static let root = "blobs/"

    /// Returns the key of a digest, or what the keys begin with whose digests begin with some digits.
    static func key(_ digits: String) -> String {
      guard digits.count > 2 else { return root + digits }
      return "\(root)\(digits.prefix(2))/\(digits.dropFirst(2))"
    }

    func place() -> String {
      let place = objects.configuration
      return "\(place.endpoint)/\(place.bucket)/\(place.prefix)"
    }

    func put(_ source: any OpenBlob, as digest: ContentDigest) async throws(PageStoreError) -> Bool
    {
      guard source.byteCount <= limit else {
        throw .limitExceeded(.pageByteCount, found: source.byteCount, allowed: limit)
      }
      guard source.byteCount <= objects.configuration.multipartThreshold else {
        return try await putInParts(source, as: digest)
      }
      let bytes = try await source.bytes(in: 0..<source.byteCount)
      let found = ContentDigest(SHA256.hash(data: bytes))
      guard found == digest else { throw .otherDigest(expected: digest, found: found) }
      return try await Self.converting { () throws(ObjectStoreError) in
        try await objects.put(bytes, as: Self.key(digest.description))
      }
    }

    func open(_ digest: ContentDigest) async throws(PageStoreError) -> (any OpenBlob)? {
      let key = Self.key(digest.description)
      let facts = try await Self.converting { () throws(ObjectStoreError) in
        try await objects.facts(of: key)
      }
      return facts.map { facts in
        OpenObject(
          objects: objects, key: key, digest: digest, byteCount: facts.byteCount, tag: facts.tag)
      }
    }

    func bytes(of digest: ContentDigest, limit: Int) async throws(PageStoreError) -> [UInt8] {
      let bytes: [UInt8]?
      do throws(ObjectStoreError) {
        bytes = try await objects.bytes(of: Self.key(digest.description), limit: limit)
      } catch {
        guard case .tooLong = error else { throw Self.storeError(error) }
        let found = try await byteCount(of: digest) ?? limit
        throw .limitExceeded(.pageByteCount, found: found, allowed: limit)
      }
      guard let bytes, ContentDigest(SHA256.hash(data: bytes)) == digest else {
        throw .corrupted(.original(digest))
      }
      return bytes
    }

    func byteCount(of digest: ContentDigest) async throws(PageStoreError) -> Int? {
      try await Self.converting { () throws(ObjectStoreError) in
        try await objects.byteCount(of: Self.key(digest.description))
      }
    }

    func remove(_ digests: Set<ContentDigest>) async throws(PageStoreError) {
      for digest in digests {
        try await Self.converting { () throws(ObjectStoreError) in
          try await objects.remove(Self.key(digest.description))
        }
      }
    }

    func digests(
      from prefix: String, after last: ContentDigest?, limit: Int
    ) async throws(PageStoreError) -> [ContentDigest] {
      precondition(limit >= 0, "a negative number of digests")
      var (digests, last) = ([ContentDigest](), last.map { Self.key($0.description) })
      while digests.count < limit {
        let count = min(limit - digests.count, 1_000)
        let keys = try await Self.converting { [last] () throws(ObjectStoreError) in
          try await objects.keys(from: Self.key(prefix), after: last, limit: count)
        }
        digests += keys.compactMap(Self.digest)
        guard keys.count == count else { break }
        last = keys.last
      }
      return digests
    }

    /// Returns the digest of a key, `nil` for an object that is none of a store.
    static func digest(_ key: String) -> ContentDigest? {
      guard key.hasPrefix(root) else { return nil }
      let text = key.dropFirst(root.count).filter { $0 != "/" }
      return ContentDigest(text: text).flatMap { Self.key($0.description) == key ? $0 : nil }
    }
  }
#endif
