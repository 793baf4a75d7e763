// SPDX-License-Identifier: Apache-2.0
#if ObjectStorage

  import NIOHTTP1

  /// An object that is put in parts, which exists when it is complete.
  ///
  /// Parts that are neither completed nor aborted stay in the service, which bills them: give the bucket a rule that
  /// removes incomplete uploads after some days.
  public struct ObjectUpload: Sendable {
    /// A part that the service has.
    private struct Part: Sendable {
      let tag: String
      let checksum: String
    }

    private let store: ObjectStore
    private let key: String
    private let id: String
    private var parts: [Part] = []
    private var byteCount = 0

    fileprivate init(_ store: ObjectStore, key: String, id: String) {
      (self.store, self.key, self.id) = (store, key, id)
    }

    /// Puts the next part.
    ///
    /// - Parameter bytes: The bytes; of all parts but the last, as many as the configuration says.
    /// - Throws: `ObjectStoreError`.
    public mutating func add(_ bytes: [UInt8]) async throws(ObjectStoreError) {
      var request = request("PUT")
      request.query.append(("partNumber", "\(parts.count + 1)"))
      let checksum = request.addChecksums(of: bytes)
      let answer = try await store.send(request, body: bytes)
      guard answer.status == 200 else { throw store.refusal(answer) }
      try answer.check(checksum, of: key)
      guard let tag = answer.headers.first(name: "etag"), !tag.isEmpty else {
        throw .unexpectedResponse("the tag of a part of \(key) is missing")
      }
      parts.append(Part(tag: tag, checksum: checksum))
      byteCount += bytes.count
    }

    /// Makes an object of the parts, unless there is one under its key.
    ///
    /// A service that ignores the condition replaces the object by the same bytes. If the outcome is unknown, the
    /// object is looked for.
    ///
    /// - Returns: Whether there was none. After a lost response it may be the own one that is found.
    /// - Throws: `ObjectStoreError`.
    public func complete() async throws(ObjectStoreError) -> Bool {
      var failure = ObjectStoreError.busy
      for _ in 0..<store.configuration.attemptLimit {
        do throws(ObjectStoreError) {
          let answer = try await sendCompletion()
          // The status was sent before the work was done.
          if answer.status == 200, answer.code.isEmpty { return true }
          failure = store.refusal(answer)
          if try await exists { return ![409, 412].contains(answer.status) }
          guard answer.status == 200 else { throw failure }
        } catch {
          if case .refused = error { throw error }
          if (try? await exists) == true { return true }
          throw error
        }
      }
      throw failure
    }

    /// Removes the parts, if possible, also in a task that was cancelled.
    public func abort() async {
      let (store, request) = (store, request("DELETE"))
      await Task { _ = try? await store.send(request) }.value
    }

    private func sendCompletion() async throws(ObjectStoreError) -> ObjectStore.Answer {
      var request = request("POST")
      let body = Array(list.utf8)
      request.bodyDigest = SignedRequest.digest(of: body)
      request.headers = [("content-type", "application/xml"), ("if-none-match", "*")]
      return try await store.send(request, body: body)
    }

    /// Whether there is an object of the same size; it has the same bytes then.
    private var exists: Bool {
      get async throws(ObjectStoreError) { try await store.byteCount(of: key) == byteCount }
    }

    private var list: String {
      let texts = parts.enumerated().map { number, part in
        "<Part><PartNumber>\(number + 1)</PartNumber><ETag>\(ObjectList.encoded(part.tag))</ETag>"
          + "<ChecksumSHA256>\(part.checksum)</ChecksumSHA256></Part>"
      }
      return "<CompleteMultipartUpload xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\">"
        + texts.joined() + "</CompleteMultipartUpload>"
    }

    private func request(_ method: String) -> SignedRequest {
      var request = store.request(method, key)
      request.query = [("uploadId", id)]
      return request
    }
  }

  extension ObjectStore {
    /// Begins to put an object in parts, also in a task that was cancelled.
    ///
    /// - Parameter key: The key.
    /// - Returns: The upload, which is to be completed or aborted.
    /// - Throws: `ObjectStoreError`.
    public func beginUpload(as key: String) async throws(ObjectStoreError) -> ObjectUpload {
      var request = request("POST", key)
      request.query = [("uploads", "")]
      request.headers = [("x-amz-checksum-algorithm", "SHA256")]
      let answer = try await sendDespiteCancellation(request)
      guard answer.status == 200 else { throw refusal(answer) }
      let id = ObjectList.text(of: "UploadId", in: String(decoding: answer.body, as: UTF8.self))
      guard let id, !id.isEmpty else {
        throw .unexpectedResponse("the identifier of an upload of \(key) is missing")
      }
      return ObjectUpload(self, key: key, id: id)
    }

    /// Sends a request in a task of its own: whoever is cancelled has to know what to remove.
    private func sendDespiteCancellation(
      _ request: SignedRequest
    ) async throws(ObjectStoreError) -> Answer {
      let task = Task {
        do throws(ObjectStoreError) {
          return Result<_, ObjectStoreError>.success(try await send(request))
        } catch {
          return .failure(error)
        }
      }
      return try await task.value.get()
    }
  }
#endif
