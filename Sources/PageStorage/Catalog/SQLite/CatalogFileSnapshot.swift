// SPDX-License-Identifier: Apache-2.0

import GallerySystem

/// A snapshot of the file status of a catalog's files.
///
/// If no other process has the store open, a reader creates no -shm file, and there are no locks.
/// Such a reader compares the files before and after a read.
struct CatalogFileSnapshot: Sendable {
  private let folder: StoreFolder
  private let catalog: FileStatus?
  private let log: FileStatus?
  private let memory: FileStatus?

  init(_ folder: StoreFolder) throws(PageStoreError) {
    self.folder = folder
    catalog = try folder.root.status(of: StoreFolder.catalogName)
    log = try folder.root.status(of: StoreFolder.catalogName + "-wal")
    memory = try folder.root.status(of: StoreFolder.catalogName + "-shm")
    for (suffix, status) in [("", catalog), ("-wal", log), ("-shm", memory)] {
      if let status, status.kind != .file {
        throw folder.root.irregular(StoreFolder.catalogName + suffix, status.kind)
      }
    }
  }

  /// The catalog file itself.
  var file: FileIdentity? { catalog?.identity }

  /// Returns whether the files are unchanged.
  func areCurrent() throws(PageStoreError) -> Bool {
    let now = try Self(folder)
    return catalog == now.catalog && log == now.log && areShared == now.areShared
  }

  /// Whether the log contains changes that are not in the catalog yet.
  ///
  /// They are acknowledged changes, left by a killed process.
  var hasLog: Bool { (log?.byteCount ?? 0) > 0 }

  /// Whether there is a -shm file next to a log.
  var areShared: Bool { hasLog && memory != nil }

  /// The SQLite URI that opens the files without locks and without a -shm file.
  ///
  /// `immutable` ignores a log. A non-empty log is therefore read without locks; its index is then
  /// in memory if the connection has exclusive access.
  var name: String {
    hasLog
      ? CatalogConnection.unlocked(folder.catalog)
      : CatalogConnection.immutable(folder.catalog)
  }
}

extension StoreFolder {
  /// Syncs the log of the catalog, if there is one.
  ///
  /// A process killed between a write and its sync leaves a change that is readable but would be
  /// lost in a power failure.
  func synchronizeLog() throws(PageStoreError) {
    let name = Self.catalogName + "-wal"
    guard let status = try root.status(of: name), status.byteCount > 0 else { return }
    let log: Int32
    do throws(PageStoreError) {
      log = try root.openToRead(name).descriptor
    } catch {
      guard error.isMissingFile else { throw error }
      return
    }
    defer { SystemCalls.closeFile(log) }
    do throws(PageStoreError) {
      try SystemCalls.synchronize(log)
    } catch {
      // Some read-only file systems do not support fsync.
      guard error.isAboutUnsyncableFile else { throw error }
    }
  }
}
