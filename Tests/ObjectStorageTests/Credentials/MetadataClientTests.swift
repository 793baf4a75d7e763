// SPDX-License-Identifier: Apache-2.0
#if ObjectStorage
  import Foundation
  import Testing

  @testable import ObjectStorage

  /// Questions to metadata services, which are servers of these tests.
  @Suite struct MetadataClientTests {
    private static let answer = """
      {"AccessKeyId": "KEY", "SecretAccessKey": "SECRET", "Token": "TOKEN-1",
       "Expiration": "2099-01-02T03:04:05Z", "RoleArn": "x"}
      """
    private static let credentials = ObjectStoreCredentials(
      accessKey: "KEY", secretKey: "SECRET", sessionToken: "TOKEN-1")

    private func container(
      _ server: ScriptedServer, _ token: MetadataService.ContainerToken = .none
    ) -> MetadataClient {
      MetadataClient(
        service: .container(url: "http://127.0.0.1:\(server.port)/v1?id=1", token: token),
        timeout: server.patience)
    }

    private func machine(_ server: ScriptedServer) -> MetadataClient {
      MetadataClient(
        service: .machine(url: "http://127.0.0.1:\(server.port)"), timeout: server.patience)
    }

    /// The text of the error of a client, which never contains a secret.
    private func failure(of client: MetadataClient) async -> String {
      let error = await #expect(throws: ObjectStoreError.self) { try await client.credentials() }
      guard case .noCredentials(let reason) = error else { return "" }
      for secret in ["SECRET", "TOKEN-1", "BEARER", "127.0.0.1"] {
        #expect(!reason.contains(secret), "\(reason)")
      }
      return reason
    }

    @Test func aContainerSendsItsToken() async throws {
      let server = try ScriptedServer([.status(200, body: Self.answer)])
      let found = try await container(server, .value("BEARER x")).credentials()
      #expect(found.credentials == Self.credentials)
      #expect(found.end == Date(timeIntervalSince1970: 4_071_006_245))
      #expect(server.requests.map(\.line) == ["GET /v1?id=1"])
      #expect(server.requests.first?.headers["authorization"] == "BEARER x")
    }

    @Test func theFileOfATokenIsReadEachTime() async throws {
      let path = NSTemporaryDirectory() + UUID().uuidString
      defer { try? FileManager.default.removeItem(atPath: path) }
      let server = try ScriptedServer([
        .status(200, body: Self.answer), .status(200, body: Self.answer),
      ])
      for token in ["one", "two"] {
        try Data("\(token)\n".utf8).write(to: URL(fileURLWithPath: path))
        _ = try await container(server, .file(path)).credentials()
      }
      #expect(server.requests.map { $0.headers["authorization"] } == ["one", "two"])
      for text in ["", "BEARER a\r\nx: y", "BEARER \u{1}"] {
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        let reason = await failure(of: container(server, .file(path)))
        #expect(reason.contains("malformed"))
      }
      let missing = await failure(of: container(server, .file(path + "x")))
      #expect(missing.contains("cannot be read"))
    }

    /// The body of an answer counts as well.
    @Test func anAnswerHasToArriveInTime() async throws {
      let server = try ScriptedServer(Array(repeating: .drip(byteCount: 10_000), count: 3))
      var client = container(server)
      client.timeout = .milliseconds(500)
      let reason = await failure(of: client)
      #expect(reason == "the metadata service of the container cannot be reached")
      #expect(server.remainingCount == 0)
    }

    @Test func aMachineOpensASession() async throws {
      let server = try ScriptedServer([
        .status(200, body: "SESSION"), .status(200, body: "role-1\nrole-2\n"),
        .status(200, body: #"{"Code": "Success", "# + Self.answer.dropFirst()),
      ])
      let found = try await machine(server).credentials()
      #expect(found.credentials == Self.credentials)
      let folder = "/latest/meta-data/iam/security-credentials/"
      #expect(
        server.requests.map(\.line)
          == ["PUT /latest/api/token", "GET \(folder)", "GET \(folder)role-1"])
      #expect(
        server.requests.map { $0.headers["x-aws-ec2-metadata-token"] } == [
          nil, "SESSION", "SESSION",
        ])
      #expect(server.requests.first?.headers["x-aws-ec2-metadata-token-ttl-seconds"] == "60")
    }

    @Test func aMachineThatHasAnsweredIsAskedAgain() async throws {
      let server = try ScriptedServer([
        .status(200, body: "SESSION"), .close, .status(200, body: "role"), .cut,
        .status(200, body: Self.answer),
      ])
      #expect(try await machine(server).credentials().credentials == Self.credentials)
      let missing = try ScriptedServer([.close, .status(200, body: "SESSION")])
      _ = await failure(of: machine(missing))
      #expect(missing.remainingCount == 1)
    }

    @Test func aMachineWithoutSessionsIsNotAskedOtherwise() async throws {
      let server = try ScriptedServer([.status(403, body: "SECRET"), .status(200)])
      let reason = await failure(of: machine(server))
      #expect(reason == "the metadata service of the machine answered with 403")
      #expect(server.remainingCount == 1)
    }

    @Test(arguments: ["", "../../x", "a b", "a?b", "a#b", "a%2F", "é", "a\u{1}"])
    func aRoleIsAName(role: String) async throws {
      let server = try ScriptedServer([
        .status(200, body: "TOKEN-1"), .status(200, body: role), .status(200, body: Self.answer),
      ])
      _ = await failure(of: machine(server))
      #expect(server.remainingCount == 1)
    }

    @Test(arguments: [
      "", "{", "[]", "null", #"{"AccessKeyId": "SECRET"}"#,
      answer.replacingOccurrences(of: "\"KEY\"", with: "\"\""),
      answer.replacingOccurrences(of: "\"KEY\"", with: "1"),
      answer.replacingOccurrences(of: "TOKEN-1", with: #"TOKEN-1\r\nx: y"#),
      answer.replacingOccurrences(of: "KEY\"", with: #"KEY\u0000""#),
      answer.replacingOccurrences(of: "2099-01-02T03:04:05Z", with: "soon"),
      answer.replacingOccurrences(of: "2099", with: "1999"),
      #"{"Code": "Failed", "# + answer.dropFirst(),
      String(repeating: " ", count: 70_000) + answer,
    ])
    func otherAnswersAreRefused(body: String) async throws {
      let server = try ScriptedServer([.status(200, body: body)])
      let reason = await failure(of: container(server))
      #expect(reason.contains("answered with"), "\(reason)")
    }

    @Test(arguments: [
      [ScriptedServer.Answer.status(503)], [.close, .status(500)], [.cut], [.silence],
      [.status(429)],
    ])
    func aContainerIsAskedAgain(failures: [ScriptedServer.Answer]) async throws {
      let server = try ScriptedServer(failures + [.status(200, body: Self.answer)])
      #expect(try await container(server).credentials().credentials == Self.credentials)
    }

    @Test func redirectionsAreNotFollowed() async throws {
      let other = try ScriptedServer([.status(200, body: Self.answer)])
      let server = try ScriptedServer([
        .status(302, headers: ["location: http://127.0.0.1:\(other.port)/"])
      ])
      let reason = await failure(of: container(server, .value("BEARER x")))
      #expect(reason.contains("302"))
      #expect(other.requests.isEmpty)
    }

    @Test func fractionsOfSecondsAndMissingEndsAreUnderstood() throws {
      let fraction = Self.answer.replacingOccurrences(of: "05Z", with: "05.500Z")
      let end = try #require(TemporaryCredentials(Array(fraction.utf8))?.end)
      #expect(abs(end.timeIntervalSince1970 - 4_071_006_245.5) < 0.01)
      let lasting = #"{"AccessKeyId": "KEY", "SecretAccessKey": "SECRET"}"#
      let found = try #require(TemporaryCredentials(Array(lasting.utf8)))
      #expect(found.end == nil && found.credentials.sessionToken == nil)
      #expect(found.isValid(at: .distantFuture) && !found.isDue(at: .distantFuture))
    }
  }
#endif
