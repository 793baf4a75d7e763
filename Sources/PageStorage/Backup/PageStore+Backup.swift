// SPDX-License-Identifier: Apache-2.0

extension PageStore {
  /// Creates or updates a backup of the store, which may be in use.
  ///
  /// A backup is itself a store: a snapshot of this one, with its originals and records and without
  /// thumbnails. It opens for reading or writing, and is restored by a backup of the backup. Other
  /// work continues meanwhile; purged bytes are removed from this store after the backup.
  ///
  /// A later backup to the same folder copies only missing originals. Originals that no page needs
  /// are moved to the backup's folder `aside`. The previous backup stays valid until the new
  /// catalog is renamed into place: after a kill, a full disk or a damaged catalog, the next call
  /// continues.
  ///
  /// - Parameters:
  ///   - path: The folder, created if it is missing. An existing folder must be empty or an
  ///     unchanged backup of an earlier state of this store.
  ///   - linking: Whether to hard-link originals on the same file system. Links take no space, but
  ///     damage to one file affects both. `false` by default.
  ///   - isQuick: Whether to skip rereading the originals at the end. `false` by default.
  ///   - progress: Called on any thread with the number of originals copied or verified and the
  ///     total; each original counts twice unless `isQuick`.
  /// - Returns: A report of the backup and its verification.
  /// - Throws: `PageStoreError.unsupported` for a store on servers, `.unfitTarget` before anything is written, `.corrupted` if the
  ///   catalog is damaged, `.locked` if the backup is open or bytes are being purged, `.full`,
  ///   `.readOnly`, `.io`, `.closed`, `.cancelled` after an original: the next call continues. A damaged original is reported instead.
  /// - Complexity: O(n) for n pages in the store, and O(bytes) for copying and verifying.
  public func backup(
    to path: String, linking: Bool = false, isQuick: Bool = false,
    progress: @escaping @Sendable (_ done: Int, _ all: Int) -> Void = { _, _ in }
  ) async throws(PageStoreError) -> BackupReport {
    let catalog = try catalog(for: "backups; copy it to a store in a folder instead")
    return try await BlockingWork.runUntilCancelled(on: BlockingWork.lengthy) {
      (check) throws(PageStoreError) in
      try StoreBackup(
        folder: self.folder, catalog: catalog, configuration: self.configuration,
        isLinking: linking, isQuick: isQuick
      ).run(to: path) { (done, all) throws(PageStoreError) in
        progress(done, all)
        if done < all { try check() }
      }
    }
  }
}
