// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryTestSupport
import Testing

/// Uploads in the built program.
struct UploadProgramTests {
  /// The program on a store, and its port.
  private func start(in folder: String) async throws -> (child: ChildProcess, port: Int) {
    let program = ServerChild.program
    let child = try ChildProcess(
      [program, "--store", folder + "/store", "--listen", "127.0.0.1:0"], printingInto: folder)
    while child.process.isRunning, try !child.text().hasSuffix("\n") {
      try await Task.sleep(for: .milliseconds(10))
    }
    let port = try child.text().dropLast().split(separator: ":").last.flatMap { Int($0) }
    return (child, try #require(port))
  }

  private func files(in folder: String) -> [String] {
    let names = FileManager.default.enumerator(atPath: folder + "/store/incoming")?.allObjects
    return (names as? [String] ?? []).filter { $0.contains("/") }
  }

  @Test func nothingOfAnUploadSurvivesTheProgram() async throws {
    let folder = TestFiles.folder
      .appendingPathComponent("gallery-server-uploads-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let image = TestImage.png(1)
    let target = "\(TestServer.upload(1)) HTTP/1.1\r\nHost: localhost\r\n"
    let put = Array("PUT \(target)Content-Length: \(image.count)\r\n\r\n".utf8) + image
    for isKilled in [true, false, false] {
      let (child, port) = try await start(in: folder)
      defer { child.kill() }
      #expect(files(in: folder).isEmpty)
      let get = Array("GET \(target)\r\n".utf8)
      let missing = try await RawConnection.exchange([(get, "notFound")], to: port)
      #expect(missing.hasPrefix("HTTP/1.1 404 "))
      let received = try await RawConnection.exchange([(put, "sameAs")], to: port)
      #expect(received.hasPrefix("HTTP/1.1 201 "))
      #expect(files(in: folder).count == 1)
      if isKilled { child.kill() } else { child.signal(SIGTERM) }
      await child.waitUntilExit()
      #expect(files(in: folder).count == (isKilled ? 1 : 0))
    }
  }
}
