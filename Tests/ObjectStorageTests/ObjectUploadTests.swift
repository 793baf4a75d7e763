// SPDX-License-Identifier: Apache-2.0
#if ObjectStorage
  import Testing

  @testable import ObjectStorage

  /// Objects that are put in parts, at a server that answers as a test says.
  @Suite struct ObjectUploadTests {
    private static let begun = ScriptedServer.Answer.status(
      200,
      body:
        "<InitiateMultipartUploadResult><UploadId>i/+&amp;1</UploadId></InitiateMultipartUploadResult>"
    )
    private static let part = ScriptedServer.Answer.status(200, headers: ["etag: \"a&<b>\""])
    private static let done = ScriptedServer.Answer.status(
      200, body: "<CompleteMultipartUploadResult><ETag></ETag></CompleteMultipartUploadResult>")
    private static let present = ScriptedServer.Answer.status(200, body: "12345")
    private static let failed = ScriptedServer.Answer.status(
      200, body: "<?xml version=\"1.0\"?>\n  <Error><Code>InternalError</Code></Error>")
    private static let gone = ScriptedServer.Answer.status(
      404, body: "<Error><Code>NoSuchUpload</Code></Error>")

    private func store(_ server: ScriptedServer) -> ObjectStore {
      var configuration = ObjectStoreConfiguration(
        endpoint: "http://127.0.0.1:\(server.port)", bucket: "b", timeout: server.patience,
        attemptLimit: 2)
      configuration.patience = .seconds(3_600)
      return ObjectStore(configuration, credentials: .init(accessKey: "a", secretKey: "s"))
    }

    /// Begins an upload of five bytes in two parts.
    private func upload(
      _ answers: [ScriptedServer.Answer]
    ) async throws -> (ObjectUpload, ScriptedServer) {
      let server = try ScriptedServer([Self.begun, Self.part, Self.part] + answers)
      var upload = try await store(server).beginUpload(as: "key")
      try await upload.add(Array("abc".utf8))
      try await upload.add(Array("de".utf8))
      return (upload, server)
    }

    @Test func partsBecomeAnObject() async throws {
      let (upload, server) = try await upload([Self.done])
      #expect(try await upload.complete())
      let requests = server.requests
      #expect(
        requests.map(\.line) == [
          "POST /b/key?uploads=", "PUT /b/key?partNumber=1&uploadId=i%2F%2B%261",
          "PUT /b/key?partNumber=2&uploadId=i%2F%2B%261", "POST /b/key?uploadId=i%2F%2B%261",
        ])
      #expect(requests[0].headers["x-amz-checksum-algorithm"] == "SHA256")
      #expect(requests[1].body == Array("abc".utf8))
      #expect(requests[1].headers["content-md5"] == "kAFQmDzST7DWlj99KOF/cg==")
      #expect(requests[3].headers["if-none-match"] == "*")
      let list = String(decoding: requests[3].body, as: UTF8.self)
      #expect(
        list.contains("<Part><PartNumber>1</PartNumber><ETag>&quot;a&amp;&lt;b&gt;&quot;</ETag>"))
      #expect(
        list.contains(
          "<ChecksumSHA256>ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=</ChecksumSHA256>"))
    }

    /// What is answered to the completion and to the search for the object, and the result.
    @Test(arguments: [
      ([ScriptedServer.Answer.close, done], true),
      // The first one has made the object.
      ([.close, gone, present], true),
      ([.close, .close, present], true), ([.silence, .status(503), present], true),
      ([failed, present], true), ([failed, .status(404), done], true),
      ([.status(412), present], false), ([.status(409), present], false),
    ])
    func anUnknownOutcomeIsResolved(answers: [ScriptedServer.Answer], isNew: Bool) async throws {
      let (upload, server) = try await upload(answers)
      #expect(try await upload.complete() == isNew)
      #expect(server.remainingCount == 0)
    }

    @Test(arguments: [
      ([gone, .status(404)], ObjectStoreError.refused(status: 404, code: "NoSuchUpload")),
      // Another object than that of the parts.
      ([gone, .status(200, body: "1234")], .refused(status: 404, code: "NoSuchUpload")),
      ([.status(403)], .refused(status: 403, code: "")),
      ([.status(503), .status(503), .status(404)], .busy),
      ([failed, .status(404), failed, .status(404)], .refused(status: 200, code: "InternalError")),
      ([.status(409), .status(404)], .refused(status: 409, code: "")),
    ])
    func aFailureIsReported(answers: [ScriptedServer.Answer], error: ObjectStoreError) async throws
    {
      let (upload, server) = try await upload(answers + [.status(404), .status(404)])
      await #expect(throws: error) { try await upload.complete() }
      #expect(server.remainingCount > 0)
    }

    @Test func partsAreRemovedAlsoByACancelledTask() async throws {
      let (upload, server) = try await upload([.status(503), .status(204)])
      let task = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        await upload.abort()
      }
      await task.value
      #expect(
        server.requests.suffix(2).map(\.line)
          == ["DELETE /b/key?uploadId=i%2F%2B%261", "DELETE /b/key?uploadId=i%2F%2B%261"])
    }

    @Test(arguments: [
      ScriptedServer.Answer.status(200), .status(200, headers: ["etag: "]),
      .status(200, headers: ["etag: x", "x-amz-checksum-sha256: AAAA"]), .status(403),
    ])
    func aPartThatIsNotKnownToBeStoredIsAFailure(answer: ScriptedServer.Answer) async throws {
      let server = try ScriptedServer([Self.begun, answer])
      var upload = try await store(server).beginUpload(as: "key")
      await #expect(throws: ObjectStoreError.self) { try await upload.add([1]) }
    }

    @Test func thereAreAtMostTenThousandParts() {
      let configuration = ObjectStoreConfiguration(endpoint: "https://x.example", bucket: "b")
      for byteCount in [0, 1, 65 << 20, 156 << 30, 160 << 30, 5 << 40] {
        let part = configuration.partByteCount(of: byteCount)
        #expect(part >= 16 << 20)
        #expect((byteCount + part - 1) / part <= 10_000, "\(byteCount)")
      }
    }

    @Test(arguments: ["", "<UploadId></UploadId>", "<UploadId>"])
    func anUploadHasAnIdentifier(body: String) async throws {
      let server = try ScriptedServer([.status(200, body: body)])
      await #expect(throws: ObjectStoreError.self) {
        try await store(server).beginUpload(as: "key")
      }
    }
  }
#endif
