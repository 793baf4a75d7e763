// SPDX-License-Identifier: Apache-2.0

import GallerySystem

extension PageStore {
  /// The space of the store's disk that users without privileges can fill, in bytes; `nil` if the
  /// system does not tell it.
  public var freeByteCount: Int? { SystemCalls.availableByteCount(at: folder.root.descriptor) }

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
    if case .served(let store) = engine, let cached = store.blobs as? CachedBlobs {
      cached.add(to: &statistics)
    }
    (statistics.commitCount, statistics.commitDuration) = engine.counter.commits
    statistics.lockWaitCount = engine.counter.waitCount
    return statistics
  }
}
