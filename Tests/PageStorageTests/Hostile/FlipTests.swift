// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryTestSupport
import Testing

/// Single flipped bits in a store: wrong data are never reported as sound, no original is removed,
/// and a repaired store is sound except for the problems named by the repair.
///
/// 150 flips of the catalog, and fewer of the other files; `PAGE_STORAGE_FLIPS=5000` makes 5,000,
/// 1,200 of the log, 600 of records and 250 of originals. `GALLERY_RANDOM_SEED` is added to the
/// seed.
@Suite(.serialized) struct FlipTests {
  /// The flips of a default run, and those of the full one.
  private static let counts = [
    "catalog": (150, 5_000), "log": (70, 1_200), "records": (40, 600), "originals": (30, 250),
  ]

  private static let seed = 1 &+ TestEnvironment.randomSeed

  @Test(arguments: ["catalog", "log", "records", "originals"])
  func aFlippedBitIsNeverSilent(kind: String) async throws {
    let folder = try TestFolder()
    try await folder.makeTemplate(isKilled: kind == "log")
    let (few, many) = Self.counts[kind] ?? (0, 0)
    let flips = TestEnvironment.number("PAGE_STORAGE_FLIPS")
    let count = flips.map { max(1, $0 * many / 5_000) } ?? few
    let middle = count / 2
    async let first = FlipBatch(kind, Self.seed, 0..<middle).run(in: folder)
    async let second = FlipBatch(kind, Self.seed, middle..<count).run(in: folder)
    let results = try await first.merging(second)
    print(results.summary(of: kind))
    #expect(results.flipCount == count, "\(kind): each flip is judged")
    if !results.violations.isEmpty { Issue.record("\(results.list(of: kind, seed: Self.seed))") }
  }
}

extension TestFolder {
  /// Creates the rich store of `StoreTemplate` in a separate process.
  ///
  /// - Parameter isKilled: Whether that process is killed, and leaves changes in the log.
  /// - Throws: The errors of Foundation.
  func makeTemplate(isKilled: Bool = false) async throws {
    let arguments = ["template"] + (isKilled ? ["killed"] : [])
    let child = try ChildProcess(arguments, in: self)
    await child.waitUntilExit()
    let said = try child.text()
    #expect(isKilled || child.process.terminationStatus == 0, "\(said)")
  }
}
