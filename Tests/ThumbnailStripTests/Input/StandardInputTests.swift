// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import StripCommands

/// What a command finds on standard input.
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
    // As ever.
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
        outcome.errors.hasPrefix("thumbnail-strip: -: Standard input is \(kind), not a JPEG"),
        "\(outcome)")
      #expect(outcome.errors.split(separator: "\n").count == 1)
    }
  }

  @Test(arguments: ["P1 scans.jpg\n", "P4\nP5.png\n", "page.png\n", ""])
  func pathsArePaths(list: String) {
    #expect(StandardInputContent.kind(of: Array(list.utf8), separator: 10) == nil)
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
