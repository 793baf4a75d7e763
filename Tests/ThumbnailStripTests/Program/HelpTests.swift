// SPDX-License-Identifier: Apache-2.0

import Testing

struct HelpTests {
  private let workspace: Workspace

  init() throws { workspace = try Workspace() }

  private static let commands = [
    "render", "info", "thumbs", "replay", "animate", "watch", "store", "store init",
    "store ingest", "store list", "store show", "store move", "store rotate", "store replace",
    "store delete", "store restore", "store purge", "store rename", "store describe", "store split",
    "store merge", "store duplicate", "store export", "store verify", "store repair",
    "store backup", "store copy",
  ]

  private func output(_ words: String) throws -> String {
    let outcome = try workspace.program.run(words.split(separator: " ").map(String.init))
    #expect(outcome.status == 0)
    #expect(outcome.errors.isEmpty)
    return outcome.output
  }

  @Test(arguments: commands) func helpOfACommandIsAsCommitted(command: String) throws {
    try Snapshots.expect(
      output("help \(command)"), matches: "help-\(command.replacing(" ", with: "-")).txt")
  }

  @Test func helpOfTheProgramIsAsCommitted() throws {
    let text = try output("--help")
    try Snapshots.expect(text, matches: "help.txt")
    #expect(try output("help") == text)
    #expect(try output("-h") == text)
  }

  @Test(arguments: [""] + commands) func shortHelpFitsAScreen(command: String) throws {
    let lines = try output("\(command) --help").split(
      separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count <= 41, "40 lines and the end of the last one")
    #expect(lines.allSatisfy { $0.count <= 80 })
    #expect(lines.first?.hasPrefix("OVERVIEW: ") ?? false)
  }

  /// The short help is the complete one without its sections after the examples.
  @Test(arguments: commands) func shortHelpIsTheBeginningOfTheCompleteOne(command: String) throws {
    let (short, complete) = try (output("\(command) --help"), output("help \(command)"))
    let hint = "\n\nSee 'thumbnail-strip help \(command)' for details.\n"
    #expect(short.hasSuffix(hint))
    #expect(complete.hasPrefix(short.dropLast(hint.count)))
    #expect(complete.contains("\nEXAMPLES:\n  "))
  }

  @Test(arguments: ["inputs", "messages", "environment", "exit-status"])
  func aTopicIsASection(topic: String) throws {
    try Snapshots.expect(output("help \(topic)"), matches: "help-topic-\(topic).txt")
    #expect(try output("--help").contains("\n  \(topic) "))
  }

  @Test(arguments: ["thumb", "store inputs", "store list all", "inputs store"])
  func helpOnSomethingUnknownIsAMistake(words: String) throws {
    let outcome = try workspace.program.run(["help"] + words.split(separator: " ").map(String.init))
    #expect(outcome.status == 64)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.hasPrefix("thumbnail-strip: There is no command and no topic '"))
  }

  @Test func versionIsANumber() throws {
    #expect(
      try workspace.program.run("--version")
        == Program.Outcome(output: "0.1.0\n", errors: "", status: 0))
  }

  /// `thumbs` is parsed alone, but only if it can be run.
  @Test(arguments: [["--version"], ["--generate-completion-script", "bash"]])
  func anOptionOfTheProgramWorksAfterACommand(option: [String]) throws {
    let whole = try workspace.program.run(option)
    #expect(whole.status == 0 && !whole.output.isEmpty)
    #expect(try workspace.program.run(["thumbs"] + option) == whole)
    #expect(try workspace.program.run(["thumbs", "in", "-o", "out"] + option) == whole)
  }
}
