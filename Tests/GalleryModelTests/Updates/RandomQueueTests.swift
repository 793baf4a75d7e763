// SPDX-License-Identifier: Apache-2.0

import GalleryTestSupport
import Testing

@testable import GalleryModel

/// Random calls against the plain model.
///
/// The default run makes 900,000 calls with fixed seeds, so that together with those of the
/// sessions there are more than a million. `GALLERY_RANDOM_OPERATIONS` sets the number of calls for
/// a longer search, and `GALLERY_RANDOM_SEED` is added to the seed.
struct RandomQueueTests {
  private static let calls = max(900_000, TestEnvironment.randomOperations ?? 0)

  @Test func queueEqualsThePlainModel() {
    let length = 40
    checkProperty(
      seed: 3_000_000_000 &+ TestEnvironment.randomSeed, runs: Self.calls / length,
      generate: { QueueProgram.random(calls: length, using: &$0) },
      shrink: \.shrinks, check: { QueueRun.difference(in: $0) })
  }

  @Test func longQueueEqualsThePlainModel() {
    let length = 400
    checkProperty(
      seed: 3_500_000_000 &+ TestEnvironment.randomSeed, runs: max(1, Self.calls / 100 / length),
      generate: { QueueProgram.random(calls: length, largest: 100, using: &$0) },
      shrink: \.shrinks, check: { QueueRun.difference(in: $0) })
  }
}
