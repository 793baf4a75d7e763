// SPDX-License-Identifier: Apache-2.0
#if ObjectStorage
  import Foundation
  import Synchronization
  import Testing

  @testable import ObjectStorage

  /// When credentials are renewed, on a clock of the test.
  @Suite struct CredentialProviderTests {
    /// A service whose credentials are valid for an hour.
    private final class Service: Sendable {
      private let state = Mutex((time: Date(timeIntervalSince1970: 0), count: 0, isDown: false))

      var count: Int { state.withLock(\.count) }
      var time: Date { state.withLock(\.time) }

      func advance(minutes: Double) {
        state.withLock { $0.time.addTimeInterval(minutes * 60) }
      }

      func setDown(_ isDown: Bool) { state.withLock { $0.isDown = isDown } }

      func fetch() throws(ObjectStoreError) -> TemporaryCredentials {
        let found: TemporaryCredentials? = state.withLock { state in
          state.count += 1
          return state.isDown ? nil : Self.credentials(state.count, state.time)
        }
        guard let found else { throw .noCredentials("down") }
        return found
      }

      private static func credentials(_ number: Int, _ time: Date) -> TemporaryCredentials {
        TemporaryCredentials(
          credentials: .init(accessKey: "\(number)", secretKey: "SECRET", sessionToken: "TOKEN"),
          end: time.addingTimeInterval(3600))
      }

      func provider() -> CredentialProvider {
        CredentialProvider(now: { self.time }) { () async throws(ObjectStoreError) in
          await Task.yield()
          return try self.fetch()
        }
      }
    }

    private let service = Service()

    private func key(_ provider: CredentialProvider) async throws -> String {
      try await provider.credentials().accessKey
    }

    @Test func othersAreAskedForTenMinutesBeforeTheEnd() async throws {
      let provider = service.provider()
      #expect(try await key(provider) == "1")
      service.advance(minutes: 49)
      #expect(try await key(provider) == "1")
      service.advance(minutes: 1)
      #expect(try await key(provider) == "2")
      #expect(try await key(provider) == "2")
      #expect(service.count == 2)
    }

    @Test func aServiceThatIsDownIsAskedOnceAMinute() async throws {
      let provider = service.provider()
      _ = try await key(provider)
      service.setDown(true)
      service.advance(minutes: 55)
      for _ in 0..<5 { #expect(try await key(provider) == "1") }
      #expect(service.count == 2)
      service.advance(minutes: 1)
      #expect(try await key(provider) == "1")
      #expect(service.count == 3)
      service.advance(minutes: 5)
      await #expect(throws: ObjectStoreError.noCredentials("down")) { try await key(provider) }
      service.setDown(false)
      #expect(try await key(provider) == "5")
    }

    @Test func manyRequestsAskOnce() async throws {
      let provider = service.provider()
      try await withThrowingTaskGroup { group in
        for _ in 0..<100 { group.addTask { try await key(provider) } }
        for try await key in group { #expect(key == "1") }
      }
      #expect(service.count == 1)
    }

    @Test func oneCancelledRequestDoesNotHarmOthers() async throws {
      let provider = service.provider()
      let cancelled = Task { try await key(provider) }
      cancelled.cancel()
      #expect(try await key(provider) == "1")
      _ = try? await cancelled.value
      #expect(service.count == 1)
    }

    @Test func refusedCredentialsAreForgotten() async throws {
      let provider = service.provider()
      let first = try await provider.credentials()
      #expect(await provider.forget(first))
      #expect(try await key(provider) == "2")
      #expect(await provider.forget(first), "a late answer about the old ones")
      #expect(try await key(provider) == "2")
      let lasting = CredentialProvider(first)
      #expect(await !lasting.forget(first))
      #expect(try await key(lasting) == "1")
    }

    @Test func aRequestWithEndedCredentialsIsRepeatedWithOthers() async throws {
      let ended = "<Error><Code>ExpiredToken</Code><Message>TOKEN</Message></Error>"
      let server = try ScriptedServer([.status(400, body: ended), .status(200, body: "bytes")])
      let store = store(server, service.provider())
      #expect(try await store.bytes(of: "key", limit: 100) == Array("bytes".utf8))
      let keys = server.requests.map { $0.headers["authorization"]?.contains("Credential=2/") }
      #expect(keys == [false, true])
      #expect(server.requests.allSatisfy { $0.headers["x-amz-security-token"] == "TOKEN" })
    }

    private func store(_ server: ScriptedServer, _ provider: CredentialProvider) -> ObjectStore {
      var configuration = ObjectStoreConfiguration(
        endpoint: "http://127.0.0.1:\(server.port)", bucket: "b", timeout: server.patience,
        attemptLimit: 3)
      configuration.patience = .seconds(3_600)
      return ObjectStore(configuration, credentials: provider)
    }

    /// An answer to HEAD has no body that says why, and its status may be any of these.
    @Test(arguments: [400, 401, 403])
    func aRefusedHeadIsFollowedByARequestThatTellsWhy(status: Int) async throws {
      let ended = "<Error><Code>ExpiredToken</Code></Error>"
      let server = try ScriptedServer([
        .status(status), .status(status, body: ended),
        .status(206, headers: ["content-range: bytes 0-0/7", "etag: \"t\""], body: "1"),
      ])
      let found = try await store(server, service.provider()).facts(of: "key")
      #expect(found?.byteCount == 7 && found?.tag == "\"t\"")
      #expect(service.count == 2)
      #expect(server.requests.map(\.line) == ["HEAD /b/key", "GET /b/key", "GET /b/key"])
      #expect(server.requests[1].headers["range"] == "bytes=0-0")
    }

    @Test func credentialsWithoutPermissionAreNotRenewed() async throws {
      let denied = "<Error><Code>AccessDenied</Code></Error>"
      let server = try ScriptedServer([
        .status(403), .status(403, body: denied), .status(403), .status(404),
      ])
      let store = store(server, service.provider())
      await #expect(throws: ObjectStoreError.refused(status: 403, code: "AccessDenied")) {
        try await store.byteCount(of: "key")
      }
      #expect(try await store.byteCount(of: "key") == nil)
      #expect(service.count == 1 && server.remainingCount == 0)
    }

    @Test func lastingCredentialsThatAreRefusedAreNotRepeated() async throws {
      let ended = "<Error><Code>ExpiredToken</Code></Error>"
      let server = try ScriptedServer([.status(400, body: ended), .status(200)])
      let store = store(server, CredentialProvider(.init(accessKey: "a", secretKey: "s")))
      await #expect(throws: ObjectStoreError.refused(status: 400, code: "ExpiredToken")) {
        try await store.bytes(of: "key", limit: 100)
      }
    }

    @Test func secretsAreNeverPrinted() async throws {
      let provider = service.provider()
      let found = try await provider.credentials()
      let temporary = try service.fetch()
      var dumped = ""
      for value in [found, temporary, provider] as [Any] {
        dump(value, to: &dumped)
        dumped += "\(value) \(String(reflecting: value))"
      }
      #expect(dumped.contains("1"))
      #expect(!dumped.contains("SECRET") && !dumped.contains("TOKEN"), "\(dumped)")
    }
  }
#endif
