// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryTestSupport
import Testing

/// Tests of a log whose reader stands still.
struct UnreadLogTests {
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
      // More than the pipe, the part that is being written, and the part that waits can have.
      for _ in 0..<5 { try await Self.makeRequests(3000, to: port) }
      var text = ""
      while try Self.counts(text).reduce(0, +) < 15_000 { text += try await Self.read(log) }
      let counts = try Self.counts(text)
      #expect(counts.count == 2, "one line tells of lost ones")
      #expect(counts.reduce(0, +) == 15_000)
      // The log goes on behind it.
      try await Self.makeRequests(1, to: port)
      while !(try await Self.read(log)).contains("/version") {}
    }
  }

  @Test(.timeLimit(.minutes(2))) func doesNotHoldAFailure() async throws {
    try await ProgramTests.inFolder { folder in
      let path = folder + "/log"
      #expect(mkfifo(path, 0o600) == 0)
      let log = open(path, O_RDWR | O_NONBLOCK)
      defer { close(log) }
      while [0].withUnsafeBytes({ write(log, $0.baseAddress, 1) }) > 0 {}
      let server = try ServerChild(["--store", "/dev/null/store"], log: path, in: folder)
      await server.child.waitUntilExit()
      #expect(server.child.process.terminationReason == .exit)
      #expect(server.child.process.terminationStatus > 64)
    }
  }

  /// As on a full disk, on which somebody makes room later.
  @Test(.timeLimit(.minutes(2))) func tellsHowManyLinesCouldNotBeWritten() async throws {
    try await ProgramTests.inFolder { folder in
      let log = folder + "/log"
      let shell = ["/bin/sh", "-c", #"trap '' XFSZ; exec "$0" "$@" 2>>'\#(log)'"#]
      let words = ["--store", folder + "/store", "--log-format", "json", "--listen", "127.0.0.1:0"]
      let child = try ChildProcess(shell + [ServerChild.program] + words, printingInto: folder)
      defer { if child.process.isRunning { child.kill() } }
      while try !child.text().hasSuffix("\n") { try await Task.sleep(for: .milliseconds(10)) }
      let address = try child.text().split(separator: ":").last ?? ""
      let port = try #require(Int(address.prefix { $0.isNumber }))
      func limitFiles(to byteCount: String) {
        let process = "\(child.process.processIdentifier)"
        let limit = ["--pid", process, "--fsize=\(byteCount):unlimited"]
        #expect(ChildProcess.succeeds("/usr/bin/prlimit", limit))
      }
      limitFiles(to: "20000")
      try await Self.makeRequests(300, to: port)
      while try Data(contentsOf: URL(fileURLWithPath: log)).count < 20_000 {
        try await Task.sleep(for: .milliseconds(10))
      }
      try await Task.sleep(for: .milliseconds(100))
      limitFiles(to: "unlimited")
      try await Self.makeRequests(1, to: port)
      child.signal(SIGTERM)
      await child.waitUntilExit()
      let text = try String(contentsOfFile: log, encoding: .utf8)
      let counts = try Self.counts(text)
      // One line of the library, about its start, may come late, and be lost as well.
      #expect(counts.count == 2 && [301, 302].contains(counts.reduce(0, +)), "\(counts)")
      // One line was broken off at most, and the next one does not stand behind it.
      let broken = text.split(separator: "\n").count { !$0.hasPrefix("{") || !$0.hasSuffix("}") }
      #expect(broken <= 1, "\(text)")
    }
  }

  /// Returns the number of lines of requests, and the numbers of lines that were lost.
  private static func counts(_ text: String) throws -> [Int] {
    let lines = text.split(separator: "\n").compactMap {
      try? JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
    }
    let lost = lines.filter { $0["level"] as? String == "error" }.compactMap { $0["lines"] as? Int }
    return [lines.count { $0["message"] as? String == "request" }] + lost
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

  /// Reads what is there; waits a little before.
  private static func read(_ log: Int32) async throws -> String {
    try await Task.sleep(for: .milliseconds(100))
    var (found, buffer) = ([UInt8](), [UInt8](repeating: 0, count: 65_536))
    while true {
      let count = buffer.withUnsafeMutableBytes { Glibc.read(log, $0.baseAddress, $0.count) }
      guard count > 0 else { return String(decoding: found, as: UTF8.self) }
      found += buffer[..<count]
    }
  }
}
