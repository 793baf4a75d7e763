// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Testing

@testable import GalleryServer

/// The codings and charsets of bodies.
struct BodyCodingTests {
  @Test(arguments: [
    ("Content-Type: application/json\r\nContent-Encoding: gzip", 415),
    ("Content-Type: application/json\r\nContent-Encoding: identity", 201),
    ("Content-Type: application/json; charset=latin1", 415),
    ("Content-Type: application/json;charset=\"UTF-8\"", 201),
  ])
  func bodiesHaveNoCoding(fields: String, status: Int) async throws {
    try await TestServer.run { server in
      var headers: HTTPFields = [:]
      for line in fields.split(separator: "\r\n") {
        let sides = line.split(separator: ":", maxSplits: 1)
        headers[try #require(.init(String(sides[0])))] = String(sides[1].dropFirst())
      }
      let answer = try await server.send(
        .post, "/api/v1/documents", headers, bytes: Array("{\"title\":\"a\"}".utf8))
      #expect(answer.status == status)
      let isCoded = fields.hasSuffix("gzip")
      #expect(answer.headers[.acceptEncoding] == (isCoded ? "identity" : nil))
    }
  }

  @Test func anUploadHasNoCoding() async throws {
    try await TestServer.run { server in
      let answer = try await server.upload(1, TestImage.png(1), [.contentEncoding: "gzip"])
      #expect(answer.status == 415 && answer.headers[.acceptEncoding] == "identity")
    }
  }
}
