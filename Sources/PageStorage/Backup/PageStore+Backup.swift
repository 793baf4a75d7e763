// SPDX-License-Identifier: Apache-2.0

extension PageStore {
  /// Makes or renews a backup of the store, while others use it.
  ///
  /// A backup is a store: one moment of this one, with its originals and records and without thumbnails. It
  /// opens for reading or for changes, and is restored by a backup of the backup. Nobody is kept from
  /// working meanwhile; bytes that are purged go from this store after the backup.
  ///
  /// A later backup to the same folder copies only what is not there yet. What pages no longer need goes to
  /// the folder `aside` of the backup. Until the new catalogue gets its name the backup is the one before, so
  /// that a kill, a full disk or a damaged catalogue costs nothing, and the next call goes on.
  ///
  /// - Parameters:
  ///   - path: The folder. It is made if it is missing; one that is there is empty or an earlier backup of
  ///     this store, in which nothing was changed since.
  ///   - linking: Whether originals become second names of those in this store, on the same file system.
  ///     They take no room then, and what damages the one damages the other. `false` by default.
  ///   - isQuick: Whether originals are not read again at the end. `false` by default.
  ///   - progress: Called with the number of originals that are copied or verified and of all, which counts
  ///     each twice unless `isQuick`, on any thread.
  /// - Returns: What was done, and what verifying the backup found.
  /// - Throws: `PageStoreError.unfitTarget` before anything is written, `.corrupted` if the catalogue is
  ///   damaged, `.locked` if somebody has the backup open or bytes are being purged, `.full`, `.readOnly`,
  ///   `.io`, `.closed`. An original that is damaged is in the report instead.
  /// - Complexity: O(n) for n pages of the store, and O(bytes) for what is copied and for verifying.
  public func backup(
    to path: String, linking: Bool = false, isQuick: Bool = false,
    progress: @escaping @Sendable (_ done: Int, _ all: Int) -> Void = { _, _ in }
  ) async throws(PageStoreError) -> BackupReport {
    try await BlockingWork.run { () throws(PageStoreError) in
      try StoreBackup(
        folder: self.folder, catalogue: self.catalogue, configuration: self.configuration,
        isLinking: linking, isQuick: isQuick
      ).run(to: path, progress)
    }
  }
}
