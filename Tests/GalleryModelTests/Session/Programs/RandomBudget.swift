// SPDX-License-Identifier: Apache-2.0

import GalleryTestSupport
import Testing

/// How much the random tests of the session try, and where they start.
///
/// The ordinary run makes about 100,000 calls with fixed seeds. Two environment variables change
/// that, for a search that runs for hours:
///
///     GALLERY_RANDOM_OPERATIONS=10000000 GALLERY_RANDOM_SEED=42 swift test -c release
///
/// The first one is the number of calls of all tests together, up to 100,000,000; the second one is
/// added to all seeds.
enum RandomBudget {
  /// The calls of an ordinary run.
  static let ordinary = 100_000

  static let operations = min(
    100_000_000, max(1, TestEnvironment.randomOperations ?? ordinary))

  /// The number of programs of a length for a share of the budget, at least one.
  static func programs(share: Double, calls: Int) -> Int {
    max(1, Int(Double(operations) * share / Double(calls)))
  }
}

/// Checks a property of random programs.
///
/// The message of a failure holds the seed and the simplified program as a replay script.
///
/// - Parameters:
///   - seed: The first seed.
///   - share: The share of the budget to spend.
///   - calls: The length of a program.
///   - count: The greatest number of pages.
///   - sourceLocation: Where a failure is shown.
///   - check: Returns what is wrong, `nil` if the property holds.
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
