// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import GalleryReplay
@testable import StripCommands

/// The handling of standard input by commands.
struct StandardInputTests {
  private let workspace: Workspace

  init() throws {
    workspace = try Workspace()
    try workspace.addPage("in/a b\n.png", width: 30, height: 40)
    try workspace.addPage("in/c.png", width: 30, height: 40)
    #expect(try workspace.program.run("store", "init", "--store", "s").status == 0)
  }

  private func run(_ arguments: String, _ input: [UInt8]) throws -> Program.Outcome {
    try workspace.program.run(
      arguments.split(separator: " ").map(String.init), input: Data(input))
  }

  @Test func aPageIsAPage() throws {
    let page = try workspace.bytes("in/c.png")
    let info = try run("info --json -", page)
    #expect(info.status == 0 && info.errors.isEmpty)
    let line = try #require(try jsonLines(info.output).first)
    #expect(line["path"] as? String == "-" && line["byteCount"] as? Int == page.count)
    #expect(
      try run("thumbs - -o out", page)
        == .init(output: "out/standard-input.jpg\n", errors: "", status: 0))
    #expect(try run("thumbs in/c.png -o named", []).status == 0)
    #expect(
      try workspace.bytes("out/standard-input.jpg") == workspace.bytes("named/c.jpg"))
    #expect(try run("- -o strip.png", page).status == 0)
  }

  @Test func aListMayEndItsPathsWithNUL() throws {
    let list = Array("in/a b\n.png\0in/c.png\0".utf8)
    let made = try run("thumbs -0 - -o out", list)
    #expect(made == .init(output: "out/a b\n.jpg\0out/c.jpg\0", errors: "", status: 0))
    #expect(try workspace.names(in: "out") == ["a b\n.jpg", "c.jpg"])
    #expect(try run("store ingest --store s --null -", list).status == 0)
    let exported = try run("store export --store s --document 1 -o exp -0", [])
    #expect(exported.output == "exp/1.png\0exp/2.png\0")
    // As without the option.
    #expect(try run("thumbs - -o out", Array("in/c.png\n".utf8)).output == "out/c.jpg\n")
  }

  @Test(arguments: [
    ("%PDF-1.7\n", "a PDF"), ("II*\0", "a TIFF"), ("P4\n16 16\n\u{1}", "a PNM image"),
    ("GIF89a", "a GIF"), ("a.png\0b.png\0", "something else"),
  ])
  func anythingElseIsNamedInOneLine(text: String, kind: String) throws {
    for command in ["info -", "thumbs - -o out", "store ingest --store s -"] {
      let outcome = try run(command, Array(text.utf8) + Array(repeating: 7, count: 20_000))
      #expect(outcome.status == 64)
      #expect(
        outcome.errors.hasPrefix("thumbnail-strip: Standard input is \(kind), not a JPEG"),
        "\(outcome)")
      #expect(outcome.errors.split(separator: "\n").count == 1)
    }
  }

  @Test(arguments: ["P1 scans.jpg\n", "P4\nP5.png\n", "page.png\n", ""])
  func pathsArePaths(list: String) {
    #expect(StandardInputContent.kind(of: Array(list.utf8), separator: 10) == nil)
  }

  @Test(arguments: [
    "info - -", "thumbs - in/c.png - -o out", "- - -o a.png", "store ingest --store s - -",
    "animate - - --demo scroll -o a.png", "animate - --script - -o a.png", "replay - -",
    "store replace --store s 1 - -", "store replace --store s - -", "info --json -- - -",
  ])
  func standardInputIsReadOnce(command: String) throws {
    let outcome = try run(command, Array("in/c.png\n".utf8))
    #expect(outcome.status == 64 && outcome.output.isEmpty)
    #expect(
      outcome.errors.contains("Standard input can be read only once: give only one '-'."),
      "\(outcome)")
  }

  @Test(arguments: [
    ("a\r\nb\r\n", ["a", "b"]), ("a\r\nb", ["a", "b"]), ("\u{FEFF}a\n", ["a"]),
    ("\u{FEFF}a\r\n\r\nb\r\n", ["a", "b"]), ("a\r\nb\n", ["a\r", "b"]), ("a\r", ["a\r"]),
    ("a\n\nb\n", ["a", "b"]), ("", []), ("\r\n", []),
  ])
  func aListMayBeOfWindows(text: String, paths: [String]) {
    #expect(
      StandardInputContent.paths(in: Array(text.utf8), separator: 10) == paths.map { Path($0) })
  }

  /// A list with some Windows line ends, as in a concatenated file.
  @Test func aCarriageReturnThatIsInNoNameIsNone() throws {
    try workspace.addPage("in/r\r", width: 30, height: 40)
    let list = "in/c.png\r\nin/r\r\nin/c.png\nin/c.png\r"
    let outcome = try run("info - --json", Array(list.utf8))
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome)")
    #expect(
      try jsonLines(outcome.output).map { $0["path"] as? String }
        == ["in/c.png", "in/r\r", "in/c.png", "in/c.png"])
    #expect(try run("info -", Array("in/c.png\r\nnone\r\nin/c.png".utf8)).status == 66)
    #expect(
      try run("info -0 -", Array("in/c.png\r\0".utf8)).errors.contains("in/c.png\\x0D: No such"))
  }

  @Test func namesBeforeNULAreAsTheyAre() {
    let list = Array("\u{FEFF}a\r\n\0b\r\n\0".utf8)
    #expect(
      StandardInputContent.paths(in: list, separator: 0) == [
        Path("\u{FEFF}a\r\n"), Path("b\r\n"),
      ])
  }

  @Test func aListOfWindowsIsRead() throws {
    let outcome = try run("info - --json", Array("\u{FEFF}in/c.png\r\n".utf8))
    #expect(outcome.status == 0 && outcome.output.contains("\"in/c.png\""), "\(outcome)")
    let wide = Array("in/c.png\n".utf16).flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
    let refused = try run("info -", [0xFF, 0xFE] + wide)
    #expect(refused.status == 64 && refused.errors.contains("is text in UTF-16"), "\(refused)")
  }

  @Test(arguments: [[0xFF], [0xFF, 0xD8], [0x89], [0x89, 0x50, 0x4E]] as [[UInt8]])
  func aPageOfTwoBytesIsABadPage(bytes: [UInt8]) throws {
    for command in ["info -", "thumbs - -o out", "store ingest --store s -"] {
      let outcome = try run(command, bytes)
      #expect(outcome.status == 65, "\(outcome)")
      #expect(outcome.errors.hasPrefix("thumbnail-strip: standard input: "), "\(outcome)")
      #expect(outcome.errors.split(separator: "\n").count == 1)
    }
  }

  @Test func standardInputIsCalledSo() throws {
    let table = try run("info -", workspace.bytes("in/c.png")).output
    #expect(table.hasSuffix("  standard input\n"), "\(table)")
    let process = workspace.program.makeProcess(["info", "-"])
    let errors = Pipe()
    process.standardInput = try FileHandle(forReadingFrom: URL(fileURLWithPath: "/"))
    process.standardError = errors
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 74)
    let text = String(
      decoding: try errors.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    #expect(text == "thumbnail-strip: standard input: Is a directory.\n")
  }

  @Test(arguments: [
    ("info -0 in", 64), ("-0 in -o a.png", 64), ("store ingest -0 --store s in", 64),
    ("animate -0 in --demo scroll -o a.png", 64), ("thumbs -0 in -o out --json", 64),
    ("info -0 -", 0), ("thumbs -0 in -o out", 0),
  ])
  func whatWouldDoNothingIsAMistake(command: String, status: Int32) throws {
    let outcome = try run(command, Array("in/c.png\0".utf8))
    #expect(outcome.status == status, "\(outcome)")
    if status != 0 {
      #expect(
        outcome.errors.contains("--null is for a list of paths on standard input"), "\(outcome)")
    }
  }

  @Test func aTerminalGetsNamesEscaped() {
    var options = ListOptions()
    options.null = false
    let path = Path("a\nb")
    #expect(options.line(path, isTerminal: false) == Array("a\nb\n".utf8))
    #expect(options.line(path, isTerminal: true) == Array((path.displayText + "\n").utf8))
    #expect(path.displayText != "a\nb")
    options.null = true
    #expect(options.line(path, isTerminal: true) == Array("a\nb\0".utf8))
  }
}
