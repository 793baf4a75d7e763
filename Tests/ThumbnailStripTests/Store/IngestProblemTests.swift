// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryTestSupport
import Testing

/// The handling of invalid inputs by `store ingest` and `store replace`.
struct IngestProblemTests {
  private let store: StoreWorkspace

  init() throws {
    store = try StoreWorkspace()
    try store.addPage("a.png", 1)
    try store.addPage("b.png", 2)
  }

  /// Runs the program with a folder as standard input, which cannot be read.
  private func runReadingFolder(_ arguments: String) throws -> Program.Outcome {
    try shell("exec \"$0\" \(arguments) <in")
  }

  /// Runs commands, in which the program is `$0`.
  private func shell(_ script: String) throws -> Program.Outcome {
    try FileManager.default.createDirectory(
      at: store.workspace.url.appendingPathComponent("in"), withIntermediateDirectories: true)
    let process = store.workspace.program.makeProcess(["-c", script, Program.url.path])
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    let (output, errors) = (Pipe(), Pipe())
    (process.standardOutput, process.standardError) = (output, errors)
    try process.run()
    let text = try output.fileHandleForReading.readToEnd() ?? Data()
    let problems = try errors.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return Program.Outcome(
      output: String(decoding: text, as: UTF8.self),
      errors: String(decoding: problems, as: UTF8.self), status: process.terminationStatus)
  }

  @Test func whatCannotBeReadIsReportedAndTheRestIsStored() throws {
    let outcome = try shell(
      "mkfifo fifo && exec \"$0\" store ingest --store s a.png /proc/self/mem fifo /dev/null b.png")
    #expect(outcome.status == 65)
    #expect(outcome.output.hasPrefix("document-1  a\npage-1  a.png\n"))
    #expect(
      outcome.output.hasSuffix("  b.png\n") && outcome.output.split(separator: "\n").count == 3)
    #expect(
      outcome.errors == """
        thumbnail-strip: /proc/self/mem: The file cannot be read: Input/output error.
        thumbnail-strip: fifo: The path is a FIFO, not a regular file.
        thumbnail-strip: /dev/null: The path is a device, not a regular file.

        """)
    #expect(try store.output("store verify --store s") == "2 pages, 2 originals: all sound\n")
  }

  @Test func standardInputThatCannotBeReadIsABadPage() throws {
    let outcome = try runReadingFolder("store ingest --store s a.png - b.png")
    #expect(outcome.status == 65)
    #expect(outcome.output == "document-1  a\npage-1  a.png\npage-2  b.png\n")
    #expect(
      outcome.errors
        == "thumbnail-strip: standard input: The file cannot be read: Is a directory.\n")
  }

  @Test func aReplacementThatCannotBeReadLeavesThePage() throws {
    try store.output("store ingest --store s a.png")
    let sentence = "The file cannot be read: "
    let file = try store.run("store replace --store s 1 /proc/self/mem")
    #expect(file.status == 65)
    #expect(file.errors == "thumbnail-strip: /proc/self/mem: \(sentence)Input/output error.\n")
    let stream = try runReadingFolder("store replace --store s 1 -")
    #expect(stream.status == 65)
    #expect(stream.errors == "thumbnail-strip: standard input: \(sentence)Is a directory.\n")
    let folder = try store.run("store replace --store s 1 in")
    #expect(folder.status == 65 && folder.errors.hasPrefix("thumbnail-strip: in: "))
    #expect(try store.bytes("store export --store s 1 -o -") == CrashPage.bytes(1))
  }

  @Test func badPagesLeaveNoDocument() throws {
    try store.workspace.add("bad.png", "no page")
    let outcome = try store.run("store ingest --store s /proc/self/mem bad.png gone.png --json")
    #expect(outcome.status == 66)
    let lines = try jsonLines(outcome.output)
    #expect(lines.map { $0["path"] as? String } == ["/proc/self/mem", "bad.png", "gone.png"])
    let codes = lines.map { ($0["error"] as? [String: Any])?["code"] as? String }
    #expect(codes == ["inputFailed", "unrecognizedFormat", "missingInput"])
    #expect(try store.output("store list --store s").isEmpty)
  }
}
