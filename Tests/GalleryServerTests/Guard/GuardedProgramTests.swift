// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryPages
import GalleryTestSupport
import PageStorage
import Testing

/// The guard in the built program.
struct GuardedProgramTests {
  @Test func rejectsAMalformedRequest() async throws {
    let folder = TestFiles.folder
      .appendingPathComponent("gallery-server-guard-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let program = ServerChild.program
    let server = try ChildProcess(
      [program, "--store", folder.path + "/store", "--listen", "127.0.0.1:0"],
      printingInto: folder.path)
    defer { server.signal(SIGTERM) }
    while server.process.isRunning, try !server.text().hasSuffix("\n") {
      try await Task.sleep(for: .milliseconds(10))
    }
    let port = try server.text().dropLast().split(separator: ":").last.flatMap { Int($0) }

    let answer = try await RawConnection.send(
      "GET /version HTTP/1.1\nHost: 127.0.0.1\n\n", to: try #require(port))

    #expect(answer.hasPrefix("HTTP/1.1 400 "))
    #expect(answer.contains("bareLineEnd"))
  }

  /// A client of HTTP/1.0 would take the sizes of chunks for content.
  @Test(arguments: ["", "Connection: keep-alive\r\n"])
  func sendsNoChunksToHTTP10(field: String) async throws {
    try await ProgramTests.inFolder { folder in
      let store = try await PageStore.open(at: folder + "/store")
      let document = try await store.createDocument(title: "a").id
      let page = try await store.append(.bytes(TestImage.png(1)), to: document)
      await store.close()
      let server = try ServerChild(["--store", folder + "/store"], in: folder)
      defer { server.child.signal(SIGTERM) }
      let port = try await server.port()
      let end = " HTTP/1.0\r\nHost: localhost\r\n\(field)\r\n"
      for path in ["pages", "columns"] {
        var answer = ""
        // The end of the connection is that of the response.
        try await RawConnection.followToTheEnd(
          "GET /api/v1/documents/\(document)/\(path)\(end)", to: port
        ) { answer = $0 }
        let parts = answer.components(separatedBy: "\r\n\r\n")
        #expect(answer.contains(" 200 OK\r\n"))
        #expect(!answer.lowercased().contains("transfer-encoding"))
        #expect(parts.count == 2 && ["{", "P"].contains(parts[1].prefix(1)), "\(answer)")
      }
      // The events of changes bypass what frames the others.
      var isChanged = false
      try await RawConnection.follow(
        "GET /api/v1/documents/\(document)/events\(end)", to: port
      ) { received in
        guard received.contains("\r\n\r\n") else { return false }
        let body = received.components(separatedBy: "\r\n\r\n").dropFirst().joined()
        #expect(!body.utf8.contains(0x0D), "\(body)")
        if !isChanged, body.contains("event: ") {
          isChanged = true
          for _ in 0..<3 { try await Self.rotate(page.id, port) }
        }
        return body.components(separatedBy: "event: change").count > 3
      }
    }
  }

  private static func rotate(_ page: PageID, _ port: Int) async throws {
    let answer = try await RawConnection.send(
      "PATCH /api/v1/pages/\(page.rawValue) HTTP/1.1\r\nHost: localhost\r\n"
        + "Content-Type: application/json\r\nContent-Length: 15\r\n\r\n" + #"{"rotation":90}"#,
      to: port)
    #expect(answer.hasPrefix("HTTP/1.1 200 "))
  }
}
