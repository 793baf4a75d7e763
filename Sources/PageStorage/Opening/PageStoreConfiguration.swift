// SPDX-License-Identifier: Apache-2.0

public import PageImaging

/// The configuration of a page store.
public struct PageStoreConfiguration: Hashable, Sendable {
  /// The access mode of a store.
  public enum Access: Hashable, Sendable {
    /// Reading and writing.
    case readWrite

    /// Reading only, for example from a backup, a file system snapshot or another user's folder.
    ///
    /// Nothing is written, recovered or removed, no thumbnail is cached, and calls that would
    /// change the store throw `PageStoreError.readOnly`. Other processes may write concurrently;
    /// reads never wait for them. A read disturbed by another process opening or closing the store
    /// is retried, and throws `PageStoreError.locked` if that continues.
    case readOnly

    /// Reading only, except that thumbnails are cached where possible.
    case readOnlyKeepingThumbnails
  }

  /// The access mode.
  ///
  /// `.readWrite` by default.
  public var access: Access

  /// The accounts, besides the owner, that may read and change the store.
  ///
  /// `.owner` by default: scans are private. Existing files keep their permissions.
  public var sharing: FileSharing

  /// The maximum wait for a lock that another process holds.
  ///
  /// A call that waits longer throws `PageStoreError.locked`. 5 seconds by default.
  public var lockTimeout: Duration

  /// The time that deleted pages and documents stay in the trash.
  ///
  /// After that, ``PageStore/purge(deletedBefore:)`` removes them. 30 days by default.
  public var trashRetention: Duration

  /// The maximum size of a page, in bytes.
  ///
  /// 512 MiB by default.
  public var maximumPageByteCount: Int

  /// The limits for reading the header of a page.
  ///
  /// `.default` by default.
  public var limits: DecodingLimits

  /// The size of a reserve file, in bytes, that is released when the disk is full.
  ///
  /// It makes deletions work on a full disk. On a disk with little free space, it takes a quarter
  /// of that space. 1 MiB by default; zero for none.
  public var reserveByteCount: Int

  /// The maximum total size of cached thumbnails, in bytes.
  ///
  /// 256 MiB by default; zero disables the cache.
  public var thumbnailByteCount: Int

  /// The maximum total size of thumbnails kept in memory, in bytes.
  ///
  /// They are found without the file of the cache. Zero by default: nothing is kept.
  public var thumbnailMemoryByteCount: Int

  /// The number of thumbnails that are made at the same time, at least 1.
  ///
  /// `nil` by default: one for each core.
  public var thumbnailConcurrency: Int?

  /// The number of thumbnails that may wait until others are made.
  ///
  /// A request beyond it throws `PageStoreError.busy`. Unlimited by default; a service that is open
  /// to others sets a limit.
  public var thumbnailQueueLimit: Int

  /// The polling interval for changes by other processes, where file events are unavailable.
  ///
  /// Linux reports events on local file systems: then nothing is polled, and this interval is not
  /// used. All observers share one poll. 1 second by default.
  public var observationInterval: Duration

  /// The folder of what a store on servers keeps locally.
  ///
  /// It has received bytes until they are committed, thumbnails, and originals that were read. Nothing in it
  /// is needed after a loss.
  ///
  /// By default a temporary one, which is removed when the store is closed. Several processes may
  /// share one. Stores in a folder ignore it.
  public var workFolder: String?

  /// The maximum total size of originals of an object store that are kept in the ``workFolder``, in bytes.
  ///
  /// They are those that were read most recently, each at most an eighth of this size. 1 GiB by default; zero
  /// keeps none. A temporary folder keeps none either, because it may be in memory.
  public var originalCacheByteCount = 1 << 30

  /// Whether a copy of another store that was interrupted before it was complete is opened, for ``StoreCopy``.
  ///
  /// `false` by default: it would be taken for the whole store. Opening it throws `PageStoreError.unfitLocation`. A store
  /// that is created with `true` is such a copy, until a `StoreCopy` has completed it.
  public var opensUnfinishedCopy = false

  /// Whether file events are used.
  package var requestsFileEvents = true

  /// Creates a configuration; defaults are documented with the properties.
  ///
  /// - Parameters:
  ///   - access: The access mode.
  ///   - sharing: The accounts, besides the owner, that may read and change the store.
  ///   - lockTimeout: The maximum wait for a lock.
  ///   - trashRetention: The time that deleted pages stay in the trash.
  ///   - maximumPageByteCount: The maximum size of a page, in bytes.
  ///   - limits: The limits for reading the header of a page.
  ///   - reserveByteCount: The size of the reserve for a full disk, in bytes.
  ///   - thumbnailByteCount: The maximum total size of cached thumbnails, in bytes.
  ///   - thumbnailMemoryByteCount: The maximum total size of thumbnails in memory, in bytes.
  ///   - thumbnailConcurrency: The number of thumbnails that are made at the same time.
  ///   - thumbnailQueueLimit: The number of thumbnails that may wait.
  ///   - observationInterval: The polling interval where file events are unavailable.
  public init(
    access: Access = .readWrite,
    sharing: FileSharing = .owner,
    lockTimeout: Duration = .seconds(5),
    trashRetention: Duration = .seconds(30 * 86_400),
    maximumPageByteCount: Int = 512 << 20,
    limits: DecodingLimits = .default,
    reserveByteCount: Int = 1 << 20,
    thumbnailByteCount: Int = 256 << 20,
    thumbnailMemoryByteCount: Int = 0,
    thumbnailConcurrency: Int? = nil,
    thumbnailQueueLimit: Int = .max,
    observationInterval: Duration = .seconds(1)
  ) {
    self.access = access
    self.sharing = sharing
    self.lockTimeout = lockTimeout
    self.trashRetention = trashRetention
    self.maximumPageByteCount = maximumPageByteCount
    self.limits = limits
    self.reserveByteCount = reserveByteCount
    self.thumbnailByteCount = thumbnailByteCount
    self.thumbnailMemoryByteCount = thumbnailMemoryByteCount
    self.thumbnailConcurrency = thumbnailConcurrency
    self.thumbnailQueueLimit = thumbnailQueueLimit
    self.observationInterval = observationInterval
  }
}
