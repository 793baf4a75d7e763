// SPDX-License-Identifier: Apache-2.0
#if ObjectStorage

  import ObjectStorage

  /// An original in a bucket, read by ranges.
  struct OpenObject: OpenBlob {
    let objects: ObjectStore
    let key: String
    let digest: ContentDigest
    let byteCount: Int
    /// What the service called the object when it was opened, `nil` if it did not tell it.
    var tag: String?

    func version() -> BlobVersion? { tag.map { .object($0) } }

    func bytes(in range: Range<Int>) async throws(PageStoreError) -> [UInt8] {
      let range = range.clamped(to: 0..<byteCount)
      guard !range.isEmpty else { return [] }
      let bytes = try await ObjectBlobs.converting { () throws(ObjectStoreError) in
        try await objects.piece(of: key, in: range, tag: tag, limit: range.count)?.bytes
      }
      // It was removed, or replaced by a shorter one, since it was opened.
      guard let bytes, bytes.count == range.count else { throw .corrupted(.original(digest)) }
      return bytes
    }
  }

  // MARK: - Errors

  extension ObjectBlobs {
    /// Calls a function, and throws its errors as those of a store.
    static func converting<Value>(
      _ body: () async throws(ObjectStoreError) -> Value
    ) async throws(PageStoreError) -> Value {
      do throws(ObjectStoreError) {
        return try await body()
      } catch {
        throw storeError(error)
      }
    }

    static func storeError(_ error: ObjectStoreError) -> PageStoreError {
      switch error {
      case .busy: .unreachable(reason: "the object store is overloaded")
      case .refused(_, "QuotaExceeded"): .full(operation: "put an original")
      case .refused(let status, let code) where [401, 403].contains(status):
        .unfitLocation(
          reason:
            "the object store denies access with \(status) \(code): check the credentials and their rights"
        )
      case .refused(404, "NoSuchBucket"):
        .unfitLocation(reason: "the object store has no such bucket")
      case .refused(let status, _) where [301, 302, 307, 308].contains(status):
        .unfitLocation(
          reason:
            "the object store has the bucket in another region or at another address (\(status))")
      case .unreachable(let reason), .unexpectedResponse(let reason), .noCredentials(let reason):
        .unreachable(reason: "the object store: \(reason)")
      case .refused(let status, let code):
        .unreachable(reason: "the object store refused a request with \(status) \(code)")
      case .wrongChecksum(let key):
        digest(key).map { .corrupted(.original($0)) }
          ?? .unreachable(reason: "the object store has stored other bytes as \(key)")
      case .cancelled: .cancelled
      case .tooLong(_, let limit):
        .limitExceeded(.pageByteCount, found: limit + 1, allowed: limit)
      }
    }
  }
#endif
