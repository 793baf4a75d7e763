// SPDX-License-Identifier: Apache-2.0

import Testing

struct HelpTests {
  private let workspace: Workspace

  init() throws { workspace = try Workspace() }

  @Test(arguments: [
    "", "render", "info", "thumbs", "replay", "animate", "watch", "store", "store init",
    "store ingest", "store list", "store show", "store move", "store rotate", "store replace",
    "store delete", "store restore", "store purge", "store rename", "store describe", "store split",
    "store merge", "store duplicate", "store export", "store verify", "store repair",
    "store backup",
  ])
  func helpIsAsCommitted(command: String) throws {
    let outcome = try workspace.program.run(
      command.split(separator: " ").map(String.init) + ["--help"])

    #expect(outcome.status == 0)
    #expect(outcome.errors.isEmpty)
    let name = command.isEmpty ? "help.txt" : "help-\(command.replacing(" ", with: "-")).txt"
    try Snapshots.expect(outcome.output, matches: name)
  }

  @Test func versionIsANumber() throws {
    #expect(
      try workspace.program.run("--version")
        == Program.Outcome(output: "0.1.0\n", errors: "", status: 0))
  }

  /// `thumbs` is parsed alone, but only if it can be run.
  @Test(arguments: [["--version"], ["--generate-completion-script", "bash"]])
  func aWishOfTheWholeProgramIsHeardBehindACommand(wish: [String]) throws {
    let whole = try workspace.program.run(wish)
    #expect(whole.status == 0 && !whole.output.isEmpty)
    #expect(try workspace.program.run(["thumbs"] + wish) == whole)
    #expect(try workspace.program.run(["thumbs", "in", "-o", "out"] + wish) == whole)
  }
}
