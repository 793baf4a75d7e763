// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Lists of locations on standard input.
struct LocationListTests {
  private let workspace: Workspace

  init() throws {
    workspace = try Workspace()
    try workspace.addPage("in/a b.png", width: 30, height: 40)
    try workspace.addPage("in/2/a b.png", width: 20, height: 40)
  }

  private func run(_ arguments: String, _ input: String) throws -> Program.Outcome {
    try workspace.program.run(
      arguments.split(separator: " ").map(String.init), input: Data(input.utf8))
  }

  private func location(_ name: String) -> String {
    workspace.url.appendingPathComponent(name).absoluteURL.description
  }

  @Test func filesAreShownAndDrawn() throws {
    let list =
      "{\"location\":\"\(location("in/a b.png"))\"}\n{\"path\":\"in/2/a b.png\",\"name\":\"other.x\"}\n"
    let info = try run("info --json -", list)
    #expect(info.status == 0 && info.errors.isEmpty)
    #expect(try jsonLines(info.output).map { $0["width"] as? Int } == [30, 20])
    // What 'info' prints is such a list, too.
    for input in [list, info.output] {
      #expect(try run("thumbs --force --jobs 2 - -o out", input).status == 0)
    }
    #expect(try workspace.names(in: "out") == ["a b.jpg", "other.x.jpg"])
    let again = try run("thumbs --json - -o out", list)
    #expect(try jsonLines(again.output).map { $0["isUpToDate"] as? Bool } == [true, true])
  }

  @Test func aLineThatNamesNoPageIsReportedWithItsNumber() throws {
    let list =
      "{\"path\":\"in/a b.png\"}\n{\"path\":\"none.png\"}\n\n{\"x\":1}\n{\"path\":\"in/2/a b.png\"}\n"
    for command in ["info --json -", "thumbs --json - -o out"] {
      let outcome = try run(command, list)
      let lines = try jsonLines(outcome.output)
      #expect(lines.map { $0["error"] == nil } == [true, false, false, true])
      #expect(lines[2]["path"] as? String == "standard input, line 4")
      #expect(outcome.errors.contains("line 4") && outcome.status == 66, "\(outcome)")
    }
  }

  /// A list is one, however it begins.
  @Test func aWrongFirstLineIsOneMistake() throws {
    let outcome = try run("info --json -", "location,name\n{\"path\":\"in/a b.png\"}\n")
    let lines = try jsonLines(outcome.output)
    #expect(lines.map { $0["error"] == nil } == [false, true])
    #expect(lines[0]["path"] as? String == "standard input, line 1", "\(outcome)")
    // Braces in names are no locations.
    try workspace.addPage("{a}", width: 20, height: 40)
    #expect(try run("info -", "in/a b.png\n{a}\n").status == 0)
  }

  @Test func whatWasReportedAsAnErrorIsNoPath() throws {
    let list = "{\"path\":\"in/a b.png\",\"name\":\"n\"}\n{\"path\":\"none.png\",\"name\":\"m\"}\n"
    let info = try run("info --json -", list)
    #expect(try jsonLines(info.output).map { $0["name"] as? String } == ["n", "m"])
    let outcome = try run("thumbs - -o out", info.output)
    #expect(outcome.output == "out/n.jpg\n" && outcome.status != 0)
    #expect(
      outcome.errors.contains("line 2: The line reports an error of 'none.png': "), "\(outcome)")
    #expect(
      try run("info -", "{\"path\":\"x\",\"error\":{}}\n").errors
        .contains("The line reports an error of 'x'."))
  }

  @Test func aPathThatIsNotUTF8Survives() throws {
    let name = Array("in/".utf8) + [0xFF, 0x25, 0x20] + Array(".png".utf8)
    let page = try workspace.bytes("in/a b.png")
    try workspace.add(name, page)
    let info = try workspace.program.run(["info", "--json", "in"])
    #expect(info.output.contains("%FF%25%20.png") && info.status == 0, "\(info)")
    let thumbs = try run("thumbs --json - -o out", info.output)
    #expect(thumbs.status == 0, "\(thumbs)")
    #expect(try jsonLines(thumbs.output).compactMap { $0["width"] as? Int }.count == 2)
  }

  @Test func anObjectCanBeAnArgument() throws {
    for input in ["s3://b/", "S3://b/", "s3://b", "s3://"] {
      let outcome = try run("info \(input)", "")
      #expect(outcome.errors.contains("is not 's3://BUCKET/KEY'"), "\(outcome)")
    }
    let picture = try run("-o strip.png s3://b/k.png", "")
    #expect(picture.errors.contains("Objects are only for 'info' and 'thumbs'."), "\(picture)")
    // A file comes first.
    try workspace.addPage("s3:/b/k.png", width: 20, height: 40)
    #expect(try run("info s3://b/k.png", "").status == 0)
  }

  @Test func otherCommandsSayThatTheyTakePaths() throws {
    #expect(try run("store init --store s", "").status == 0)
    let outcome = try run("store ingest --store s -", "{\"path\":\"in/a b.png\"}\n")
    #expect(outcome.status == 64 && outcome.errors.contains("list of paths"))
    // NUL ends paths, of which one may begin with a brace.
    #expect(try run("info -0 -", "{\"path\":\"x\"}\0").errors.contains("{"))
  }

  @Test func namesAreTakenAsTheyAre() throws {
    let names = ["-", "b.png", "c", "c"]
    let list = names.map { "{\"path\":\"in/a b.png\",\"name\":\"\($0)\"}\n" }.joined()
    #expect(
      try run("thumbs - -o out", list).output
        == "out/-.jpg\nout/b.png.jpg\nout/c.jpg\nout/c-2.jpg\n")
    // A path of one character is a file, too.
    #expect(try run("info -", "{\"path\":\"-\"}\n").errors.contains("./-"))
  }

  @Test func aListWithoutAReachablePageGivesNoPicture() throws {
    for line in [
      "{\"path\":\"none.png\"}", "{\"x\":1}", "{\"path\":\"in\"}", "{\"location\":\"s3://b/k\"}",
    ] {
      let outcome = try run("- -o strip.png", line + "\n")
      #expect([65, 66].contains(outcome.status) && !outcome.errors.isEmpty, "\(line): \(outcome)")
    }
    #expect(try workspace.names(in: ".") == ["in"])
  }
}
