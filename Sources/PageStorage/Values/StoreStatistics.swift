// SPDX-License-Identifier: Apache-2.0

/// Counters of an open store since it was opened by this process.
public struct StoreStatistics: Hashable, Sendable {
  /// The thumbnails that were returned from memory.
  public internal(set) var thumbnailsFromMemory = 0

  /// The thumbnails that were returned from the cache on the disk.
  public internal(set) var thumbnailsFromDisk = 0

  /// The thumbnails that were made.
  ///
  /// Concurrent requests for one thumbnail count once.
  public internal(set) var thumbnailsMade = 0

  /// The thumbnails that are being made now.
  public internal(set) var decodesInProgress = 0

  /// The thumbnails that wait until others are made.
  public internal(set) var decodesWaiting = 0

  /// The requests for thumbnails that were refused because too many waited.
  public internal(set) var decodesRefused = 0

  /// The originals of an object store that were read from the cache on the disk.
  public internal(set) var originalsFromCache = 0

  /// The originals of an object store that were read from it because the cache did not have them.
  ///
  /// Zero without a cache.
  public internal(set) var originalsFromServer = 0

  /// The commits to the catalog, including failed ones.
  public internal(set) var commitCount = 0

  /// The total time of these commits, from the begin of the transaction until it is durable, including
  /// waits for locks.
  public internal(set) var commitDuration = Duration.zero

  /// The waits for a lock of the catalog that another process or thread held.
  public internal(set) var lockWaitCount = 0

  init() {}
}
