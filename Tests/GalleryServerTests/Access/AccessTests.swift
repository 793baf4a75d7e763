// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import PageStorage
import Synchronization
import Testing

@testable import GalleryServer

struct AccessTests {
  @Test(arguments: [
    "localhost", "LOCALHOST:80", "127.0.0.1:8080", "[::1]", "[::1]:8080", "gallery.example",
    "localhost:", "localhost:65535", "localhost:00080",
  ])
  func answersUnderOwnNames(authority: String) {
    #expect(HostRule.loopback(and: ["Gallery.example"]).accepts(authority))
  }

  @Test(arguments: [
    "", ":80", "evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "localhost:80a",
    "[::1", "[::1]x", "127.0.0.2", "localhost:80:80", "user@localhost",
    "localhost:65536", "localhost:99999", "[::1]:184467440737095516160",
  ])
  func refusesForeignNames(authority: String) {
    #expect(!HostRule.loopback(and: ["gallery.example"]).accepts(authority))
  }

  @Test func returnsMisdirected() async throws {
    try await TestServer.run { server in
      let answer = try await server.get("http://evil.example/version")
      #expect(answer.status == 421)
      #expect(answer.code == "misdirected")
    }
  }

  @Test(
    arguments: [
      ([.fetchSite: "same-origin"], 201), ([.fetchSite: "none"], 201), ([:], 201),
      ([.origin: "http://localhost"], 201), ([.fetchSite: "cross-site"], 403),
      ([.fetchSite: "same-site"], 403), ([.origin: "http://evil.example"], 403),
      ([.origin: "null"], 403), ([.origin: "https://localhost"], 403),
      ([.origin: "http://localhost:81"], 403),
      ([.fetchSite: "same-origin", .origin: "null"], 201),
      ([.fetchSite: "cross-site", .origin: "http://localhost"], 403),
    ] as [(HTTPFields, Int)])
  func acceptsChangesFromItsOwnPages(fields: HTTPFields, status: Int) async throws {
    try await TestServer.run { server in
      let answer = try await server.send(
        .post, "/api/v1/documents", fields, json: "{\"title\": \"a\"}")
      #expect(answer.status == status)
      let count = try await server.store.documents().count
      #expect(count == (status == 201 ? 1 : 0))
      #expect(try await server.get("/api/v1/documents", fields).status == 200)
    }
  }

  @Test func comparesOriginsWithThePublicURL() async throws {
    try await TestServer.run(
      configured: { $0.publicURL = "https://gallery.example/archive" }
    ) { server in
      for (origin, status) in [("https://gallery.example", 201), ("http://localhost", 403)] {
        let answer = try await server.send(
          .post, "/api/v1/documents", [.origin: origin], json: "{\"title\": \"a\"}")
        #expect(answer.status == status)
      }
    }
  }

  private struct ReadersOnly: Authorizer {
    func decide(_ request: AccessRequest) async -> AccessDecision {
      guard request.head.headerFields[.authorization] != nil else { return .unauthenticated }
      let client = Client(id: ClientID(rawValue: "reader"), scope: .read, evidence: .header)
      return request.scope <= client.scope ? .granted(client) : .forbidden
    }
  }

  @Test func asksTheAuthorizer() async throws {
    try await TestServer.run(configured: { $0.authorizer = ReadersOnly() }) { server in
      let fields: HTTPFields = [.authorization: "Bearer a"]
      let anonymous = try await server.get("/api/v1/documents")
      #expect(anonymous.status == 401)
      #expect(anonymous.headers[.wwwAuthenticate] == "Bearer")
      #expect(try await server.get("/api/v1/documents", fields).status == 200)
      #expect(try await server.send(.delete, "/api/v1/pages/1", fields).status == 403)
      #expect(try await server.get("/health/live").status == 200)
    }
  }

  /// It grants one request, whose body then takes its time.
  private final class LateAuthorizer: Authorizer {
    private let later: AccessDecision
    private let count = Atomic<Int>(0)

    init(then later: AccessDecision) { self.later = later }

    func decide(_ request: AccessRequest) async -> AccessDecision {
      let isFirst = count.add(1, ordering: .relaxed).oldValue == 0
      return isFirst ? .granted(.anyone) : later
    }
  }

  /// What nobody can tell is no end of an access: the client would sign out.
  @Test(arguments: [(AccessDecision.rejected, 401), (.unavailable, 503), (.unauthenticated, 401)])
  func accessIsCheckedAgainAfterABody(decision: AccessDecision, status: Int) async throws {
    try await TestServer.run(configured: { $0.authorizer = LateAuthorizer(then: decision) }) {
      let answer = try await $0.send(.post, "/api/v1/documents", [:], json: "{\"title\": \"a\"}")
      #expect(answer.status == status)
    }
  }
}
