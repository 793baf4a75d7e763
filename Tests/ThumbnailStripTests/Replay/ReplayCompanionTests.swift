// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryTestSupport
import Testing

/// Scripts for the companion models.
struct ReplayCompanionTests {
  private static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Fixtures/replay-models")

  static let names = ["card-stack", "drawer", "split-selector", "zoom"]

  private func play(_ name: String, format: String = "json") throws -> String {
    let outcome = try Program(folder: Self.folder)
      .run("replay", "\(name).jsonl", "--format", format)
    #expect(outcome.status == 0 && outcome.errors.isEmpty)
    return outcome.output
  }

  @Test(arguments: names) func outputIsAsCommitted(name: String) throws {
    try Snapshots.expect(try play(name), matches: "replay-model-\(name).jsonl")
  }

  @Test(arguments: names) func textIsAsCommitted(name: String) throws {
    try Snapshots.expect(
      try play(name, format: "text"), matches: "replay-model-\(name).txt")
  }

  @Test func everyScriptIsPlayed() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
    #expect(files.sorted() == Self.names.map { "\($0).jsonl" })
  }

  // MARK: - Numbers worked out by hand

  private func frames(_ name: String) throws -> [[String: Any]] {
    try jsonLines(try play(name)).compactMap { $0["frame"] as? [String: Any] }
  }

  /// Half of the distance of 150 points: the cards behind advance by half a slot.
  @Test func cardsBehindFollowTheFinger() throws {
    let cards = try #require(try frames("card-stack")[1]["cards"] as? [[String: Any]])
    #expect(cards.compactMap { $0["depth"] as? Double } == [0, 0.5, 1.5])
  }

  /// The flick decelerates by friction: after 0.1 s it is at 1 - 0.8 * 0.99^100.
  @Test func flickOfAColumnDecays() throws {
    let position = try #require(try frames("split-selector")[2]["rightPosition"] as? Double)
    #expect(position.isApproximately(1 - 0.8 * pow(0.99, 100), tolerance: 1e-9))
  }

  /// 100 points beyond 400: 400 + (1 - 1 / (100 * 0.55 / 667 + 1)) * 667.
  @Test func drawerMeetsARubberBand() throws {
    let height = try #require(try frames("drawer")[1]["height"] as? Double)
    #expect(height.isApproximately(450.810_25, tolerance: 1e-5))
  }

  /// 375 points to drag, 187.5 to each side: 12.5 are left.
  @Test func zoomHandsOverTheExcess() throws {
    let excess = try #require(try frames("zoom")[2]["excess"] as? [Double])
    #expect(excess == [12.5, 0])
  }

  // MARK: - Mistakes

  private static let card = #"{"cardStack":{"pages":[1],"container":[300,400]}}"#
  private static let drawer = #"{"drawer":{"viewport":[375,667]}}"#

  static let mistakes: [(String, Int, String)] = [
    (
      card + "\n" + #"{"at":0,"call":"tap"}"#, 2,
      "A cardStack has no call \"tap\"; its calls are frame, advance, beginDrag, drag, "
        + "endDrag, cancelDrag, swipe, undo, insert, append, delete, reload, setContainer."
    ),
    (
      card + "\n" + #"{"at":0,"call":"undo","page":3}"#, 2,
      "The line has the unknown key \"page\"; the known ones are at, call."
    ),
    (
      card + "\n" + #"{"at":0,"call":"swipe","direction":"north"}"#, 2,
      #"direction must be one of "left", "right", "up", "down"."#
    ),
    (
      card + "\n" + #"{"at":0,"call":"drag","translation":5}"#, 2,
      "translation must be an array of two numbers."
    ),
    (
      card + "\n" + #"{"at":1,"call":"undo"}"# + "\n" + #"{"at":0,"call":"undo"}"#, 3,
      "at is 0, but the time is already 1; times must not decrease."
    ),
    (
      card + "\n" + card, 2,
      "The cardStack is already described; every further object must have at and call."
    ),
    (
      #"{"cardStack":{"pages":[1,1],"container":[300,400]}}"#, 1,
      "The cardStack is invalid. There is more than one card of page 1."
    ),
    (
      #"{"cardStack":{"container":[1,1]}}"#, 1,
      "cardStack.pages is missing; it must be an array of whole numbers from 0 to "
        + "18446744073709551615."
    ),
    (
      #"{"drawer":{"viewport":[375,667],"mode":"edit"}}"#, 1,
      "drawer has the unknown key \"mode\"; the known ones are viewport, configuration."
    ),
    (
      #"{"zoom":{"viewport":[1,1],"configuration":{"maximumScale":0.5}}}"#, 1,
      "The zoom is invalid. The maximum scale must be in 1.0...1000.0, but it is 0.5."
    ),
    (
      drawer + "\n"
        + #"{"at":0,"call":"setHeight","content":"normal","measured":1,"lastItemEnd":2}"#, 2,
      "setHeight must not have both measured and lastItemEnd."
    ),
  ]

  @Test(arguments: mistakes)
  func mistakesStopTheScript(script: String, line: Int, sentence: String) throws {
    let workspace = try Workspace()
    try workspace.add("a.jsonl", Array(script.utf8))
    let outcome = try workspace.program.run("replay", "a.jsonl")
    #expect(outcome.status == 65)
    #expect(outcome.errors == "a.jsonl:\(line): \(sentence)\n")
  }

  @Test func animateAsksForAGallery() throws {
    let workspace = try Workspace()
    try workspace.addPage("1.png")
    try workspace.add("a.jsonl", Array(Self.card.utf8))
    let outcome = try workspace.program.run(
      "animate", "1.png", "--script", "a.jsonl", "-o", "a.png")
    #expect(outcome.status == 65)
    #expect(
      outcome.errors
        == "a.jsonl:1: animate needs a script with a gallery, but the script has a cardStack.\n")
  }
}
