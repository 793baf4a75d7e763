// SPDX-License-Identifier: Apache-2.0

import Testing

struct HelpTests {
  private let workspace: Workspace

  init() throws { workspace = try Workspace() }

  @Test(arguments: ["", "render", "info", "thumbs", "replay", "animate"])
  func helpIsAsCommitted(command: String) throws {
    let outcome = try workspace.program.run((command.isEmpty ? [] : [command]) + ["--help"])

    #expect(outcome.status == 0)
    #expect(outcome.errors.isEmpty)
    let name = command.isEmpty ? "help.txt" : "help-\(command).txt"
    try Snapshots.expect(outcome.output, matches: name)
  }

  @Test func versionIsANumber() throws {
    #expect(
      try workspace.program.run("--version")
        == Program.Outcome(output: "0.1.0\n", errors: "", status: 0))
  }
}
