// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import PageStorage
import Testing

@testable import GalleryServer

struct SessionTests {
  private func run(
    configured change: @escaping (inout GalleryServerConfiguration) -> Void = { _ in },
    _ body: @escaping @Sendable (TestServer, TestTokens) async throws -> Void
  ) async throws {
    let tokens = try TestTokens()
    try await TestServer.run(
      configured: { configuration in
        configuration.authorizer = tokens.authorizer()
        change(&configuration)
      }, { server in try await body(server, tokens) })
  }

  private static let form = "application/x-www-form-urlencoded"

  private func signIn(
    _ server: TestServer, _ form: String, _ fields: HTTPFields = [:]
  ) async throws -> Answer {
    try await server.send(
      .post, "/session", fields + [.contentType: Self.form], bytes: Array(form.utf8))
  }

  @Test func programsStartSessions() async throws {
    try await run { server, tokens in
      let token = try tokens.add(.write, document: 7, expiresAfter: 86_400)
      let answer = try await server.send(.post, "/session", json: "{\"token\":\"\(token)\"}")
      #expect(answer.status == 200)
      #expect(answer.json["scope"] as? String == "write")
      #expect(answer.json["document"] as? Int == 7)
      #expect(answer.json["expires"] as? String == Timestamp(tokens.now + 86_400).description)
      let cookie = try #require(answer.headers[.setCookie])
      let pattern =
        /gallery-session=[0-9a-f]{64}; Path=\/; Max-Age=86400; HttpOnly; SameSite=Strict/
      #expect(cookie.wholeMatch(of: pattern) != nil)
      #expect(answer.headers[.cacheControl] == "no-store")
      let wrong = try await server.send(.post, "/session", json: "{\"token\":\"pgt_0\"}")
      #expect(wrong.status == 401)
      #expect(wrong.headers[.setCookie] == nil)
    }
  }

  @Test func browsersSignInAndOut() async throws {
    try await run { server, tokens in
      let token = try tokens.add(.read)
      let refused = try await server.get("/d/1?from=3", [.accept: "text/html"])
      #expect(refused.status == 401)
      #expect(refused.headers[.wwwAuthenticate] == "Bearer")
      #expect(refused.text.contains("action=\"/session\""))
      #expect(refused.text.contains("name=\"next\" value=\"/d/1?from=3\""))
      let own: HTTPFields = [.fetchSite: "same-origin"]
      let answer = try await signIn(server, "token=\(token)&next=%2Fd%2F1%3Ffrom%3D3", own)
      #expect(answer.status == 303)
      #expect(answer.headers[.location] == "/d/1?from=3")
      let set = try #require(answer.headers[.setCookie])
      #expect(set.contains("; Max-Age=2592000; HttpOnly; SameSite=Strict"))
      let cookie: HTTPFields = [.cookie: "other=1; \(set.prefix { $0 != ";" })"]
      let library = try await server.get("/", cookie)
      #expect(library.status == 200)
      #expect(library.text.contains("action=\"/session/end\""))
      // Not without evidence.
      #expect(try await server.send(.post, "/session/end", cookie).status == 403)
      #expect(try await server.get("/", cookie).status == 200)
      let end = try await server.send(.post, "/session/end", cookie + own)
      #expect(end.status == 303)
      #expect(end.headers[.setCookie]?.hasPrefix("gallery-session=; Path=/; Max-Age=0;") == true)
      #expect(try await server.get("/", cookie).status == 401)
    }
  }

  @Test func showsTheSignInPageAgain() async throws {
    try await run { server, tokens in
      _ = try tokens.add()
      let answer = try await signIn(server, "token=x&next=%2F%22%3E", [.accept: "text/html"])
      #expect(answer.status == 401)
      #expect(answer.text.contains("role=\"alert\""))
      #expect(answer.headers[.setCookie] == nil)
      #expect(!answer.text.contains("\"/\">"))
      #expect(answer.text.contains("value=\"/\"") || answer.text.contains("value=\"/&quot;&gt;\""))
    }
  }

  @Test(arguments: [
    ("//evil.example", "/"), ("https://evil.example", "/"), ("/\\evil.example", "/"),
    ("/%0d%0aSet-Cookie:a=b", "/"), ("", "/"), ("/d/1", "/d/1"),
  ])
  func leadsNowhereElse(next: String, location: String) async throws {
    try await run { server, tokens in
      let answer = try await signIn(server, "token=\(try tokens.add())&next=\(next)")
      #expect(answer.status == 303)
      #expect(answer.headers[.location] == location)
    }
  }

  /// Anybody may send the body, so that it is small, and its names are short.
  @Test func limitsTheBodyOfAnybody() async throws {
    try await run { server, _ in
      let long = String(repeating: "x", count: 4_000)
      #expect(
        try await server.send(.post, "/session", json: "{\"token\":\"\(long)\"}").status == 401)
      let longer = String(repeating: "x", count: 4_096)
      #expect(
        try await server.send(.post, "/session", json: "{\"token\":\"\(longer)\"}").status == 413)
      let form: HTTPFields = [.contentType: "application/x-www-form-urlencoded"]
      for (text, status) in [
        ("token=\(longer)", 413), (String(long.prefix(300)) + "=1", 400), ("token=x", 401),
      ] {
        let answer = try await server.send(.post, "/session", form, bytes: Array(text.utf8))
        #expect(answer.status == status)
      }
    }
  }

  @Test func isRefusedToOtherSites() async throws {
    try await run { server, tokens in
      let answer = try await signIn(
        server, "token=\(try tokens.add())", [.fetchSite: "cross-site"])
      #expect(answer.status == 403)
      #expect(answer.headers[.setCookie] == nil)
    }
  }

  @Test func endsAfter30DaysWithItsTokenAndOnRequest() async throws {
    try await run { server, tokens in
      let (token, record) = try tokens.database.addToken(TokenGrant(), at: tokens.now)
      let cookies = [try await tokens.cookie(token.text), try await tokens.cookie(token.text)]
      for cookie in cookies {
        #expect(try await server.get("/api/v1/documents", cookie).status == 200)
      }
      let own = cookies[0] + [.origin: "http://localhost"]
      let end = try await server.send(.delete, "/session", own)
      #expect(end.status == 204)
      #expect(try await server.get("/api/v1/documents", cookies[0]).status == 401)
      tokens.advance(by: 30 * 86_400 - 1)
      #expect(try await server.get("/api/v1/documents", cookies[1]).status == 200)
      tokens.advance(by: 1)
      #expect(try await server.get("/api/v1/documents", cookies[1]).status == 401)
      let third = try await tokens.cookie(token.text)
      _ = try tokens.database.revokeToken(record.id, at: tokens.now)
      #expect(try await server.get("/api/v1/documents", third).status == 401)
    }
  }

  @Test func isBoundToHTTPS() async throws {
    try await run(configured: { $0.publicURL = "https://gallery.example/" }) { server, tokens in
      let token = try tokens.add()
      let own: HTTPFields = [.origin: "https://gallery.example"]
      let answer = try await signIn(server, "token=\(token)&next=%2Fd%2F1", own)
      #expect(answer.headers[.location] == "https://gallery.example/d/1")
      let cookie = try #require(answer.headers[.setCookie])
      #expect(cookie.hasPrefix("__Host-gallery-session="))
      #expect(cookie.hasSuffix("; Path=/; Max-Age=2592000; HttpOnly; SameSite=Strict; Secure"))
      let fields: HTTPFields = [.cookie: String(cookie.prefix { $0 != ";" })]
      #expect(try await server.get("/api/v1/documents", fields).status == 200)
      // A cookie that plain http could have set does not count.
      let other = try await tokens.cookie(token)
      #expect(try await server.get("/api/v1/documents", other).status == 401)
    }
  }

  @Test func offersReadersNoChanges() async throws {
    try await run { server, tokens in
      let document = try await server.document("Lease", pages: 1)
      let (reader, writer) = (try tokens.add(.read), try tokens.add(.write))
      for path in ["/", "/d/\(document.rawValue)"] {
        let page = try await server.get(path, TestTokens.bearer(reader))
        #expect(page.text.contains("Lease"))
        #expect(!page.text.contains("method=\"post\""))
        let editable = try await server.get(path, TestTokens.bearer(writer))
        #expect(editable.text.contains("method=\"post\""))
      }
    }
  }

  @Test func leadsRestrictedClientsToTheirDocument() async throws {
    try await run { server, tokens in
      let document = try await server.document()
      let fields = TestTokens.bearer(try tokens.add(.read, document: document.rawValue))
      let answer = try await server.get("/", fields)
      #expect(answer.status == 303)
      #expect(answer.headers[.location] == "/d/\(document.rawValue)")
    }
  }

  @Test func isMissingWithOtherAuthorizers() async throws {
    try await TestServer.run { server in
      let answer = try await server.send(.post, "/session", json: "{\"token\":\"a\"}")
      #expect(answer.status == 404)
      #expect(try await server.send(.delete, "/session").status == 204)
    }
  }
}
