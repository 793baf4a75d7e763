// SPDX-License-Identifier: Apache-2.0

import GalleryTestSupport
import Testing

@testable import PageStorage

/// Random programs of edits whose store is copied meanwhile: the copy always equals the store.
@Suite struct StoreCopyProgramTests {
  @Test(arguments: [false, true]) func aCopyFollowsItsStore(isServedFirst: Bool) async {
    await checkProperty(
      seed: 4_211, runs: 12,
      generate: { random in
        (0..<Int.random(in: 1...40, using: &random)).map { _ in
          NumberedCopyStep.random(using: &random)
        }
      },
      check: { steps in
        do {
          return try await problem(after: steps, isServedFirst)
        } catch {
          return "\(error)"
        }
      })
  }

  private func problem(
    after steps: [NumberedCopyStep], _ isServedFirst: Bool
  ) async throws -> String? {
    let (folder, other) = (try TestFolder(), try TestFolder())
    let local = try await PageStore.open(
      at: other.store, configuration: PageStoreConfiguration(reserveByteCount: 0))
    let tested = try await folder.open()
    let (source, target) = isServedFirst ? (tested, local) : (local, tested)
    var copy = StoreCopy(of: source, to: target)
    for (place, step) in (steps + [NumberedCopyStep(step: .catchUp, first: 0, second: 0)])
      .enumerated()
    {
      switch step.step {
      case .catchUp: _ = try await copy.catchUp()
      case .copyAgain:
        copy = StoreCopy(of: source, to: target)
        _ = try await copy.run()
      default:
        try await step.make(in: source)
        continue
      }
      let difference = try await CopySummary.difference(of: target, from: source)
      if let difference { return "step \(place): \(difference)" }
      guard try await target.isSound() else { return "step \(place): the copy is not sound" }
    }
    await source.close()
    await target.close()
    return nil
  }
}
