// SPDX-License-Identifier: Apache-2.0

import GallerySystem
import Synchronization

/// The waiting strategy for a lock that another process holds.
///
/// SQLite's own timeout sleeps up to 100 ms between two attempts, during which other writers
/// repeatedly take the lock. Attempts at random intervals of a few milliseconds are fair enough.
final class LockRetryPolicy: Sendable {
  private let timeout: Duration
  private let start = Mutex(ContinuousClock.now)
  private let waits = Mutex(true)

  private let counter: CommitCounter?

  init(_ timeout: Duration, countedBy counter: CommitCounter? = nil) {
    (self.timeout, self.counter) = (timeout, counter)
  }

  /// Sleeps before the next attempt.
  ///
  /// - Parameter attempt: The number of previous attempts.
  /// - Returns: `false` if the timeout has expired.
  func waitToRetry(attempt: Int) -> Bool {
    guard waits.withLock(\.self) else { return false }
    let now = ContinuousClock.now
    if attempt == 0 {
      start.withLock { $0 = now }
      counter?.countWait()
    }
    guard now - start.withLock(\.self) < timeout else { return false }
    SystemCalls.sleep(microseconds: .random(in: 300...(attempt < 10 ? 1_000 : 4_000)))
    return true
  }

  /// Runs a closure that waits for locks, or does not.
  func waiting<Result>(_ waits: Bool, _ body: () throws -> Result) rethrows -> Result {
    self.waits.withLock { $0 = waits }
    defer { self.waits.withLock { $0 = true } }
    return try body()
  }
}
