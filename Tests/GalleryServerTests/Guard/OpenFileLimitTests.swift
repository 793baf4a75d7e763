// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryServer
import GalleryTestSupport
import Testing

/// The open files that connections need.
struct OpenFileLimitTests {
  @Test(arguments: [false, true]) func noMoreConnectionsAreTakenThanFilesSuffice(
    offersHTTP2: Bool
  ) {
    for count in 0..<6000 {
      var limits = ConnectionLimits()
      guard limits.fit(openFileCount: count, offersHTTP2: offersHTTP2) else {
        #expect(count < 256 + (offersHTTP2 ? 8 : 3))
        #expect(limits.maximumConnectionCount == 512)
        continue
      }
      let used = limits.openFileCount(offersHTTP2: offersHTTP2)
      let isWhole = limits.maximumConnectionCount == 512
      #expect(used <= count)
      #expect(isWhole || count - used < (offersHTTP2 ? 8 : 3), "no connection is given away")
      #expect(limits.maximumConnectionCountPerAddress! <= limits.maximumConnectionCount)
    }
  }

  /// Starts the program with limits of open files; it has printed something when this returns.
  private func start(
    soft: Int, hard: Int, in folder: String
  ) async throws -> (child: ChildProcess, errors: String) {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let errors = folder + "/errors"
    let child = try ChildProcess(
      [
        "/bin/sh", "-c", "exec prlimit --nofile=\(soft):\(hard) \"$@\" 2>'\(errors)'", "sh",
        ServerChild.program, "--store", folder + "/store", "--listen", "127.0.0.1:0",
      ], printingInto: folder)
    while child.process.isRunning, try !child.text().hasSuffix("\n") {
      try await Task.sleep(for: .milliseconds(10))
    }
    return (child, try String(contentsOfFile: errors, encoding: .utf8))
  }

  @Test(
    arguments: [
      (256, 4096, ""),
      (400, 400, "enough for 48 connections instead of 512; raise the limit to 1792"),
      (100, 200, "too few for any connection"),
    ])
  func theProgramRaisesTheLimitOrTellsWhatItIsEnoughFor(
    soft: Int, hard: Int, message: String
  ) async throws {
    let folder = TestFiles.folder
      .appendingPathComponent("gallery-server-files-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let (child, errors) = try await start(soft: soft, hard: hard, in: folder)
    defer { child.kill() }
    let isAsExpected =
      message.isEmpty ? !errors.contains("raise the limit") : errors.contains(message)
    #expect(isAsExpected, "\(errors)")
    guard hard >= 256 else {
      await child.waitUntilExit()
      #expect(child.process.terminationStatus == 78)
      return
    }
    let limits = try String(
      contentsOfFile: "/proc/\(child.process.processIdentifier)/limits", encoding: .utf8)
    let line = try #require(limits.split(separator: "\n").first { $0.hasPrefix("Max open files") })
    #expect(line.split(separator: " ")[3] == "\(hard)", "the soft limit is the hard one")
  }
}
