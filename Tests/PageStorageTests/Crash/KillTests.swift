// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryModel
import GalleryTestSupport
import PageStorage
import Testing

/// Processes that are killed during changes of a store.
///
/// 1,000 kills; `PAGE_STORAGE_KILLS=10000` sets another number. `GALLERY_RANDOM_SEED` is added to
/// the seeds. A seed repeats the changes and the delays, but not the exact instants of the kills.
@Suite struct KillTests {
  /// The number of kills of all four arguments together.
  private static let killCount = TestEnvironment.number("PAGE_STORAGE_KILLS") ?? 1_000
  private static let seed = TestEnvironment.randomSeed

  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func nothingAcknowledgedIsLost(seed: UInt64) async throws {
    let folder = try TestFolder()
    let document = try await folder.emptyDocument()
    var random = SeededGenerator(seed: seed &+ Self.seed)
    var model = CrashModel()
    var interruptedCount = 0
    for _ in 0..<Self.killCount / 4 {
      let child = try ChildProcess(["random", "\(random.next())"], in: folder)
      try await kill(child, &random)
      let lines = try child.lines()
      interruptedCount += lines.last?.first == "begin" ? 1 : 0
      model = try await folder.state(of: document, after: lines, from: model, seed)
    }
    #expect(!model.pages.isEmpty)
    #expect(interruptedCount > Self.killCount / 16, "a quarter of the kills must hit a change")
  }

  /// Kills a process during its work, or during its start, when it cleans up after the previous
  /// one.
  private func kill(_ child: ChildProcess, _ random: inout SeededGenerator) async throws {
    if random.chance(0.8) {
      while child.process.isRunning, try child.text().isEmpty {
        try await Task.sleep(for: .milliseconds(1))
      }
      try await Task.sleep(for: .microseconds(.random(in: 0...15_000, using: &random)))
    } else {
      try await Task.sleep(for: .microseconds(.random(in: 0...50_000, using: &random)))
    }
    child.kill()
    await child.waitUntilExit()
  }
}
