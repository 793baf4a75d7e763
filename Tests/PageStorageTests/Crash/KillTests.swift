// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryModel
import GalleryTestSupport
import PageStorage
import Testing

/// Processes that are killed while they change a store.
@Suite struct KillTests {
  /// 1,000 kills, or as many as the environment says: `PAGE_STORAGE_KILLS=10000`.
  private static let killCount = ChildProcess.number("PAGE_STORAGE_KILLS") ?? 1_000

  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func nothingAcknowledgedIsLost(seed: UInt64) async throws {
    let folder = try TestFolder()
    let document = try await folder.emptyDocument()
    var random = SeededGenerator(seed: seed)
    var model = CrashModel()
    for _ in 0..<Self.killCount / 4 {
      let child = try ChildProcess(["random", "\(random.next())"], in: folder)
      try await Task.sleep(for: .microseconds(.random(in: 10_000...60_000, using: &random)))
      child.kill()
      await child.waitUntilExit()
      model = try await folder.state(of: document, after: child.lines(), from: model, seed)
    }
    #expect(!model.pages.isEmpty)
  }
}
