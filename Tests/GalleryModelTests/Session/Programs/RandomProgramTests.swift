// SPDX-License-Identifier: Apache-2.0

import GalleryTestSupport
import Testing

@testable import GalleryModel

/// Random programs against the invariants of a gallery.
///
/// A failure prints the seed and a simplified program as a replay script.
struct RandomProgramTests {
  @Test func everyStepKeepsTheInvariants() {
    checkPrograms(seed: 1_000_000_000, share: 0.25) { try InvariantRun.violation(in: $0) }
  }

  @Test func sessionEqualsTheReference() {
    checkPrograms(seed: 2_000_000_000, share: 0.25) { try ReferenceRun.difference(in: $0) }
  }

  @Test func nothingJumps() {
    checkPrograms(seed: 3_000_000_000, share: 0.06, largest: 12) {
      try ContinuityRun.violation(in: $0)
    }
  }

  @Test func subdivisionsOfTimeDoNotMatter() {
    checkPrograms(seed: 4_000_000_000, share: 0.12, largest: 40) {
      try RepetitionRun.subdivisionViolation(in: $0)
    }
  }

  @Test func replaysAreEqual() {
    checkPrograms(seed: 5_000_000_000, share: 0.1, largest: 40) {
      try RepetitionRun.replayViolation(in: $0)
    }
  }

  @Test func stormsOfViewportsLeaveNothingBehind() {
    checkPrograms(seed: 6_000_000_000, share: 0.1, largest: 40) {
      try RepetitionRun.stormViolation(in: $0)
    }
  }

  @Test func mirroredGalleriesAreMirrorImages() {
    checkPrograms(seed: 7_000_000_000, share: 0.06, largest: 40) {
      try SymmetryRun.mirrorViolation(in: $0)
    }
  }

  @Test func verticalGalleriesAreTransposes() {
    checkPrograms(seed: 8_000_000_000, share: 0.06, largest: 40) {
      try SymmetryRun.transposeViolation(in: $0)
    }
  }

  @Test func aMillionPagesKeepTheInvariants() {
    checkPrograms(seed: 9_000_000_000, share: 0.005, largest: GallerySetup.million) {
      try InvariantRun.violation(in: $0)
    }
  }
}
