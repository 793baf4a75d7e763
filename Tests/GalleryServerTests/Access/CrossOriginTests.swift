// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Testing

@testable import GalleryServer

struct CrossOriginTests {
  private static let viewer: HTTPFields = [
    .origin: "https://viewer.example", .fetchSite: "cross-site",
  ]

  @Test func isOffByDefault() async throws {
    try await TestServer.run { server in
      let answer = try await server.get("/api/v1/documents", Self.viewer)
      #expect(answer.headers[.accessControlAllowOrigin] == nil)
      #expect(answer.headers[.vary] == nil)
    }
  }

  @Test func letsPagesOfChosenSitesIn() async throws {
    try await TestServer.run(
      configured: { $0.allowedOrigins = ["https://Viewer.example"] }
    ) { server in
      let preflight = try await server.send(
        .options, "/api/v1/documents",
        Self.viewer + [.accessControlRequestMethod: "POST"])
      #expect(preflight.status == 204)
      #expect(preflight.headers[.accessControlAllowOrigin] == "https://viewer.example")
      #expect(preflight.headers[.accessControlAllowMethods]?.contains("POST") == true)
      #expect(preflight.headers[.accessControlAllowHeaders]?.contains("Authorization") == true)
      #expect(preflight.headers[.accessControlAllowCredentials] == nil)
      let answer = try await server.send(
        .post, "/api/v1/documents", Self.viewer, json: "{\"title\":\"a\"}")
      #expect(answer.status == 201)
      #expect(answer.headers[.accessControlAllowOrigin] == "https://viewer.example")
      #expect(answer.headers[.accessControlExposeHeaders]?.contains("ETag") == true)
      #expect(answer.headers[.vary] == "Origin")
      let problem = try await server.get("/api/v1/documents/99", Self.viewer)
      #expect(problem.headers[.accessControlAllowOrigin] == "https://viewer.example")
      #expect(problem.headers[.vary] == "Accept, Origin")
      let other: HTTPFields = [.origin: "https://evil.example", .fetchSite: "cross-site"]
      let foreign = try await server.send(
        .post, "/api/v1/documents", other, json: "{\"title\":\"a\"}")
      #expect(foreign.status == 403)
      #expect(foreign.headers[.accessControlAllowOrigin] == nil)
    }
  }

  @Test func makesLocationsAbsolute() async throws {
    try await TestServer.run(
      configured: { $0.publicURL = "https://gallery.example/" }
    ) { server in
      let answer = try await server.send(.post, "/api/v1/documents", json: "{\"title\":\"a\"}")
      #expect(answer.headers[.location] == "https://gallery.example/api/v1/documents/1")
    }
  }

  /// What the contract documents can be sent and read by a page of another site.
  @Test func namesAllFieldsOfTheContract() async throws {
    try await TestServer.run(
      configured: { $0.allowedOrigins = ["https://viewer.example"] }
    ) { server in
      let preflight = try await server.send(
        .options, "/api/v1/documents", Self.viewer + [.accessControlRequestMethod: "POST"])
      let names = { (name: HTTPField.Name) in
        Set((preflight.headers[name] ?? "").split(separator: ", ").map(String.init))
      }
      let contract = try await server.get("/openapi.yaml").text
      let sent = contract.matches(of: #/name: ([A-Za-z-]+)\n +in: header/#).map { String($0.1) }
      #expect(sent.count > 5 && names(.accessControlAllowHeaders).isSuperset(of: sent))
      let received = contract.split(separator: "\n").filter { $0.contains("#/components/headers/") }
        .map { String($0.prefix { $0 != ":" }).trimmingPrefix { $0 == " " } }.map(String.init)
        .filter { $0 != "Set-Cookie" }
      #expect(received.count > 5 && names(.accessControlExposeHeaders).isSuperset(of: received))
      let others: Set = ["Idempotent-Replay", "X-Request-Id", "Retry-After", "X-Page-Damage"]
      #expect(names(.accessControlExposeHeaders).isSuperset(of: others))
    }
  }
}
