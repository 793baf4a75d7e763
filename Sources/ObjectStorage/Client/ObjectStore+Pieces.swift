// SPDX-License-Identifier: Apache-2.0
#if ObjectStorage

  import NIOHTTP1

  /// What a service says of an object.
  public struct ObjectFacts: Hashable, Sendable {
    /// The number of bytes.
    public let byteCount: Int

    /// What the service calls this version of the object (`ETag`), `nil` if it does not tell it.
    public let tag: String?

    /// When the service got this version (`Last-Modified`), `nil` if it does not tell it.
    public let modified: String?

    init(byteCount: Int, _ headers: HTTPHeaders) {
      self.byteCount = byteCount
      tag = headers.first(name: "etag").flatMap { $0.isEmpty || $0 == "\"\"" ? nil : $0 }
      modified = headers.first(name: "last-modified")
    }
  }

  extension ObjectStore {
    /// Returns a part of an object, and what the service says of it; `nil` if there is no object.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - range: The bytes to return, not empty; all by default. Those behind the end are left out.
    ///   - tag: The version that the bytes have to be of, any by default.
    ///   - limit: The maximum number of bytes.
    /// - Returns: The bytes and the facts.
    /// - Throws: `ObjectStoreError`; `.refused` for a bucket that does not exist; `.unexpectedResponse` if the service
    ///   has another version, or answers with other bytes than those of the range.
    public func piece(
      of key: String, in range: Range<Int>? = nil, tag: String? = nil, limit: Int
    ) async throws(ObjectStoreError) -> (bytes: [UInt8], facts: ObjectFacts)? {
      var request = request("GET", key)
      if let range {
        request.headers = [("range", "bytes=\(range.lowerBound)-\(range.upperBound - 1)")]
      }
      if let tag { request.headers.append(("if-match", tag)) }
      let answer = try await send(request, range: range, limit: limit)
      switch (answer.status, range) {
      // A service may ignore the range.
      case (200, _):
        return (answer.body, ObjectFacts(byteCount: answer.byteCount, answer.headers))
      case (206, let range?):
        guard let found = answer.contentRange, found.start == range.lowerBound else {
          throw .unexpectedResponse("the bytes of \(key) are not those of the range")
        }
        return (answer.body, ObjectFacts(byteCount: found.byteCount, answer.headers))
      case (404, _) where answer.code != "NoSuchBucket": return nil
      case (412, _): throw .unexpectedResponse("\(key) was changed while it was read")
      case (416, _):
        return ([], ObjectFacts(byteCount: answer.contentRange?.byteCount ?? 0, answer.headers))
      default: throw refusal(answer)
      }
    }

    /// Returns what the service says of an object, `nil` if there is none.
    ///
    /// - Parameter key: The key.
    /// - Returns: The facts.
    /// - Throws: `ObjectStoreError`.
    public func facts(of key: String) async throws(ObjectStoreError) -> ObjectFacts? {
      let answer = try await send(request("HEAD", key))
      switch answer.status {
      case 200:
        guard let count = answer.headers.first(name: "content-length").flatMap({ Int($0) }) else {
          throw .unexpectedResponse("the number of bytes of \(key) is missing")
        }
        return ObjectFacts(byteCount: count, answer.headers)
      case 404: return nil
      // Only a body tells whether the credentials have ended: then they are renewed.
      case 400, 401, 403: return try await piece(of: key, in: 0..<1, limit: 1)?.facts
      default: throw refusal(answer)
      }
    }
  }

  extension ObjectStore.Answer {
    /// The first byte and the number of all bytes in `Content-Range`; the first byte is -1 if there is none.
    fileprivate var contentRange: (start: Int, byteCount: Int)? {
      guard let field = headers.first(name: "content-range"), field.hasPrefix("bytes ") else {
        return nil
      }
      let parts = field.dropFirst(6).split(separator: "/")
      guard parts.count == 2, let byteCount = Int(parts[1]), byteCount >= 0 else { return nil }
      return (parts[0].split(separator: "-").first.flatMap { Int($0) } ?? -1, byteCount)
    }
  }
#endif
