// SPDX-License-Identifier: Apache-2.0

import GalleryTestSupport
import Testing

/// The number of random steps of the session tests, and their seeds.
///
/// The default run makes about 100,000 calls with fixed seeds. Two environment variables change
/// that, for a search of several hours:
///
///     GALLERY_RANDOM_OPERATIONS=10000000 GALLERY_RANDOM_SEED=42 swift test -c release
///
/// The first one is the number of calls of all tests together, up to 100,000,000; the second one is
/// added to all seeds.
enum RandomBudget {
  /// The calls of a default run.
  static let ordinary = 100_000

  static let operations = min(
    100_000_000, max(1, TestEnvironment.randomOperations ?? ordinary))

  /// The number of programs of a length for a fraction of the budget, at least one.
  static func programs(share: Double, calls: Int) -> Int {
    max(1, Int(Double(operations) * share / Double(calls)))
  }
}

/// Checks a property of random programs.
///
/// The message of a failure contains the seed and the simplified program as a replay script.
///
/// - Parameters:
///   - seed: The first seed.
///   - share: The fraction of the budget to spend.
///   - calls: The length of a program.
///   - count: The maximum number of pages.
///   - sourceLocation: The location to report failures at.
///   - check: Returns the violation, `nil` if the property holds.
func checkPrograms(
  seed: UInt64, share: Double, calls: Int = 40, largest count: Int = 200,
  sourceLocation: SourceLocation = #_sourceLocation, _ check: (Program) throws -> String?
) {
  let found = firstCounterexample(
    seed: seed &+ TestEnvironment.randomSeed,
    runs: RandomBudget.programs(share: share, calls: calls),
    generate: { Program.random(calls: calls, largest: count, using: &$0) },
    shrink: \.shrinks, check: check)
  guard let found else { return }
  Issue.record(Comment(rawValue: found.report), sourceLocation: sourceLocation)
}

extension Counterexample<Program> {
  /// The reason, the seed and the replay script.
  var report: String {
    "\(reason) (seed \(seed))\n\(shrunk.replayScript)"
  }
}
