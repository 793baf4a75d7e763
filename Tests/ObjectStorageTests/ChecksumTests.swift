// SPDX-License-Identifier: Apache-2.0
#if ObjectStorage
  import Testing

  @testable import ObjectStorage

  /// The checksums of an object that is put, and that of the answer.
  @Suite struct ChecksumTests {
    // printf hello | openssl dgst -sha256 -binary | base64
    private static let hello = "LPJNul+wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ="
    private static let empty = "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="

    private func store(_ server: ScriptedServer) -> ObjectStore {
      let configuration = ObjectStoreConfiguration(
        endpoint: "http://127.0.0.1:\(server.port)", bucket: "b", attemptLimit: 2)
      return ObjectStore(configuration, credentials: .init(accessKey: "a", secretKey: "s"))
    }

    @Test(arguments: [
      ("hello", hello, "XUFAKrxLKna5cZ2REBfFkg=="), ("", empty, "1B2M2Y8AsgTpgAmY7PhCfg=="),
    ])
    func anObjectIsPutWithItsChecksums(text: String, checksum: String, md5: String) async throws {
      let server = try ScriptedServer([.status(200, headers: ["etag: \"a\""])])
      #expect(try await store(server).put(Array(text.utf8), as: "key"))
      let request = try #require(server.requests.first)
      #expect(request.line == "PUT /b/key")
      #expect(request.body == Array(text.utf8))
      #expect(request.headers["x-amz-checksum-sha256"] == checksum)
      #expect(request.headers["content-md5"] == md5)
      #expect(request.headers["if-none-match"] == "*")
      let signed =
        "SignedHeaders=content-md5;host;if-none-match;x-amz-checksum-sha256;x-amz-content-sha256;"
      #expect(request.headers["authorization"]?.contains(signed) == true)
      #expect(request.headers["x-amz-content-sha256"]?.count == 64)
    }

    @Test(arguments: [
      [], ["x-amz-checksum-sha256: \(hello)"], ["X-Amz-Checksum-SHA256: \(hello)"],
      ["x-amz-checksum-crc32: AAAAAA=="],
    ])
    func theChecksumOfAnAnswerIsRightOrMissing(headers: [String]) async throws {
      let server = try ScriptedServer([.status(200, headers: headers + ["etag: \"a\""])])
      #expect(try await store(server).put(Array("hello".utf8), as: "key"))
    }

    /// A proxy that asks for a password answers to everything, and stores nothing.
    @Test(arguments: [[], ["etag: "], ["content-type: text/html"]])
    func anAnswerWithoutATagIsNoSuccess(headers: [String]) async throws {
      let server = try ScriptedServer([.status(200, headers: headers, body: "<html>")])
      let error = await #expect(throws: ObjectStoreError.self) {
        try await store(server).put(Array("hello".utf8), as: "key")
      }
      guard case .unexpectedResponse = error else {
        Issue.record("\(String(describing: error))")
        return
      }
    }

    @Test(arguments: [empty, "", "x", String(hello.dropLast())])
    func anotherChecksumIsDamage(checksum: String) async throws {
      let server = try ScriptedServer([
        .status(200, headers: ["x-amz-checksum-sha256: \(checksum)"]), .status(200),
      ])
      await #expect(throws: ObjectStoreError.wrongChecksum(key: "key")) {
        try await store(server).put(Array("hello".utf8), as: "key")
      }
      #expect(server.remainingCount == 1, "the same bytes would find the wrong object")
    }

    @Test func bytesThatWereAlteredOnTheirWayAreRefused() async throws {
      let server = try ScriptedServer([
        .status(400, body: "<Error><Code>BadDigest</Code><Message/></Error>"), .status(200),
      ])
      await #expect(throws: ObjectStoreError.refused(status: 400, code: "BadDigest")) {
        try await store(server).put([1], as: "key")
      }
    }
  }
#endif
