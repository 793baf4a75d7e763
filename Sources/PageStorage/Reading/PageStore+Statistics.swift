// SPDX-License-Identifier: Apache-2.0

extension PageStore {
  /// The counters of the store, for the metrics of a service.
  ///
  /// Each is exact; together they are not one snapshot.
  ///
  /// - Complexity: O(1).
  public var statistics: StoreStatistics {
    var statistics = StoreStatistics()
    thumbnailCounter.add(to: &statistics)
    statistics.decodesInProgress = thumbnailGate.runningCount
    statistics.decodesWaiting = thumbnailGate.waitingCount
    statistics.decodesRefused = thumbnailGate.refusedCount
    (statistics.commitCount, statistics.commitDuration) = catalog.counter.commits
    statistics.lockWaitCount = catalog.counter.waitCount
    return statistics
  }
}
