// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The program in a terminal, emulated by script(1).
struct TerminalOutputTests {
  private static let script = "/usr/bin/script"
  private static let hasScript = FileManager.default.isExecutableFile(atPath: script)

  private func linesInTerminal(
    _ arguments: String, columns: Int, environment: [String: String] = [:]
  ) throws -> [String] {
    let workspace = try Workspace()
    for number in 1...5 { try workspace.addPage("scans/\(number).png") }
    var program = workspace.program
    program.environment = environment
    let process = program.makeProcess([
      "-qec", "stty cols \(columns); exec '\(Program.url.path)' \(arguments)", "/dev/null",
    ])
    process.executableURL = URL(fileURLWithPath: Self.script)
    let output = Pipe()
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    try process.run()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    return String(decoding: data, as: UTF8.self).split(whereSeparator: \.isNewline).map(String.init)
  }

  @Test(.enabled(if: hasScript), arguments: [40, 97])
  func stripIsAsWideAsTheTerminal(columns: Int) throws {
    let lines = try linesInTerminal("scans", columns: columns)

    #expect(lines.count == 12)
    #expect(lines.allSatisfy { $0.count { $0 == "\u{2580}" } == columns })
  }

  @Test(
    .enabled(if: hasScript), arguments: [["TERM": "dumb"], ["NO_COLOR": "1"], ["NO_COLOR": "no"]])
  func noColorsAndNoEscapesUnlessWanted(environment: [String: String]) throws {
    let lines = try linesInTerminal("scans", columns: 60, environment: environment)

    #expect(lines.count == 12)
    #expect(lines.allSatisfy { $0.utf8.count == 60 })
    #expect(lines.allSatisfy { $0.allSatisfy(" .:-=+*#%@".contains) })
    #expect(lines.contains { $0.contains { $0 != " " } })
  }

  @Test(.enabled(if: hasScript))
  func anEmptyWishIsNone() throws {
    let lines = try linesInTerminal("scans", columns: 60, environment: ["NO_COLOR": ""])
    #expect(lines.allSatisfy { $0.contains("\u{1B}[") })
  }

  @Test(.enabled(if: hasScript))
  func givenWidthShrinksToTheTerminal() throws {
    let lines = try linesInTerminal("scans --width 320", columns: 80)

    // 66 points at a quarter of a pixel are 16.5 pixels: eight lines and a half.
    #expect(lines.count == 9)
    #expect(lines.allSatisfy { $0.count { $0 == "\u{2580}" } == 80 })
  }
}
