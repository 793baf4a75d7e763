// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The files denoted by the inputs of a command line, and their order.
struct InputTests {
  private let workspace: Workspace

  init() throws { workspace = try Workspace() }

  private func paths(_ arguments: String..., input: String = "") throws -> [String] {
    let outcome = try workspace.program.run(
      ["info", "--json"] + arguments, input: Data(input.utf8))
    return try jsonLines(outcome.output).compactMap { $0["path"] as? String }
  }

  @Test func folderIsSortedAsPeopleCount() throws {
    for number in [10, 2, 1, 9, 100] { try workspace.addPage("page\(number).png") }

    #expect(try paths(".") == [1, 2, 9, 10, 100].map { "./page\($0).png" })
  }

  @Test func inputsKeepTheirOrder() throws {
    for name in ["b/2.png", "b/1.png", "a.png", "c.png"] { try workspace.addPage(name) }

    #expect(try paths("c.png", "b", "a.png") == ["c.png", "b/1.png", "b/2.png", "a.png"])
  }

  @Test func folderHoldsWhatBytesAndEndingsSay() throws {
    try workspace.addPage("in/page")
    try workspace.addPage("in/page.txt")
    try workspace.addPage("in/.hidden.png")
    try workspace.add("in/text.jpg", "hello")
    try workspace.add("in/empty.png", "")
    try workspace.add("in/damaged.jpg", [0xFF, 0xD8, 0xFF, 0xE0])

    try workspace.add("in/notes.txt", "hello")

    #expect(
      try paths("in") == [
        "in/damaged.jpg", "in/empty.png", "in/page", "in/page.txt", "in/text.jpg",
      ])
  }

  /// A failed scan: an empty file, or an HTML page of a proxy.
  @Test(arguments: ["", "<html>"])
  func whatIsNamedLikeAPageAndIsNoneIsABadPage(contents: String) throws {
    try workspace.addPage("in/1.png", width: 30, height: 40)
    try workspace.add("in/2.JPG", contents)
    let program = workspace.program
    for command in [["info"], ["thumbs", "-o", "out"], ["store", "ingest", "--store", "s"]] {
      if command[0] == "store" {
        #expect(try program.run("store", "init", "--store", "s").status == 0)
      }
      let outcome = try program.run(command + ["in"])
      #expect(outcome.status == 65, "\(outcome)")
      #expect(outcome.errors.hasPrefix("thumbnail-strip: in/2.JPG: "), "\(outcome)")
      #expect(outcome.errors.split(separator: "\n").count == 1, "\(outcome)")
    }
    #expect(try workspace.names(in: "out") == ["1.jpg"])
    let kept = try program.run("store", "ingest", "--store", "s", "--keep-damaged", "in")
    #expect(kept.status == 0 && kept.output.contains("in/2.JPG"), "\(kept)")
  }

  @Test func foldersInsideNeedTheFlag() throws {
    for name in ["in/a2/x.png", "in/a10.png", "in/a1.png"] { try workspace.addPage(name) }

    #expect(try paths("in") == ["in/a1.png", "in/a10.png"])
    #expect(try paths("in", "--recursive") == ["in/a1.png", "in/a2/x.png", "in/a10.png"])
  }

  @Test func linksAreFollowedToFilesOnly() throws {
    try workspace.addPage("other/page.png")
    try workspace.addPage("in/a.png")
    try workspace.link("in/b.png", to: "../other/page.png")
    try workspace.link("in/c", to: "../other")
    try workspace.link("in/loop", to: ".")
    try workspace.link("in/nowhere.png", to: "nothing")
    try workspace.link("in/nowhere", to: "nothing")

    #expect(try paths("in", "--recursive") == ["in/a.png", "in/b.png", "in/nowhere.png"])
    // An explicitly given link is followed.
    #expect(try paths("in/c") == ["in/c/page.png"])
  }

  @Test func listComesFromStandardInput() throws {
    for name in ["a b.png", "in/2.png", "in/1.png"] { try workspace.addPage(name) }

    #expect(
      try paths("-", input: "in\n\na b.png\n") == ["in/1.png", "in/2.png", "a b.png"])
    #expect(try paths("a b.png", "-", input: "in/2.png") == ["a b.png", "in/2.png"])
  }

  @Test func listWithoutPathsIsMissingInput() throws {
    #expect(try workspace.program.run("info", "-").status == 66)
  }

  @Test func namesOfAnyBytesAreRead() throws {
    let bytes = try {
      try workspace.addPage("a.png"); return try workspace.bytes("a.png")
    }()
    let name = workspace.url.path.utf8CString.dropLast() + [0x2F, CChar(bitPattern: 0xE9), 0]
    let file = try #require(fopen(Array(name), "w"))
    fwrite(bytes, 1, bytes.count, file)
    fclose(file)

    // Found in a folder.
    #expect(try paths(".") == ["./a.png", "./\u{FFFD}"])
    // Given in a list.
    let outcome = try workspace.program.run(["info", "--json", "-"], input: Data([0xE9, 0x0A]))
    #expect(outcome.status == 0)
    #expect(try jsonLines(outcome.output).first?["path"] as? String == "\u{FFFD}")
  }

  @Test func pipeIsNoPage() throws {
    #expect(mkfifo(workspace.url.appendingPathComponent("pipe.png").path, 0o600) == 0)
    try workspace.addPage("a.png")

    #expect(try paths(".") == ["./a.png"])
    #expect(try workspace.program.run("info", "pipe.png").status == 65)
  }

  @Test func thousandsOfNamesTakeNoTime() throws {
    try workspace.addPage("a.png")
    let names = Array(repeating: "a.png", count: 20_000)

    let outcome = try workspace.program.run(["info", "--json"] + names)

    #expect(outcome.output.utf8.count { $0 == 0x0A } == names.count)
  }
}
