// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryTestSupport
import Testing

/// The reaction of `animate` to scripts with missing inputs.
struct AnimateScriptTests {
  private let workspace: Workspace

  init() throws {
    workspace = try Workspace()
    try workspace.addPage("scans/1.png")
    try workspace.addPage("scans/2.png")
    try workspace.add("a.jsonl", AnimateScript.gallery)
  }

  @Test(arguments: [
    ("", 1, "The script ends before its first object, which describes the gallery."),
    ("#\n{}", 2, "The first object must describe the gallery"),
    (AnimateScript.gallery + "\n" + #"{"at":1,"call":"jump"}"#, 2, "has no call"),
    (
      AnimateScript.gallery + "\n\n" + #"{"at":2,"call":"frame"}"# + "\n"
        + #"{"at":1,"call":"frame"}"#, 4,
      "times must not decrease"
    ),
    (
      AnimateScript.gallery + "\n" + #"{"at":60.5,"call":"frame"}"#, 2,
      "at is 60.5, but an animation lasts at most 60 seconds."
    ),
    (
      "\n" + AnimateScript.gallery.replacing(#""id":2"#, with: #""id":1"#), 2,
      "The gallery is invalid."
    ),
  ])
  func mistakeInAScriptEndsTheWork(script: String, line: Int, words: String) throws {
    let outcome = try workspace.animate(script)

    #expect(outcome.status == 65)
    #expect(outcome.errors.hasPrefix("a.jsonl:\(line): "))
    #expect(outcome.errors.contains(words))
    #expect(try workspace.names() == ["a.jsonl", "scans"])
  }

  @Test(arguments: [
    (#""call":"goTo","index":9"#, "9"),
    (#""call":"goTo","page":9"#, "9"),
    (#""call":"setSize","page":9,"width":1,"height":1"#, "9"),
    (#""call":"setSize","page":1,"width":0,"height":1"#, "0"),
    (#""call":"setViewport","preview":[-1,9],"strip":[9,9]"#, "-1"),
    (#""call":"delete","page":9"#, "9"),
    (#""call":"delete","index":2"#, "2"),
    (#""call":"move","index":0,"to":2"#, "2"),
    (#""call":"insert","gap":3,"page":{"id":9}"#, "3"),
    (#""call":"insert","gap":0,"page":{"id":2}"#, "2"),
    (
      #""call":"batch","requests":[{"call":"delete","index":0},{"call":"delete","index":5}]"#,
      "5"
    ),
    (#""call":"cancel","ticket":"none above""#, "none above"),
  ])
  func callForWhatIsNotThereEndsTheWork(call: String, word: String) throws {
    let outcome = try workspace.animate(
      AnimateScript.gallery + "\n\n" + #"{"at":0.1,"# + call + "}\n" + #"{"at":0.2,"call":"drain"}"#
    )

    #expect(outcome.status == 65)
    #expect(outcome.errors.hasPrefix("a.jsonl:3: "))
    #expect(outcome.errors.contains(word))
    #expect(outcome.errors.split(separator: "\n").count == 1)
    #expect(try workspace.names() == ["a.jsonl", "scans"])
  }

  @Test func callThatComesTooLateIsReportedAndTheScriptGoesOn() throws {
    let delete = #"{"at":0.1,"call":"deleteActive"}"# + "\n"
    let outcome = try workspace.animate(
      AnimateScript.gallery + "\n" + delete + delete + delete + #"{"at":0.2,"call":"advance"}"#)

    #expect(outcome.status == 0)
    #expect(outcome.errors.hasPrefix("a.jsonl:4: "))
    #expect(outcome.errors.split(separator: "\n").count == 1)
    #expect(try AnimatedPNGReader(try workspace.bytes("a.png")).frames.count > 2)
  }

  @Test func pageThatIsGoingAwayCanBeDeletedAgain() throws {
    let delete = #"{"at":0.1,"call":"delete","page":1}"# + "\n"

    let outcome = try workspace.animate(AnimateScript.gallery + "\n" + delete + delete)

    #expect(outcome == Program.Outcome(output: "", errors: "", status: 0))
  }

  @Test func scriptComesFromStandardInputToo() throws {
    let outcome = try workspace.program.run(
      ["animate", "scans", "--script", "-", "-o", "a.png"], input: Data(AnimateScript.gallery.utf8))

    #expect(outcome == Program.Outcome(output: "", errors: "", status: 0))
    #expect(try AnimatedPNGReader(try workspace.bytes("a.png")).frames.map(\.delay) == [1])
  }
}

/// The beginning of scripts.
enum AnimateScript {
  /// The line of a gallery of two pages.
  static let gallery =
    #"{"gallery":{"pages":[{"id":1},{"id":2}],"viewport":{"preview":[60,50],"strip":[60,20]}}}"#
}

extension Workspace {
  /// Renders a script on some inputs to the animation `a.png`.
  func animate(_ script: String, _ inputs: [String] = ["scans"]) throws -> Program.Outcome {
    try add("a.jsonl", script)
    return try program.run(
      ["animate"] + inputs + ["--script", "a.jsonl", "-o", "a.png"])
  }
}
