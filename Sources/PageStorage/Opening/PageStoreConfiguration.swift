// SPDX-License-Identifier: Apache-2.0

public import PageImaging

/// How a page store behaves.
public struct PageStoreConfiguration: Hashable, Sendable {
  /// What a store is opened for.
  public enum Access: Hashable, Sendable {
    /// To be read and changed.
    case readWrite

    /// To be read only, as from a backup, a snapshot of a file system or a folder of somebody else.
    ///
    /// Nothing is written, recovered or removed, no thumbnail is kept, and calls that would change
    /// something throw `PageStoreError.readOnly`. Others may write meanwhile, and are never waited for. A
    /// read that they disturb while they open or close the store is made again, and throws
    /// `PageStoreError.locked` if they never rest.
    case readOnly

    /// To be read only, but for thumbnails, which are kept where that is possible.
    case readOnlyKeepingThumbnails
  }

  /// What the store is opened for.
  ///
  /// `.readWrite` by default.
  public var access: Access

  /// Who may read and change what the store makes, besides its owner.
  ///
  /// `.owner` by default: scans are private. Files that are there keep their permissions.
  public var sharing: FileSharing

  /// How long a call waits for a lock that another process holds.
  ///
  /// A call that waits longer throws `PageStoreError.locked`. 5 seconds by default.
  public var lockTimeout: Duration

  /// How long deleted pages and documents stay in the trash.
  ///
  /// Then ``PageStore/purge(deletedBefore:)`` removes them. 30 days by default.
  public var trashRetention: Duration

  /// The largest page in bytes.
  ///
  /// 512 MiB by default.
  public var maximumPageByteCount: Int

  /// What reading the header of a page may cost.
  ///
  /// `.default` by default.
  public var limits: DecodingLimits

  /// Room in bytes that is kept on the disk, to be given up when there is no other.
  ///
  /// With it, deleting works on a full disk. A disk with little room left gives a quarter of that. 1 MiB
  /// by default; zero for none.
  public var reserveByteCount: Int

  /// The most bytes of thumbnails that are kept.
  ///
  /// 256 MiB by default; zero keeps none.
  public var thumbnailByteCount: Int

  /// How often an observed store looks for changes by other processes, where the system does not tell of
  /// them.
  ///
  /// Linux tells of them on local file systems: then nothing wakes until something is written, and this
  /// interval is not used. There is one look for all observers. 1 second by default.
  public var observationInterval: Duration

  /// Whether the system is asked to tell of changes.
  package var asksSystemForChanges = true

  /// Creates a configuration; each part has the default that its property names.
  ///
  /// - Parameters:
  ///   - access: What the store is opened for.
  ///   - sharing: Who may read and change what the store makes, besides its owner.
  ///   - lockTimeout: How long a call waits for a lock.
  ///   - trashRetention: How long deleted pages stay in the trash.
  ///   - maximumPageByteCount: The largest page in bytes.
  ///   - limits: What reading the header of a page may cost.
  ///   - reserveByteCount: Room in bytes to be given up on a full disk.
  ///   - thumbnailByteCount: The most bytes of thumbnails.
  ///   - observationInterval: How often to look for changes by other processes, where the system does not
  ///     tell of them.
  public init(
    access: Access = .readWrite,
    sharing: FileSharing = .owner,
    lockTimeout: Duration = .seconds(5),
    trashRetention: Duration = .seconds(30 * 86_400),
    maximumPageByteCount: Int = 512 << 20,
    limits: DecodingLimits = .default,
    reserveByteCount: Int = 1 << 20,
    thumbnailByteCount: Int = 256 << 20,
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
    self.observationInterval = observationInterval
  }
}
