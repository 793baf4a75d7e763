// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryTestSupport
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
}
