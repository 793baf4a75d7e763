// SPDX-License-Identifier: Apache-2.0

import GalleryTestSupport
import Testing

@testable import GalleryModel

/// Random programs with edits and with hosts that fail, are slow or lose pages.
///
/// A failure prints the seed and a simplified program.
struct RandomEditTests {
  @Test func everyStepKeepsTheLaws() {
    checkEditPrograms(seed: 20_000_000_000, share: 0.55) { try EditRun.violation(in: $0) }
  }

  @Test func nothingJumps() {
    checkEditPrograms(seed: 21_000_000_000, share: 0.15) { try EditRun.discontinuity(in: $0) }
  }

  @Test func subdivisionsOfTimeDoNotMatter() {
    checkEditPrograms(seed: 22_000_000_000, share: 0.15) {
      try EditRun.subdivisionViolation(in: $0)
    }
  }

  @Test func editsElsewhereLeaveTheFocusInTheMiddle() {
    checkEditPrograms(seed: 23_000_000_000, share: 0.2) { program in
      var program = program
      program.answers.removeAll { $0.kind.isLoss }
      return try EditRun.focusViolation(in: program)
    }
  }
}

extension EditProgram.Answer.Kind {
  fileprivate var isLoss: Bool {
    if case .loss = self { true } else { false }
  }
}
