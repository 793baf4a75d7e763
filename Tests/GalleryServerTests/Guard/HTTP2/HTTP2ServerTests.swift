// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryTestSupport
import Testing

@testable import GalleryServer

/// HTTP/2 with the program and real connections.
struct HTTP2ServerTests {
  private func run(
    _ words: [String] = ["--http2-cleartext"], _ body: (ServerChild, Int) async throws -> Void
  ) async throws {
    try await ProgramTests.inFolder { folder in
      let certificate = TestCertificate.first
      try Data(certificate.certificate.utf8).write(
        to: URL(fileURLWithPath: folder + "/certificate.pem"))
      try Data(certificate.key.utf8).write(to: URL(fileURLWithPath: folder + "/key.pem"))
      let files = words.map { $0.replacing("FOLDER", with: folder) }
      let server = try ServerChild(["--store", folder + "/store"] + files, in: folder)
      defer { server.child.signal(SIGTERM) }
      try await body(server, try await server.port())
    }
  }

  private static func fields(
    _ method: String, _ path: String, _ more: [(String, String)] = []
  ) -> [(String, String)] {
    [(":method", method), (":scheme", "http"), (":path", path), (":authority", "localhost")] + more
  }

  @Test func encryptedConnectionsNegotiateHTTP2() async throws {
    let words = ["--tls-certificate", "FOLDER/certificate.pem", "--tls-key", "FOLDER/key.pem"]
    try await run(words) { _, port in
      try await FramedConnection.open(to: port, isEncrypted: true) { connection in
        try await connection.send([
          try connection.client.header(1, Self.fields("GET", "/version"))
        ])
        try await connection.receive { $0.hasEnded(1) }
        #expect(connection.statuses[1] == ["200"])
        #expect(connection.text(of: 1).contains("version"))
      }
    }
  }

  @Test func clearTextHasBothProtocols() async throws {
    try await run { _, port in
      let get = "GET /version HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
      #expect(try await RawConnection.received(get, from: port).hasPrefix("HTTP/1.1 200 "))
      try await FramedConnection.open(to: port) { connection in
        let streams = (0..<100).map { 2 * $0 + 1 }
        let headers = try streams.map {
          try connection.client.header($0, Self.fields("GET", "/version"))
        }
        try await connection.send(headers)
        try await connection.receive { connection in streams.allSatisfy(connection.hasEnded) }
        #expect(streams.allSatisfy { connection.statuses[$0] == ["200"] })
      }
    }
  }

  @Test func clearTextIsOffByDefault() async throws {
    try await run([]) { _, port in
      let preface = String(decoding: TestFrame.preface, as: UTF8.self)
      let received = try await RawConnection.received(preface, from: port)
      #expect(received.hasPrefix("HTTP/1.1 400 "))
    }
  }

  /// A client that cancels each request at once has hardly any answered.
  @Test func cancelledRequestsAreNotAnswered() async throws {
    try await run { _, port in
      try await FramedConnection.open(to: port) { connection in
        let count = 2_000
        for first in stride(from: 0, to: count, by: 100) {
          try await connection.send(
            try (first..<first + 100).flatMap { number in
              let stream = 2 * number + 1
              let header = try connection.client.header(
                stream, Self.fields("GET", "/api/v1/documents"))
              return [header, .reset(stream)]
            })
        }
        let last = 2 * count + 1
        try await connection.send([
          try connection.client.header(last, Self.fields("GET", "/metrics"))
        ])
        try await connection.receive { $0.hasEnded(last) }
        let metrics = connection.text(of: last)
        #expect(metrics.contains("gallery_active_requests"))
        let answered = metrics.split(separator: "\n").filter {
          $0.hasPrefix("gallery_requests_total{route=\"/api/v1/documents\"")
        }.compactMap { $0.split(separator: " ").last.flatMap { Int($0) } }
        #expect(answered.reduce(0, +) < count / 4, "\(answered)")
      }
    }
  }

  @Test func receivesUploads() async throws {
    try await run { _, port in
      try await FramedConnection.open(to: port) { connection in
        let bytes = TestImage.png(3) + [UInt8](repeating: 0, count: 2_000_000)
        let fields = Self.fields(
          "PUT", TestServer.upload(1) + "?unreadable=keep",
          [("content-length", "\(bytes.count)"), ("expect", "100-continue")])
        try await connection.send([try connection.client.header(1, fields, ends: false)])
        try await connection.receive { $0.statuses[1] != nil }
        try await connection.upload(bytes, to: 1)
        try await connection.receive { $0.hasEnded(1) }
        #expect(connection.statuses[1] == ["100", "201"])
        let large = Self.fields(
          "PUT", TestServer.upload(2), [("content-length", "99999999999")])
        try await connection.send([try connection.client.header(3, large, ends: false)])
        try await connection.receive { connection in
          connection.frames.contains { $0.type == 3 && $0.stream == 3 }
        }
        #expect(connection.statuses[3] == ["413"])
        #expect(connection.frames.last?.code == 0)
      }
    }
  }

  @Test func endsEventsAtTheSignal() async throws {
    try await run { server, port in
      try await FramedConnection.open(to: port) { connection in
        try await connection.send([
          try connection.client.header(1, Self.fields("GET", "/api/v1/events"))
        ])
        try await connection.receive { $0.text(of: 1).contains("retry") }
        let form = [("content-type", "application/json"), ("content-length", "13")]
        try await connection.send([
          try connection.client.header(
            3, Self.fields("POST", "/api/v1/documents", form), ends: false),
          .data(3, Array("{\"title\":\"a\"}".utf8), ends: true),
        ])
        try await connection.receive { $0.text(of: 1).contains("data:") }
        #expect(connection.text(of: 1).contains("data:"))
        #expect(connection.statuses[3] == ["201"] || connection.statuses[3] == nil)
        server.child.signal(SIGTERM)
        try await connection.receive { $0.hasEnded(1) }
        #expect(connection.text(of: 1).hasSuffix("\n\n"))
        try await connection.receive { _ in false }
        #expect(connection.frames.contains { $0.type == 7 && $0.code == 0 })
      }
      await server.child.waitUntilExit()
      #expect(server.child.process.terminationStatus == 0)
    }
  }
}
