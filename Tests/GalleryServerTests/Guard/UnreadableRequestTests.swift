// SPDX-License-Identifier: Apache-2.0

import HummingbirdTesting
import Testing

@testable import GalleryServer

/// Requests that the decoder behind the guard cannot read.
struct UnreadableRequestTests {
  @Test(arguments: [
    "FOO /version", "get /version", "DELETE1 /api/v1/documents", "GET version", "GET ?a", "GET #",
    "GET http:", "GET http:/a", "GET 1://a", "GET /\u{7f}",
  ])
  func whatTheDecoderCannotReadIsAProblem(line: String) async throws {
    try await TestServer.run(.live, isGuarded: true) { server in
      let port = try #require(server.client.port)
      let request = "\(line) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
      let answer = try await RawConnection.received(request, from: port)
      #expect(answer.hasPrefix("HTTP/1.1 400 ") || answer.hasPrefix("HTTP/1.1 501 "))
      #expect(answer.lowercased().contains("\r\nx-request-id: "))
      #expect(answer.contains("\"detail\":"))
    }
  }

  @Test func knowsTheMethodsThatTheDecoderReads() async throws {
    try await TestServer.run(.live, isGuarded: true) { server in
      let port = try #require(server.client.port)
      let others = RequestMethods.known.subtracting(["GET", "HEAD", "OPTIONS"])
      for method in others.sorted() {
        let request = "\(method) /version HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
        let answer = try await RawConnection.received(request, from: port)
        #expect(answer.hasPrefix("HTTP/1.1 405 "), "\(method)")
        #expect(answer.contains("methodNotAllowed"))
      }
    }
  }
}
