// SPDX-License-Identifier: Apache-2.0

import GalleryTestSupport
import Testing

@testable import PageImaging

struct ReducedCorpusTests {
  @Test(.needsCorpus) func everyFileMatchesLibJPEGOrIsLeftToIt() async throws {
    let taken = try await CorpusFolder.sum(overFiles: ["jpg", "jpeg"]) { file in
      var taken = 0
      for block in [ReducedBlock.oneSample, .fourSamples] {
        let verdict = try ReducedOracle.compare(file.bytes, block) {
          source, block throws(ImagingError) in
          try BaselineCoefficients(source, block: block)
        }
        #expect(verdict == .same || verdict == .left, "\(file.name): \(verdict)")
        if verdict == .same { taken += 1 }
      }
      return taken
    }
    #expect(taken > 0)
  }
}
