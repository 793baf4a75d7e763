// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The commits of a catalog, with their total duration, and the waits for its locks.
final class CommitCounter: Sendable {
  private let values = Mutex((count: 0, duration: Duration.zero))
  private let waits = Atomic(0)

  /// The number of commits, and their total duration.
  var commits: (count: Int, duration: Duration) { values.withLock(\.self) }

  /// The number of waits for a lock.
  var waitCount: Int { waits.load(ordering: .relaxed) }

  /// Counts a wait for a lock.
  func countWait() { waits.wrappingAdd(1, ordering: .relaxed) }

  /// Runs a commit, and counts it.
  func counting<Result>(
    _ commit: () throws(PageStoreError) -> Result
  ) throws(PageStoreError) -> Result {
    let start = ContinuousClock.now
    defer { add(.now - start) }
    return try commit()
  }

  /// Measures a commit that does not block.
  func counting<Result>(
    _ commit: () async throws(PageStoreError) -> Result
  ) async throws(PageStoreError) -> Result {
    let start = ContinuousClock.now
    defer { add(.now - start) }
    return try await commit()
  }

  private func add(_ duration: Duration) {
    values.withLock { values in
      values.count += 1
      values.duration += duration
    }
  }
}
