// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The sources of scripts and the destinations of output.
struct ReplayStreamTests {
  private static let gallery =
    #"{"gallery":{"pages":[{"id":1}],"viewport":{"preview":[100,160],"strip":[120,66]}}}"#
  private static let script = "\(gallery)\n{\"at\":0,\"call\":\"advance\"}\n"
  private static let output = #"{"event":"prefetch","at":0,"pages":[1]}"# + "\n"

  private let workspace: Workspace

  init() throws { workspace = try Workspace() }

  @Test func scriptComesFromAFileOrFromStandardInput() throws {
    try workspace.add("a.jsonl", Self.script)
    let expected = Program.Outcome(output: Self.output, errors: "", status: 0)

    #expect(try workspace.program.run("replay", "a.jsonl") == expected)
    #expect(try workspace.program.run("replay", "-", input: Self.script) == expected)
  }

  @Test func mistakeInStandardInputHasALine() throws {
    let outcome = try workspace.program.run("replay", "-", input: Self.script + "{")

    #expect(outcome.status == 65 && outcome.output == Self.output)
    #expect(
      outcome.errors == "-:3: The line is not JSON: it ends where a key in quotes was expected.\n")
  }

  @Test(arguments: ["\n", "\r\n", " \t\n", "\r\n\r\n# x\r\n"])
  func linesEndInManyWays(end: String) throws {
    let lines = Self.script.split(separator: "\n")
    let outcome = try workspace.program.run("replay", "-", input: lines.joined(separator: end))

    #expect(outcome == .init(output: Self.output, errors: "", status: 0))
  }

  @Test func nameOfAScriptStaysOnOneLine() throws {
    try workspace.add("a\nb", "{}")

    #expect(try workspace.program.run("replay", "a\nb").errors.hasPrefix("a\\x0Ab:1: "))
  }

  // MARK: - Live pipes

  @Test func outputAppearsWhileTheScriptIsWritten() throws {
    let (input, output) = (Pipe(), Pipe())
    let process = workspace.program.makeProcess(["replay", "-"])
    process.standardInput = input
    process.standardOutput = output
    try process.run()

    // An additional incomplete line must not delay the complete ones.
    try input.fileHandleForWriting.write(contentsOf: Data((Self.script + #"{"at":"#).utf8))
    let first = output.fileHandleForReading.availableData
    try input.fileHandleForWriting.write(contentsOf: Data(#"1,"call":"frame"}"#.utf8))
    try input.fileHandleForWriting.close()
    let rest = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()

    #expect(String(decoding: first, as: UTF8.self) == Self.output)
    #expect(rest.starts(with: Data(#"{"frame":{"time":1,"#.utf8)))
    #expect(process.terminationStatus == 0)
  }

  @Test func readerThatGoesAwayEndsItQuietly() throws {
    try workspace.add("a.jsonl", Self.script)

    #expect(
      try workspace.program.runWithoutReader("replay", "a.jsonl")
        == .init(output: "", errors: "", status: 128 + SIGPIPE))
  }

  // MARK: - Exit statuses

  @Test func missingScriptIsMissingInput() throws {
    #expect(
      try workspace.program.run("replay", "gone.jsonl")
        == .init(
          output: "", errors: "thumbnail-strip: gone.jsonl: No such file or directory.\n",
          status: 66))
  }

  @Test func folderIsAnInputOutputError() throws {
    #expect(
      try workspace.program.run("replay", ".")
        == .init(output: "", errors: "thumbnail-strip: .: Is a directory.\n", status: 74))
  }

  @Test func fullDiskIsAnInputOutputError() throws {
    try workspace.add("a.jsonl", Self.script)
    let process = workspace.program.makeProcess(["replay", "a.jsonl"])
    process.standardOutput = try FileHandle(forWritingTo: URL(fileURLWithPath: "/dev/full"))
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()

    #expect(process.terminationStatus == 74)
  }

  @Test(arguments: [
    ("replay", "script"), ("replay a b", "b"), ("replay a b c d e", "script"),
    ("replay a --format xml", "--format"), ("replay a --frmat text", "--frmat"),
  ])
  func mistakeOfUsageIsExplained(arguments: String, word: String) throws {
    let outcome = try workspace.program.run(arguments.split(separator: " ").map(String.init))

    #expect(outcome.status == 64 && outcome.output.isEmpty)
    #expect(outcome.errors.contains(word))
  }
}
