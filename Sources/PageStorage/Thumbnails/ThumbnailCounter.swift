// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The thumbnails that a store has returned, by their source.
final class ThumbnailCounter: Sendable {
  private let memory = Atomic(0)
  private let disk = Atomic(0)
  private let made = Atomic(0)

  /// Counts one from memory.
  func countMemory() { memory.wrappingAdd(1, ordering: .relaxed) }

  /// Counts one from the cache on the disk.
  func countDisk() { disk.wrappingAdd(1, ordering: .relaxed) }

  /// Counts one that was made.
  func countMade() { made.wrappingAdd(1, ordering: .relaxed) }

  /// Adds the counts to statistics.
  func add(to statistics: inout StoreStatistics) {
    statistics.thumbnailsFromMemory = memory.load(ordering: .relaxed)
    statistics.thumbnailsFromDisk = disk.load(ordering: .relaxed)
    statistics.thumbnailsMade = made.load(ordering: .relaxed)
  }
}
