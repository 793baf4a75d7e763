// SPDX-License-Identifier: Apache-2.0
#if ObjectStorage
  import Testing

  @testable import ObjectStorage

  /// Answers of services to requests for parts of objects.
  struct ObjectPieceTests {
    private func store(_ server: ScriptedServer) -> ObjectStore {
      ObjectStore(
        ObjectStoreConfiguration(endpoint: "http://127.0.0.1:\(server.port)", bucket: "b"),
        credentials: ObjectStoreCredentials(accessKey: "a", secretKey: "s"))
    }

    private func piece(
      _ answer: ScriptedServer.Answer, in range: Range<Int>? = 2..<4, tag: String? = nil
    ) async throws -> (bytes: [UInt8], facts: ObjectFacts)? {
      let server = try ScriptedServer([answer])
      // The server ends with its last reference.
      defer { withExtendedLifetime(server) {} }
      return try await store(server).piece(of: "k", in: range, tag: tag, limit: 100)
    }

    @Test func aPartHasTheFactsOfTheWhole() async throws {
      let found = try await piece(
        .status(
          206, headers: ["Content-Range: bytes 2-3/9", "ETag: \"x\"", "Last-Modified: now"],
          body: "cd"))
      #expect(found?.bytes == Array("cd".utf8))
      #expect(
        found?.facts.byteCount == 9 && found?.facts.tag == "\"x\"" && found?.facts.modified == "now"
      )
    }

    @Test func aServiceMayIgnoreTheRange() async throws {
      let found = try await piece(.status(200, body: "abcdef"))
      #expect(found?.bytes == Array("cd".utf8) && found?.facts.byteCount == 6)
      #expect(try await piece(.status(200, body: "a"))?.bytes == [])
    }

    /// The rest of a large object would need time and memory for nothing.
    @Test func theRestOfAnIgnoredRangeIsNotRead() async throws {
      let found = try await piece(.drip(byteCount: 1 << 40))
      #expect(found?.bytes == Array("xx".utf8) && found?.facts.byteCount == 1 << 40)
    }

    @Test func aBodyThatNeverEndsIsGivenUp() async throws {
      let server = try ScriptedServer([.drip(byteCount: 1 << 20)])
      let store = ObjectStore(
        ObjectStoreConfiguration(
          endpoint: "http://127.0.0.1:\(server.port)", bucket: "b", timeout: .seconds(1),
          attemptLimit: 1), credentials: ObjectStoreCredentials(accessKey: "a", secretKey: "s"))
      await #expect(
        throws: ObjectStoreError.unreachable("it sends the bytes of /b/k too slowly")
      ) { try await store.piece(of: "k", limit: 1 << 20) }
    }

    @Test(arguments: [
      ["Content-Range: bytes 0-1/9"], ["Content-Range: bytes 2-3/*"], [], ["Content-Range: 2-3/9"],
      ["Content-Range: bytes 2-3/-9"], ["Content-Range: bytes 2-3/99999999999999999999"],
    ])
    func otherBytesThanThoseOfTheRangeAreRefused(headers: [String]) async throws {
      await #expect(throws: ObjectStoreError.self) {
        try await piece(.status(206, headers: headers, body: "cd"))
      }
    }

    @Test func aPartInsteadOfTheWholeIsRefused() async throws {
      await #expect(throws: ObjectStoreError.self) {
        try await piece(.status(206, headers: ["Content-Range: bytes 0-1/9"], body: "ab"), in: nil)
      }
    }

    @Test func beyondTheEndThereIsNothing() async throws {
      let found = try await piece(.status(416, headers: ["Content-Range: bytes */1"]))
      #expect(found?.bytes == [] && found?.facts.byteCount == 1)
    }

    @Test func anotherVersionIsRefused() async throws {
      let server = try ScriptedServer([.status(412)])
      await #expect(throws: ObjectStoreError.unexpectedResponse("k was changed while it was read"))
      {
        try await store(server).piece(of: "k", tag: "\"x\"", limit: 100)
      }
      #expect(server.requests[0].headers["if-match"] == "\"x\"")
    }

    @Test func aMissingBucketIsNoMissingObject() async throws {
      #expect(try await piece(.status(404, body: "<Error><Code>NoSuchKey</Code></Error>")) == nil)
      await #expect(throws: ObjectStoreError.refused(status: 404, code: "NoSuchBucket")) {
        try await piece(.status(404, body: "<Error><Code>NoSuchBucket</Code></Error>"))
      }
    }

    @Test(arguments: ["", "\"\""]) func anEmptyTagIsNone(tag: String) async throws {
      #expect(
        try await piece(.status(200, headers: ["ETag: \(tag)"], body: "abc"))?.facts.tag == nil)
    }

    @Test func redirectionsAreNotFollowed() async throws {
      let other = try ScriptedServer([.status(200, body: "secret")])
      await #expect(throws: ObjectStoreError.refused(status: 307, code: "")) {
        try await piece(.status(307, headers: ["Location: http://127.0.0.1:\(other.port)/b/k"]))
      }
      #expect(other.requests.isEmpty)
    }

    /// It would look as if the bucket were empty.
    @Test(arguments: ["", "<html>200</html>", "<ListBucketResult>"])
    func somethingElseThanAListIsRefused(body: String) async throws {
      let server = try ScriptedServer([.status(200, body: body)])
      await #expect(
        throws: ObjectStoreError.unexpectedResponse(
          "it answers with something else than a list of objects")
      ) { try await store(server).keys() }
    }

    /// S3 may return fewer keys than were asked for.
    @Test func aShortListIsContinued() async throws {
      func list(_ keys: [String], isTruncated: Bool) -> ScriptedServer.Answer {
        let contents = keys.map { "<Contents><Key>\($0)</Key></Contents>" }.joined()
        return .status(
          200,
          body: """
            <ListBucketResult xmlns="x"><IsTruncated>\(isTruncated)</IsTruncated>\(contents)</ListBucketResult>
            """)
      }
      let server = try ScriptedServer([
        list(["a", "b"], isTruncated: true), list(["c"], isTruncated: true),
        list(["d"], isTruncated: false),
      ])
      #expect(try await store(server).keys(limit: 10) == ["a", "b", "c", "d"])
      #expect(server.requests.map { $0.line.contains("start-after=") } == [false, true, true])
      // One that says so without an end, or without keys.
      for keys in [["a"], []] {
        let endless = try ScriptedServer([
          list(keys, isTruncated: true), list(keys, isTruncated: true),
        ])
        #expect(try await store(endless).keys(limit: 10) == keys + keys)
      }
    }
  }
#endif
