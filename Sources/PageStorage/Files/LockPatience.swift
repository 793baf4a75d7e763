// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// How long a connection waits for a lock that another process holds.
///
/// SQLite's own timeout sleeps up to 100 ms between two attempts, in which other writers pass by
/// again and again. Attempts a few milliseconds apart, never in step with each other, are fair enough.
final class LockPatience: Sendable {
  private let timeout: Duration
  private let start = Mutex(ContinuousClock.now)

  init(_ timeout: Duration) {
    self.timeout = timeout
  }

  /// Sleeps before the next attempt.
  ///
  /// - Parameter attempt: The number of attempts before, zero for the first one.
  /// - Returns: `false` if the time is up.
  func waits(attempt: Int) -> Bool {
    let now = ContinuousClock.now
    if attempt == 0 { start.withLock { $0 = now } }
    guard now - start.withLock(\.self) < timeout else { return false }
    SystemCalls.sleep(microseconds: .random(in: 300...(attempt < 10 ? 1_000 : 4_000)))
    return true
  }
}
