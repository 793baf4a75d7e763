// SPDX-License-Identifier: Apache-2.0

import GalleryTestSupport
import Testing

@testable import PageGallery

/// Two galleries and other writers on the same pages, with failing and late answers: in the end all
/// have the same pages, and every edit has its reported outcome.
///
/// The default run makes 10,000 steps with fixed seeds. `GALLERY_RANDOM_OPERATIONS` sets the number
/// of steps for a longer search, and `GALLERY_RANDOM_SEED` is added to the seed.
@Suite struct GalleryProgramTests {
  private static let stepCount = 25
  private static let partCount = 4
  private static let steps = max(10_000, TestEnvironment.randomOperations ?? 0)

  @Test(arguments: 0..<partCount) func everybodyAgreesInTheEnd(part: Int) async throws {
    for run in 0..<Self.steps / Self.stepCount / Self.partCount {
      let seed = TestEnvironment.randomSeed &+ UInt64(part * 1_000_000_000 + run)
      var generator = SeededGenerator(seed: seed)
      let program = GalleryProgram(count: Self.stepCount, using: &generator)
      guard let reason = try await GalleryProgramRun.run(program) else { continue }
      let (simplest, last) = try await simplified(program, reason)
      Issue.record("\(last) (seed \(seed), simplest program \(simplest.steps))")
      return
    }
  }

  private func simplified(
    _ program: GalleryProgram, _ reason: String
  ) async throws -> (GalleryProgram, String) {
    for simpler in program.simpler {
      if let reason = try await GalleryProgramRun.run(simpler) {
        return try await simplified(simpler, reason)
      }
    }
    return (program, reason)
  }
}
