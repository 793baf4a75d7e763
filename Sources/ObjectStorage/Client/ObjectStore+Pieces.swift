// SPDX-License-Identifier: Apache-2.0
#if ObjectStorage

  import NIOHTTP1

  /// A part of an object, or all of it.
  public struct ObjectPiece: Hashable, Sendable {
    /// The bytes.
    public let bytes: [UInt8]

    /// The number of bytes of the whole object, `nil` if the service does not tell it.
    public let byteCount: Int?

    /// What the service calls this version of the object (`ETag`), `nil` if it does not tell it.
    public let tag: String?
  }

  extension ObjectStore {
    /// Returns a part of an object, `nil` if there is no object.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - range: The bytes to return, not empty; all by default. Those behind the end are left out.
    ///   - limit: The maximum number of bytes.
    /// - Returns: The bytes, and what the service says of the object.
    /// - Throws: `ObjectStoreError`.
    public func piece(
      of key: String, in range: Range<Int>? = nil, limit: Int
    ) async throws(ObjectStoreError) -> ObjectPiece? {
      var request = request("GET", key)
      if let range {
        request.headers = [("range", "bytes=\(range.lowerBound)-\(range.upperBound - 1)")]
      }
      let answer = try await send(request, limit: limit)
      switch (answer.status, range) {
      case (200, nil): return answer.piece(answer.body, of: answer.body.count)
      case (206, _): return answer.piece(answer.body, of: answer.wholeByteCount)
      // A service may ignore the range.
      case (200, let range?):
        return answer.piece(
          Array(answer.body[range.clamped(to: answer.body.indices)]), of: answer.body.count)
      case (404, _): return nil
      case (416, _): return answer.piece([], of: answer.wholeByteCount)
      default: throw refusal(answer)
      }
    }

    /// Returns what a service calls the present version of an object (`ETag`).
    ///
    /// - Parameter key: The key.
    /// - Returns: The name; `nil` if there is no object, or it has no name.
    /// - Throws: `ObjectStoreError`.
    public func tag(of key: String) async throws(ObjectStoreError) -> String? {
      try await headers(of: key)?.first(name: "etag")
    }

    /// Returns the fields of the response to a request without the object, `nil` if there is none.
    func headers(of key: String) async throws(ObjectStoreError) -> HTTPHeaders? {
      let answer = try await send(request("HEAD", key))
      switch answer.status {
      case 200: return answer.headers
      case 404: return nil
      default: throw refusal(answer)
      }
    }
  }

  extension ObjectStore.Answer {
    /// The number after the slash of `Content-Range`.
    fileprivate var wholeByteCount: Int? {
      headers.first(name: "content-range")?.split(separator: "/").last.flatMap { Int($0) }
    }

    fileprivate func piece(_ bytes: [UInt8], of byteCount: Int?) -> ObjectPiece {
      ObjectPiece(bytes: bytes, byteCount: byteCount, tag: headers.first(name: "etag"))
    }
  }
#endif
