// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import HummingbirdTesting
import PageStorage
import Testing

@testable import GalleryServer

/// Uploads over connections with a guard.
struct UploadConnectionTests {
  private static let invitation = "HTTP/1.1 100 Continue\r\n\r\n"

  private static func header(_ number: Int, _ fields: String, version: String = "1.1") -> [UInt8] {
    Array(
      """
      PUT \(TestServer.upload(number)) HTTP/\(version)\r
      Host: localhost\r
      \(fields)\r
      \r

      """.utf8)
  }

  @Test func invitesTheBody() async throws {
    try await TestServer.run(.live, isGuarded: true) { server in
      let port = try #require(server.client.port)
      let bytes = TestImage.png(5, width: 900, height: 900)
      for (number, expectation) in [(1, "100-continue"), (2, "100-Continue")] {
        let fields = "Content-Length: \(bytes.count)\r\nExpect: \(expectation)"
        let received = try await RawConnection.exchange(
          [(Self.header(number, fields), Self.invitation), (bytes, "sameAs")], to: port)
        #expect(received.hasPrefix(Self.invitation + "HTTP/1.1 201 "))
      }
      let get = "GET /version HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\n\r\n"
      let received = try await RawConnection.exchange([(Array(get.utf8), "version")], to: port)
      #expect(received.hasPrefix("HTTP/1.1 200 "))
    }
  }

  @Test(arguments: [
    ("Content-Length: 99999999999\r\nExpect: 100-continue", 413),
    ("Content-Length: 2000000\r\nExpect: 100-continue", 429),
    ("Content-Length: 500000\r\nExpect: 100-continue", 507),
    ("Content-Length: 100\r\nExpect: 200-ok", 417),
    ("Content-Length: 100\r\nExpect: 100-continue, 100-continue", 417),
    ("Content-Length: 100\r\nExpect: 100-continue\r\nContent-Digest: x", 400),
  ])
  func rejectsBeforeTheBody(fields: String, status: Int) async throws {
    try await TestServer.run(
      .live,
      configured: {
        $0.uploads.maximumByteCount = 1_000_000
        $0.uploads.minimumFreeByteCount = 0
        $0.freeByteCount = { 400_000 }
      }, isGuarded: true
    ) { server in
      let port = try #require(server.client.port)
      let received = try await RawConnection.exchange(
        [(Self.header(1, fields), "\"code\"")], to: port)
      #expect(received.hasPrefix("HTTP/1.1 \(status) "))
    }
  }

  @Test func invitesNoClientOfTheOldProtocol() async throws {
    try await TestServer.run(.live, isGuarded: true) { server in
      let port = try #require(server.client.port)
      let bytes = TestImage.png(1)
      let fields = "Content-Length: \(bytes.count)\r\nExpect: 100-continue"
      let header = Self.header(1, fields, version: "1.0")
      let received = try await RawConnection.exchange([(header, ""), (bytes, "sameAs")], to: port)
      #expect(!received.contains("100 Continue"))
      #expect(received.contains(" 201 "))
    }
  }

  @Test func rejectsALongBodyOfUnknownLength() async throws {
    try await TestServer.run(
      .live, configured: { $0.maximumPageByteCount = 10_000 }, isGuarded: true
    ) { server in
      let port = try #require(server.client.port)
      let chunk =
        Array("2710\r\n".utf8) + TestImage.png(1)
        + [UInt8](repeating: 0, count: 10_000 - TestImage.png(1).count) + Array("\r\n".utf8)
      let received = try await RawConnection.exchange(
        [(Self.header(1, "Transfer-Encoding: chunked") + chunk + chunk, "\"code\"")], to: port)
      #expect(received.hasPrefix("HTTP/1.1 413 "))
      #expect(server.incoming.isEmpty)
    }
  }

  @Test(arguments: ["Content-Length: 50000", "Transfer-Encoding: chunked"])
  func leavesNothingOfAnUploadThatBreaksOff(field: String) async throws {
    try await TestServer.run(
      .live, configured: { $0.uploads.maximumFileCount = 1 }, isGuarded: true
    ) { server in
      let port = try #require(server.client.port)
      // The whole image, so that nothing but the end of the body is missing.
      let image = TestImage.jpeg(1)
      let size = "\(String(image.count, radix: 16))\r\n"
      let body = field.hasPrefix("C") ? image : Array(size.utf8) + image + Array("\r\n".utf8)
      _ = try await RawConnection.exchange([(Self.header(1, field) + body, "")], to: port) {
        while server.incoming.isEmpty { try await Task.sleep(for: .milliseconds(2)) }
      }
      while !server.incoming.isEmpty { try await Task.sleep(for: .milliseconds(2)) }
      #expect(try await server.get(TestServer.upload(1)).status == 404)
      // Its part of the quota is free a moment after its file is gone.
      var answer = try await server.upload(2, TestImage.png(1))
      while answer.status == 429 { answer = try await server.upload(2, TestImage.png(1)) }
      #expect(answer.status == 201)
    }
  }

  @Test func growsItsPartOfTheQuotaWithoutALength() async throws {
    try await TestServer.run(
      .live, configured: { $0.uploads.maximumByteCount = 5_000 }, isGuarded: true
    ) { server in
      let port = try #require(server.client.port)
      let chunk =
        Array("1770\r\n".utf8) + TestImage.png(1)
        + [UInt8](repeating: 0, count: 6_000 - TestImage.png(1).count) + Array("\r\n".utf8)
      let received = try await RawConnection.exchange(
        [(Self.header(1, "Transfer-Encoding: chunked") + chunk, "\"code\"")], to: port)
      #expect(received.hasPrefix("HTTP/1.1 429 "))
    }
  }
}
