// SPDX-License-Identifier: Apache-2.0

import GalleryTestSupport
import Testing

@testable import StripCommands

/// Animations of pages that arrive late, and of any number of pages.
struct AnimateInputTests {
  private let example: AnimationExample

  init() throws { example = try AnimationExample() }

  // MARK: - Inserted pages

  @Test(arguments: [false, true])
  func insertedPagesShowTheInputsThatAreLeft(isBatch: Bool) throws {
    let gallery =
      #"{"gallery": {"pages": [PAGES], "active": 1, "#
      + #""viewport": {"preview": [60, 50], "strip": [60, 20]}}}"# + "\n"
    let edit =
      #""call": "insert", "gap": 1, "focus": "inserted", "#
      + #""page": {"id": 6, "width": 9, "height": 1}"#
    let call = isBatch ? #""call": "batch", "requests": [{"# + edit + "}]" : edit
    try example.workspace.add(
      "a.jsonl",
      gallery.replacing("PAGES", with: #"{"id": 7}, {"id": 5}"#) + #"{"at": 0.1, "# + call + "}")
    try example.workspace.add(
      "b.jsonl", gallery.replacing("PAGES", with: #"{"id": 7}, {"id": 6}, {"id": 5}"#))

    let inserted = try example.workspace.program.run(
      "animate", "scans", "--script", "a.jsonl", "-o", "a.png")
    let placed = try example.workspace.program.run(
      "animate", "scans/0.png", "scans/2.png", "scans/1.png", "--script", "b.jsonl", "-o", "b.png")
    let missing = try example.workspace.program.run(
      "animate", "scans/0.png", "scans/1.png", "--script", "a.jsonl", "-o", "c.png")

    #expect(inserted == Program.Outcome(output: "", errors: "", status: 0))
    #expect(placed == inserted)
    #expect(missing == inserted)
    let picture = try #require(try example.pictures(try example.reader("a.png")).last)
    #expect(picture == (try example.pictures(try example.reader("b.png")).last))
    #expect(picture != (try example.pictures(try example.reader("c.png")).last))
  }

  // MARK: - Demos

  @Test(arguments: Demo.allValueStrings, [1, 2])
  func demosMakeNoMistakes(demo: String, pageCount: Int) throws {
    let pages = (0..<pageCount).map { "scans/\($0).png" }

    let outcome = try example.workspace.program.run(
      ["animate"] + pages + ["--demo", demo, "-o", "a.png", "--fps", "2", "--scale", "0.1"])

    #expect(outcome == Program.Outcome(output: "", errors: "", status: 0))
  }

  @Test(arguments: ["scroll", "rotate"], [1, 3])
  func demosPlayOnAnyNumberOfPages(demo: String, pageCount: Int) throws {
    let pages = (0..<pageCount).map { "scans/\($0).png" }

    let outcome = try example.workspace.program.run(
      ["animate"] + pages + [
        "--demo", demo, "-o", "a.png", "--fps", "5", "--scale", "0.25", "--width", "120",
        "--height", "200",
      ])

    #expect(outcome == Program.Outcome(output: "", errors: "", status: 0))
    let reader = try example.reader("a.png")
    #expect(reader.width == (demo == "scroll" ? 30 : 50) && reader.height == 50)
    #expect(reader.frames.count > 5)
  }
}
