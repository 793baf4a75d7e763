// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A counter of pages received on many threads, which reports the count.
final class ProgressCounter: Sendable {
  private let count = Mutex(0)
  private let report: @Sendable (Int) -> Void

  init(report: @escaping @Sendable (Int) -> Void) {
    self.report = report
  }

  func add() {
    let count = count.withLock { count in
      count += 1
      return count
    }
    report(count)
  }
}
