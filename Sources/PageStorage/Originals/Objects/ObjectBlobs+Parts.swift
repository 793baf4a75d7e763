// SPDX-License-Identifier: Apache-2.0
#if ObjectStorage

  import Crypto
  import ObjectStorage

  extension ObjectBlobs {
    /// Puts a large original, of which one part is in memory at a time.
    ///
    /// The object exists when all parts are there and have the digest.
    func putInParts(
      _ source: any OpenBlob, as digest: ContentDigest
    ) async throws(PageStoreError) -> Bool {
      // A service may look at the condition only after all parts.
      guard try await byteCount(of: digest) == nil else { return false }
      var upload = try await Self.converting { () throws(ObjectStoreError) in
        try await objects.beginUpload(as: Self.key(digest.description))
      }
      do throws(PageStoreError) {
        try await Self.add(source, of: digest, to: &upload, partByteCount(of: source))
        return try await Self.converting { [upload] () throws(ObjectStoreError) in
          try await upload.complete()
        }
      } catch {
        await upload.abort()
        throw error
      }
    }

    private func partByteCount(of source: any OpenBlob) -> Int {
      objects.configuration.partByteCount(of: source.byteCount)
    }

    private static func add(
      _ source: any OpenBlob, of digest: ContentDigest, to upload: inout ObjectUpload,
      _ partByteCount: Int
    ) async throws(PageStoreError) {
      var hash = SHA256()
      for start in stride(from: 0, to: source.byteCount, by: partByteCount) {
        let bytes = try await source.bytes(
          in: start..<min(source.byteCount, start + partByteCount))
        hash.update(data: bytes)
        do throws(ObjectStoreError) {
          try await upload.add(bytes)
        } catch {
          throw storeError(error)
        }
      }
      let found = ContentDigest(hash.finalize())
      guard found == digest else { throw .otherDigest(expected: digest, found: found) }
    }
  }
#endif
