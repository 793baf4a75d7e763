// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryTestSupport
import Testing

/// The unit file that runs the server under systemd.
struct ServiceUnitTests {
  private static let analyzer = "/usr/bin/systemd-analyze"
  private static let program = ServerChild.program

  private func unit() throws -> String {
    let file = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Deployment/gallery-server.service")
    return try String(contentsOf: file, encoding: .utf8)
  }

  /// The values of a key of the unit, in order.
  private func values(of key: String) throws -> [String] {
    try unit().split(separator: "\n").filter { $0.hasPrefix(key + "=") }
      .map { String($0.dropFirst(key.count + 1)) }
  }

  @Test func theProgramTakesTheWordsAndVariablesOfTheUnit() async throws {
    let command = try #require(try values(of: "ExecStart").first).split(separator: " ")
    let words = command.dropFirst().map(String.init) + ["--print-config"]
    var environment: [String: String] = [:]
    for assignment in try values(of: "Environment") {
      let sides = assignment.split(separator: "=", maxSplits: 1).map(String.init)
      environment[sides[0]] = sides[1]
    }
    try await ProgramTests.inFolder { folder in
      let child = try ChildProcess(
        [Self.program] + words, printingInto: folder, environment: environment)
      await child.waitUntilExit()
      #expect(child.process.terminationStatus == 0)
      let store = "store: \"/var/lib/gallery-server/archive\"  # PAGE_GALLERY_STORE"
      #expect(try child.text().hasPrefix(store))
    }
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: analyzer)))
  func systemdFindsNoFault() async throws {
    let text = try unit().replacing("/usr/bin/gallery-server", with: Self.program)
    try await ProgramTests.inFolder { folder in
      let file = folder + "/gallery-server.service"
      try Data(text.utf8).write(to: URL(fileURLWithPath: file))
      let shell = ["/bin/sh", "-c", #"exec "$0" verify "$1" 2>&1"#]
      let child = try ChildProcess(shell + [Self.analyzer, file], printingInto: folder)
      await child.waitUntilExit()
      let own = try child.text().split(separator: "\n").filter { $0.contains("gallery-server") }
      #expect(child.process.terminationStatus == 0 && own.isEmpty, "\(own)")
    }
  }
}
