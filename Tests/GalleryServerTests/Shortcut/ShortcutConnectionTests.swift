// SPDX-License-Identifier: Apache-2.0

import GalleryPages
import GalleryTestSupport
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

  /// The first response is made behind the decoder, the others before it.
  @Test func repeatedRequestsHaveTheSameResponse() async throws {
    try await run { server in
      let document = try await server.document(pages: 1)
      let page = try await server.store.pages(in: 0..<1, of: document)[0]
      let path = "/t/\(page.id.rawValue)/\(page.key)/h66.jpg"
      let type = try #require(try await server.get(path).headers[.contentType])
      let port = try #require(server.client.port)
      for field in ["", "If-None-Match: \"\(page.key)-h66\"\r\n", "If-None-Match: \"x\"\r\n"] {
        let texts = try await RawConnection.responses(
          to: [String](repeating: request(path, field), count: 4), from: port)
        let plain = texts.map(Self.withoutVariableFields)
        #expect(!plain[0].isEmpty)
        for other in plain {
          let (found, expected) = (Self.parts(of: other), Self.parts(of: plain[0]))
          #expect(found.fields == expected.fields && found.status == expected.status)
          #expect(found.content == expected.content)
        }
        #expect(texts[0].contains(type) == !field.contains("h66"))
      }
    }
  }

  /// The status, the fields in any order, and the content of a response.
  private static func parts(
    of response: String
  ) -> (status: Substring?, fields: [Substring], content: Substring) {
    let end = response.firstRange(of: "\r\n\r\n")
    let lines = response[..<(end?.lowerBound ?? response.startIndex)].split(separator: "\r\n")
    return (
      lines.first, lines.dropFirst().sorted(), response[(end?.upperBound ?? response.endIndex)...]
    )
  }

  /// The bytes of a response, without the values of the fields that differ each time.
  private static func withoutVariableFields(_ text: String) -> String {
    text.split(separator: "\r\n", omittingEmptySubsequences: false)
      .filter { !$0.lowercased().hasPrefix("x-request-id") && !$0.lowercased().hasPrefix("date") }
      .joined(separator: "\r\n")
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
