// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import PageStorage

/// Random calls on each engine for bytes, compared with a set of numbers.
@Suite struct BlobProgramTests {
  @Test(arguments: BlobEngine.allCases) func eachCallGivesWhatASetWould(engine: BlobEngine) async {
    await checkProperty(
      seed: 2_026, runs: 12,
      generate: { random in
        (0..<Int.random(in: 1...40, using: &random)).map { _ in BlobStep.random(using: &random) }
      },
      check: { steps in
        do {
          return try await engine.use { blobs, _ in await Self.problem(of: steps, on: blobs) }
        } catch {
          return "\(error)"
        }
      })
  }

  private static func problem(of steps: [BlobStep], on blobs: any BlobStore) async -> String? {
    var stored: Set<UInt8> = []
    for (number, step) in steps.enumerated() {
      let expected = step.make(on: &stored)
      let found = await step.make(on: blobs)
      if found != expected { return "step \(number): \(found), not \(expected)" }
    }
    return nil
  }
}
