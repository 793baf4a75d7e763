// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryTestSupport
import Testing

/// The unit file that runs a watch under systemd.
struct WatchUnitTests {
  private static let analyzer = "/usr/bin/systemd-analyze"
  private let folder: WatchWorkspace

  init() throws { folder = try WatchWorkspace() }

  private func unit() throws -> String {
    let file = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
      .appendingPathComponent("Deployment/thumbnail-strip-watch@.service")
    return try String(contentsOf: file, encoding: .utf8)
  }

  /// The arguments of a command of the unit, with variables substituted.
  private func arguments(
    of key: String, _ variables: [String: String]
  ) throws -> [String] {
    let line = try #require(try unit().split(separator: "\n").first { $0.hasPrefix(key + "=") })
    return line.dropFirst(key.count + 1).split(separator: " ").dropFirst().flatMap { word in
      guard word.hasPrefix("$") else { return [String(word)] }
      let name = String(word.drop { "${".contains($0) }.prefix { $0 != "}" })
      let value = variables[name] ?? ""
      return word.hasPrefix("${") ? [value] : value.split(separator: " ").map(String.init)
    }
  }

  @Test(arguments: ["", "--group subfolder --done in/done", "--group pause --pause 5 --remove"])
  func theProgramTakesTheOptionsOfTheUnit(options: String) async throws {
    let variables = ["FOLDER": "in", "STORE": "new", "OPTIONS": options]
    let preparation = try folder.workspace.program.run(arguments(of: "ExecStartPre", variables))
    #expect(preparation.status == 0)
    try folder.add("in/1.jpg", 1)
    let watcher = try Watcher(folder.workspace, arguments(of: "ExecStart", variables))
    try await watcher.wait(forLines: 2)
    #expect(try watcher.end(with: SIGTERM) == 0)
    #expect(try jsonLines(watcher.lines.joined(separator: "\n")).count == 2)
    // The store exists at the second start.
    #expect(try folder.workspace.program.run(arguments(of: "ExecStartPre", variables)).status == 0)
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: analyzer)))
  func systemdFindsNoFault() throws {
    let unit = try unit().replacing("/usr/bin/thumbnail-strip", with: Program.url.path)
    try folder.workspace.add("thumbnail-strip-watch@inbox.service", unit)
    let (process, output) = (Process(), Pipe())
    process.executableURL = URL(fileURLWithPath: Self.analyzer)
    process.arguments = ["verify", folder.url("thumbnail-strip-watch@inbox.service").path]
    process.standardError = output
    try process.run()
    let words = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    let text = String(decoding: words, as: UTF8.self)
    let own = text.split(separator: "\n").filter { $0.contains("thumbnail-strip") }
    #expect(process.terminationStatus == 0 && own.isEmpty, "\(text)")
  }
}
