// SPDX-License-Identifier: Apache-2.0
#if ObjectStorage

  import NIOHTTP1

  extension ObjectStore {
    /// Puts an object unless there is one under its key.
    ///
    /// - Parameters:
    ///   - bytes: The bytes, always the same ones for a key.
    ///   - key: The key.
    /// - Returns: Whether there was none. After a lost response it may be the own one that is found.
    /// - Throws: `ObjectStoreError`; `.wrongChecksum` if the service has stored other bytes.
    public func put(_ bytes: [UInt8], as key: String) async throws(ObjectStoreError) -> Bool {
      var request = request("PUT", key)
      request.headers = [("if-none-match", "*")]
      let checksum = request.addChecksums(of: bytes)
      let answer = try await send(request, body: bytes)
      switch answer.status {
      case 200, 201:
        try answer.check(checksum, of: key)
        // What answers to everything, such as a proxy that asks for a password, has stored nothing.
        guard answer.tellsOfObject else {
          throw .unexpectedResponse("it does not tell that it has stored \(key)")
        }
        return true
      // 409: another request puts the same object at the same time.
      case 412, 409: return false
      default: throw refusal(answer)
      }
    }

    /// Returns the bytes of an object, `nil` if there is none.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - range: The bytes to return, all by default. Those behind the end are left out.
    ///   - limit: The maximum number of bytes.
    /// - Returns: The bytes.
    /// - Throws: `ObjectStoreError`.
    public func bytes(
      of key: String, in range: Range<Int>? = nil, limit: Int
    ) async throws(ObjectStoreError) -> [UInt8]? {
      if let range, range.isEmpty { return try await byteCount(of: key).map { _ in [] } }
      return try await piece(of: key, in: range, limit: limit)?.bytes
    }

    /// Returns the number of bytes of an object, `nil` if there is none.
    public func byteCount(of key: String) async throws(ObjectStoreError) -> Int? {
      try await facts(of: key)?.byteCount
    }

    /// Removes an object, if there is one.
    public func remove(_ key: String) async throws(ObjectStoreError) {
      let answer = try await send(request("DELETE", key))
      guard [200, 204, 404].contains(answer.status) else { throw refusal(answer) }
    }

    /// Returns keys in their order.
    ///
    /// - Parameters:
    ///   - prefix: What the keys begin with.
    ///   - last: The last key of the previous call, `nil` for the first call.
    ///   - limit: The maximum number of keys, at most 1,000.
    /// - Returns: The keys; fewer than `limit` only at the end.
    /// - Throws: `ObjectStoreError`.
    public func keys(
      from prefix: String = "", after last: String? = nil, limit: Int = 1_000
    ) async throws(ObjectStoreError) -> [String] {
      var keys: [String] = []
      var next = last.map { configuration.prefix + $0 }
      while keys.count < limit {
        let page = try await list(prefix, after: next, limit: limit - keys.count)
        keys += page.keys
        // A service may return fewer keys than it has.
        guard page.isTruncated, let last = page.keys.last, last != next else { break }
        next = last
      }
      let own = configuration.prefix
      return keys.filter { $0.hasPrefix(own) }.map { String($0.dropFirst(own.count)) }
    }

    private func list(
      _ prefix: String, after last: String?, limit: Int
    ) async throws(ObjectStoreError) -> (keys: [String], isTruncated: Bool) {
      var request = request("GET", "")
      request.path = configuration.usesPath ? "/\(configuration.bucket)" : "/"
      request.query = [
        ("list-type", "2"), ("max-keys", "\(limit)"), ("prefix", configuration.prefix + prefix),
      ]
      if let last { request.query.append(("start-after", last)) }
      let answer = try await send(request, limit: 4 << 20)
      guard answer.status == 200 else { throw refusal(answer) }
      let text = String(decoding: answer.body, as: UTF8.self)
      // Otherwise the bucket would seem empty.
      guard ObjectList.isList(text) else {
        throw .unexpectedResponse("it answers with something else than a list of objects")
      }
      return (ObjectList.keys(in: text), ObjectList.text(of: "IsTruncated", in: text) == "true")
    }

    /// Verifies that an object is put only if there is none: other services would replace it.
    ///
    /// - Parameter key: A key for the test; its object is removed.
    /// - Returns: Whether the second of two requests is refused.
    /// - Throws: `ObjectStoreError`.
    public func putsOnlyIfAbsent(testKey key: String) async throws(ObjectStoreError) -> Bool {
      try await remove(key)
      let isFirst = try await put([1], as: key)
      let isSecond = try await put([1], as: key)
      try await remove(key)
      return isFirst && !isSecond
    }
  }
#endif
