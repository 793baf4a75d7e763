// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The outcomes of files as they become known, for a caller who may not wait for all of them.
final class ArrivalLedger: Sendable {
  private struct State {
    var outcomes: [[UInt8]: ArrivalOutcome] = [:]
    var isCommitting = false
  }

  private let state = Mutex(State())

  /// Whether pages are being committed, so that their outcome is not known yet.
  var isCommitting: Bool { state.withLock { $0.isCommitting } }

  /// Notes the outcome for a file.
  func note(_ outcome: ArrivalOutcome, of file: ArrivedFile) {
    state.withLock { $0.outcomes[file.name] = outcome }
  }

  /// Notes the start or the end of a commit.
  func noteCommit(isRunning: Bool) { state.withLock { $0.isCommitting = isRunning } }

  /// Returns the outcomes for files in their order; those without one were interrupted.
  func outcomes(of files: [ArrivedFile]) -> [ArrivalOutcome] {
    state.withLock { state in files.map { state.outcomes[$0.name] ?? .interrupted } }
  }
}
