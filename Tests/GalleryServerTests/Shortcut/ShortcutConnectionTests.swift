// SPDX-License-Identifier: Apache-2.0

import GalleryPages
import HTTPTypes
import HummingbirdTesting
import PageStorage
import Testing

@testable import GalleryServer

/// The shortcut in real connections.
struct ShortcutConnectionTests {
  private func run(_ body: @Sendable (TestServer) async throws -> Void) async throws {
    try await TestServer.run(
      .live, store: { $0.thumbnailMemoryByteCount = 1 << 20 }, isGuarded: true, body)
  }

  /// Responses with and without the shortcut, which a length of the content excludes.
  @Test func aResponseIsTheSameAsThatOfTheRoutes() async throws {
    try await run { server in
      let document = try await server.document(pages: 1)
      let page = try await server.store.pages(in: 0..<1, of: document)[0]
      let path = "/t/\(page.id.rawValue)/\(page.key)/h66.jpg"
      let conditions: [HTTPFields] = [
        [:], [.ifNoneMatch: "\"\(page.key)-h66\""], [.ifNoneMatch: "\"x\""],
        [.accept: "image/avif,*/*"], [.origin: "http://localhost"], [.range: "bytes=0-1"],
      ]
      for condition in conditions {
        _ = try await server.get(path)
        let ordinary = try await server.get(path, condition.adding(.contentLength, "0"))
        let short = try await server.get(path, condition)
        #expect(short.status == ordinary.status && short.bytes == ordinary.bytes)
        #expect(Self.fields(of: short) == Self.fields(of: ordinary))
      }
    }
  }

  /// The fields of a response; of those that differ each time, the names.
  private static func fields(of answer: Answer) -> Set<String> {
    Set(
      answer.headers.map { field in
        [.requestID, .date].contains(field.name) ? "\(field.name)" : "\(field)"
      })
  }

  @Test func responsesKeepTheOrderOfTheirRequests() async throws {
    try await run { server in
      let document = try await server.document(pages: 1)
      let page = try await server.store.pages(in: 0..<1, of: document)[0]
      let path = "/t/\(page.id.rawValue)/\(page.key)/h66.jpg"
      _ = try await server.get(path)
      let (short, long) = (request(path), request("/version"))
      let order = [short, short, long, short, long, long, short, short]
      let port = try #require(server.client.port)
      let text = try await RawConnection.received(
        order.joined() + request("/version", "Connection: close\r\n"), from: port)
      let types = text.split(separator: "\r\n").filter { $0.lowercased().hasPrefix("content-type") }
        .map { $0.contains("image/jpeg") }
      #expect(types == order.map { $0 == short } + [false])
    }
  }

  private func request(_ path: String, _ field: String = "") -> String {
    "GET \(path) HTTP/1.1\r\nHost: localhost\r\n\(field)\r\n"
  }
}

extension HTTPFields {
  /// Returns the fields with one more.
  fileprivate func adding(_ name: HTTPField.Name, _ value: String) -> Self {
    var fields = self
    fields[name] = value
    return fields
  }
}
