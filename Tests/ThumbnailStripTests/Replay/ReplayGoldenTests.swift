// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Scripts with committed output, compared number by number.
struct ReplayGoldenTests {
  private static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Fixtures/replay")

  static let names = [
    "cancel", "coalescing", "delete-active", "delete-last", "delete-only", "delete-twice", "drain",
    "empty", "failing-source", "insert-before", "jump-interrupted", "late-sizes", "late-source",
    "move-across", "overscroll", "preview-swipe", "rejected-edits", "rejected", "replace",
    "resize-during-drag", "right-to-left", "serial", "strip-fling", "take-over", "vertical",
  ]

  private func play(_ name: String, format: String) throws -> String {
    let outcome = try Program(folder: Self.folder)
      .run("replay", "\(name).jsonl", "--format", format)
    #expect(outcome.status == 0 && outcome.errors.isEmpty)
    return outcome.output
  }

  @Test(arguments: names)
  func outputIsAsCommitted(name: String) throws {
    try Snapshots.expect(
      try play(name, format: "json"), matches: "replay-\(name).jsonl")
  }

  @Test(arguments: [
    "cancel", "coalescing", "late-source", "move-across", "rejected", "rejected-edits", "replace",
    "serial", "strip-fling", "take-over",
  ])
  func textIsAsCommitted(name: String) throws {
    try Snapshots.expect(try play(name, format: "text"), matches: "replay-\(name).txt")
  }

  @Test func everyScriptIsPlayed() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
    #expect(files.sorted() == Self.names.map { "\($0).jsonl" })
  }

  // MARK: - Numbers worked out by hand

  private func positions(_ name: String) throws -> [Double] {
    try frames(name).map { try #require($0["position"] as? Double) }
  }

  private func frames(_ name: String) throws -> [[String: Any]] {
    try jsonLines(try play(name, format: "json")).compactMap { $0["frame"] as? [String: Any] }
  }

  /// The motion to page 4 decays by 0.99 per millisecond: after 0.1 s it is at 4 - 0.8 * 0.99^100.
  ///
  /// Page 4 is the nearest one to 3.2 + 400 / 37 * 0.0994992, where the fling would stop.
  @Test func flingDecays() throws {
    let found = try positions("strip-fling")

    try #require(found.count == 3)
    #expect(found[0] == 2 && found[2] == 4)
    #expect(abs(found[1] - 3.707174) < 5e-7)
  }

  /// A spring with x0 = -0.8, v0 = 400 / 375 and beta = sqrt(200):
  /// 4 + (x0 + (v0 + beta x0) t) exp(-beta t).
  @Test func swipeSprings() throws {
    let found = try positions("preview-swipe")

    try #require(found.count == 3)
    #expect(abs(found[0] - 3.556384) < 5e-7)
    #expect(abs(found[1] - 3.944331) < 5e-7)
    #expect(found[2] == 4)
  }

  /// 0.4 pages beyond the end show as (1 - 1 / (0.4 * 0.55 + 1)) pages.
  ///
  /// The center of the page is then at 50 + 0.180328 * (100 + 44), and its image lags by 0.3 *
  /// 0.180328 * 100.
  @Test func rubberBandGivesLess() throws {
    let frame = try #require(try frames("overscroll").first)
    let cell = try #require((frame["preview"] as? [[String: Any]])?.first)
    let center = try #require(cell["center"] as? [Double])

    #expect(abs(try #require(frame["position"] as? Double) + 0.180328) < 5e-7)
    #expect(abs(center[0] - 75.967213) < 5e-7)
    #expect(abs(try #require(cell["contentTranslation"] as? Double) + 5.409836) < 5e-7)
  }
}
