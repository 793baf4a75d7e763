// SPDX-License-Identifier: Apache-2.0

import GalleryTestSupport
import PageStorage
import Testing

@testable import PageGallery

/// A gallery and another process change one document: in the end both have the same pages, and each
/// acknowledged change was made exactly once.
///
/// 12 runs of 80 calls; `PAGE_GALLERY_SHARED_RUNS` sets another number of runs, and
/// `GALLERY_RANDOM_SEED` is added to the seed.
@Suite struct SharedDocumentTests {
  private static let runCount = TestEnvironment.number("PAGE_GALLERY_SHARED_RUNS") ?? 12
  private static let seed = TestEnvironment.randomSeed

  @Test(arguments: SourceKind.allCases) func noUpdateIsLost(_ kind: SourceKind) async throws {
    var counts = (made: 0, late: 0)
    for number in 0..<Self.runCount {
      let run = try await SharedDocumentRun(seed: Self.seed &+ UInt64(number), kind)
      let outcome = try await run.run(callCount: 80)
      let (store, document) = (run.example.store, run.example.document.id)
      let count = try await store.document(document).pageCount
      let pages = try await store.pages(in: 0..<count, of: document)
      #expect(outcome.problem(of: pages) == nil, "run \(number)")
      try await run.example.expectAgreement("run \(number)")
      #expect(try await store.verify().isSound)
      counts.made += outcome.callCounts.made
      counts.late += outcome.callCounts.late
      await run.example.gallery.close()
    }
    #expect(counts.made > Self.runCount * 20, "the other process must change something")
    #expect(counts.late > Self.runCount, "the two must get in each other's way")
  }
}
