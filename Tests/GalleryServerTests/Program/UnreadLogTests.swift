// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryTestSupport
import Testing

/// Tests of a log whose reader stands still.
struct UnreadLogTests {
  /// A number of requests whose lines the pipe and the server do not keep.
  private static let requestCount = 15_000

  /// Makes a number of requests on a connection, which the server closes after the last response.
  private static func makeRequests(_ count: Int, to port: Int) async throws {
    let request = "GET /version HTTP/1.1\r\nHost: localhost\r\n"
    let text = String(repeating: request + "\r\n", count: count - 1)
    try await RawConnection.followToTheEnd(
      text + request + "Connection: close\r\n\r\n", to: port
    ) { _ in }
  }

  @Test(.timeLimit(.minutes(2))) func stopsNeitherRequestsNorTheEnd() async throws {
    try await Self.withUnreadLog { server, port, _ in
      // Their lines do not fit into the pipe.
      try await Self.makeRequests(1000, to: port)
      server.child.signal(SIGTERM)
      await server.child.waitUntilExit()
      #expect(server.child.process.terminationReason == .exit)
      #expect(server.child.process.terminationStatus == 0)
    }
  }

  @Test(.timeLimit(.minutes(2))) func tellsHowManyLinesWereLost() async throws {
    try await Self.withUnreadLog { server, port, log in
      for _ in 0..<5 { try await Self.makeRequests(Self.requestCount / 5, to: port) }
      let text = try await Self.read(log, until: "were lost")
      let lines = try text.split(separator: "\n").map {
        try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
      }
      let lost = try #require(lines.last)
      #expect(lost["level"] as? String == "error")
      let written = lines.count { $0["message"] as? String == "request" }
      #expect(lost["lines"] as? Int == Self.requestCount - written)
      #expect(written > 1000 && written < Self.requestCount)
      // The log goes on behind it.
      try await Self.makeRequests(1, to: port)
      #expect(try await Self.read(log, until: "\n").contains("/version"))
    }
  }

  /// Runs a server whose log is a pipe that is read only by the closure, which gets its descriptor.
  private static func withUnreadLog(
    _ body: (ServerChild, Int, Int32) async throws -> Void
  ) async throws {
    try await ProgramTests.inFolder { folder in
      let path = folder + "/log"
      #expect(mkfifo(path, 0o600) == 0)
      let log = open(path, O_RDWR | O_NONBLOCK)
      defer { close(log) }
      let server = try ServerChild(
        ["--store", folder + "/store", "--log-format", "json"], log: path, in: folder)
      defer { if server.child.process.isRunning { server.child.kill() } }
      try await body(server, try await server.port(), log)
    }
  }

  /// Reads complete lines until they contain a text.
  private static func read(_ log: Int32, until end: String) async throws -> String {
    var (found, buffer) = ([UInt8](), [UInt8](repeating: 0, count: 65_536))
    while true {
      let count = buffer.withUnsafeMutableBytes { Glibc.read(log, $0.baseAddress, $0.count) }
      if count > 0 { found += buffer[..<count] }
      let text = String(decoding: found, as: UTF8.self)
      if count <= 0, text.contains(end), text.hasSuffix("\n") { return text }
      if count <= 0 { try await Task.sleep(for: .milliseconds(10)) }
    }
  }
}
