// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryTestSupport
import PageImaging
import Testing

/// The demos of the companion models, on small pages.
struct SceneDemoTests {
  private let workspace: Workspace

  init() throws {
    workspace = try Workspace()
    for index in 0..<6 { try workspace.addPage("scans/\(index).png") }
  }

  private func animate(_ demo: String, _ output: String) throws -> Program.Outcome {
    try workspace.program.run(
      "animate", "scans", "--demo", demo, "-o", output, "--fps", "5", "--width", "120",
      "--height", "180")
  }

  /// The number of frames is the length of the demo times five.
  @Test(arguments: [
    ("cards", 27), ("split", 31), ("drawer", 33), ("appearance", 26), ("zoom", 30),
  ])
  func demoMovesAndIsTheSameEachTime(name: String, frameCount: Int) throws {
    let outcome = try animate(name, "a.png")
    #expect(outcome.status == 0)
    #expect(outcome.errors.isEmpty)
    _ = try animate(name, "b.png")
    #expect(try workspace.bytes("a.png") == workspace.bytes("b.png"))

    let reader = try AnimatedPNGReader(try workspace.bytes("a.png"))
    #expect((reader.width, reader.height) == (120, 180))
    let ticks = reader.frames.reduce(0) { $0 + $1.delay }
    #expect(ticks == frameCount)
    // Identical frames are merged into one.
    #expect(reader.frames.count >= 3)
  }

  @Test func demoWithOnePageIsMade() throws {
    for name in ["cards", "split", "drawer", "appearance", "zoom"] {
      let outcome = try workspace.program.run(
        "animate", "scans/0.png", "--demo", name, "-o", "\(name).png", "--fps", "2", "--width",
        "120", "--height", "180")
      #expect(outcome.status == 0, "\(name): \(outcome.errors)")
    }
  }

  @Test func unreadablePagesShowAsPlaceholdersAndAreReported() throws {
    try workspace.add("scans/9.png", Array(try workspace.bytes("scans/0.png").prefix(40)))
    let outcome = try animate("cards", "a.png")
    #expect(outcome.status == 65)
    #expect(outcome.errors.contains("9.png"))
  }
}
