// SPDX-License-Identifier: Apache-2.0
#if ObjectStorage
  import Testing

  @testable import ObjectStorage

  @Suite struct RetryTests {
    private func store(
      _ server: ScriptedServer, attempts: Int = 4, patience: Duration = .seconds(3_600)
    ) -> ObjectStore {
      var configuration = ObjectStoreConfiguration(
        endpoint: "http://127.0.0.1:\(server.port)", bucket: "b", timeout: server.patience,
        attemptLimit: attempts)
      configuration.patience = patience
      return ObjectStore(configuration, credentials: .init(accessKey: "a", secretKey: "s"))
    }

    @Test(arguments: [
      [ScriptedServer.Answer.status(503), .status(503)], [.close], [.cut, .status(500)], [.silence],
      [.status(429), .close, .cut],
    ])
    func aRequestIsRepeatedUntilItIsAnswered(failures: [ScriptedServer.Answer]) async throws {
      let server = try ScriptedServer(failures + [.status(200, body: "bytes")])
      let found = try await store(server).bytes(of: "key", limit: 100)
      #expect(found == Array("bytes".utf8))
      #expect(server.remainingCount == 0)
    }

    @Test func theLastFailureIsReported() async throws {
      let slow = "<Error><Code>SlowDown</Code></Error>"
      let busy = try ScriptedServer([.status(503, body: slow), .status(503, body: slow)])
      await #expect(throws: ObjectStoreError.busy) {
        try await store(busy, attempts: 2).byteCount(of: "key")
      }
      let broken = try ScriptedServer([
        .close, .status(500, body: "<Error><Code>Wrong</Code></Error>"),
      ])
      await #expect(throws: ObjectStoreError.refused(status: 500, code: "Wrong")) {
        try await store(broken, attempts: 2).bytes(of: "key", limit: 100)
      }
      let closed = try ScriptedServer([.status(503), .close])
      await #expect(throws: ObjectStoreError.unreachable("")) {
        do {
          _ = try await store(closed, attempts: 2).bytes(of: "key", limit: 100)
        } catch ObjectStoreError.unreachable(let reason) {
          #expect(!reason.isEmpty)
          throw ObjectStoreError.unreachable("")
        }
      }
    }

    /// Those who wait learn of it after one attempt, not after ten.
    @Test func afterALongAttemptNoOtherIsMade() async throws {
      let server = try ScriptedServer([.silence, .status(200, body: "bytes")])
      await #expect {
        try await store(server, patience: .seconds(1)).bytes(of: "key", limit: 100)
      } throws: { error in
        if case ObjectStoreError.unreachable = error { true } else { false }
      }
      // The server may look at the request after the client has given it up.
      while server.remainingCount > 1 { await Task.yield() }
      #expect(server.remainingCount == 1)
    }

    /// A proxy may answer with a long page.
    @Test func aLongErrorIsAnError() async throws {
      let page = String(repeating: "<p>", count: 100_000)
      let server = try ScriptedServer([.status(503, body: page), .status(200, body: "bytes")])
      #expect(try await store(server).bytes(of: "key", limit: 100) == Array("bytes".utf8))
      let refusing = try ScriptedServer([.status(400, body: page)])
      await #expect(throws: ObjectStoreError.refused(status: 400, code: "")) {
        try await store(refusing).bytes(of: "key", limit: 100)
      }
    }

    @Test func aCancelledRequestSaysSo() async throws {
      let server = try ScriptedServer([.status(503), .silence])
      let store = store(server)
      let task = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        return try await store.bytes(of: "key", limit: 100)
      }
      await #expect(throws: ObjectStoreError.cancelled) { try await task.value }
    }

    @Test(arguments: [400, 403, 404, 409, 301])
    func otherAnswersAreNotRepeated(status: Int) async throws {
      let server = try ScriptedServer([.status(status), .status(200)])
      let error = ObjectStoreError.refused(status: status, code: "")
      if status == 404 {
        #expect(try await store(server).bytes(of: "key", limit: 100) == nil)
      } else {
        await #expect(throws: error) { try await store(server).bytes(of: "key", limit: 100) }
      }
      #expect(server.remainingCount == 1)
    }

    @Test func aLostResponseOfAPutIsNotTakenForAFailure() async throws {
      // The first request has stored the object.
      let server = try ScriptedServer([.close, .status(412)])
      #expect(try await !store(server).put([1], as: "key"))
    }
  }
#endif
