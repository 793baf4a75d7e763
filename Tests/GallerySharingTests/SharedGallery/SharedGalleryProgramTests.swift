// SPDX-License-Identifier: Apache-2.0

import GallerySharing
import GalleryTestSupport
import Testing

@Suite struct SharedGalleryProgramTests {
  /// After everything was delivered, both galleries show the pages of the source, and each
  /// acknowledged edit has taken effect exactly once.
  @Test(arguments: 0..<4) func everybodyAgreesInTheEnd(part: UInt64) {
    checkProperty(
      seed: 7000 + part * 1000, runs: 150,
      generate: { generator in
        let count = Int.random(in: 1...120, using: &generator)
        return SharedGalleryProgram(count: count, using: &generator)
      },
      shrink: \.simpler,
      check: { try SharedGalleryRun.violation(of: $0) })
  }
}
