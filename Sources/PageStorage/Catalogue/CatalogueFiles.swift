// SPDX-License-Identifier: Apache-2.0

/// The files of a catalogue as they were at one moment.
///
/// Where nobody else has the store open, a reader makes no file by which processes know of each other; then
/// nobody is kept from writing. So whoever reads there looks before and after whether the files are the
/// same.
struct CatalogueFiles: Sendable {
  private let folder: StoreFolder
  private let catalogue: FileStatus?
  private let log: FileStatus?
  private let memory: FileStatus?

  init(_ folder: StoreFolder) throws(PageStoreError) {
    self.folder = folder
    catalogue = try folder.root.status(of: StoreFolder.catalogueName)
    log = try folder.root.status(of: StoreFolder.catalogueName + "-wal")
    memory = try folder.root.status(of: StoreFolder.catalogueName + "-shm")
    for (suffix, status) in [("", catalogue), ("-wal", log), ("-shm", memory)] {
      if let status, status.kind != .file {
        throw folder.root.irregular(StoreFolder.catalogueName + suffix, status.kind)
      }
    }
  }

  /// The file of the catalogue itself.
  var file: CatalogueLocks.File? { catalogue.map(CatalogueLocks.File.init) }

  /// Whether the files are still the same.
  func areCurrent() throws(PageStoreError) -> Bool {
    let now = try Self(folder)
    return catalogue == now.catalogue && log == now.log && areShared == now.areShared
  }

  /// Whether changes are in the log that the catalogue does not have yet.
  ///
  /// A process that was killed has left them, and they were acknowledged.
  var hasLog: Bool { (log?.byteCount ?? 0) > 0 }

  /// Whether there is a file by which processes know of each other, beside a log.
  var areShared: Bool { hasLog && memory != nil }

  /// The name by which SQLite opens the files without locks and without a file beside them.
  ///
  /// `immutable` passes over a log, so that one which holds something is read without locks instead; its
  /// index is then in memory if the connection has the only access.
  var name: String {
    hasLog
      ? CatalogueConnection.unlocked(folder.catalogue)
      : CatalogueConnection.immutable(folder.catalogue)
  }
}

extension StoreFolder {
  /// Waits until what is in the log of the catalogue is on the disk, if there is one.
  ///
  /// A process that was killed between a write and its sync leaves a change that can be read, and that a
  /// loss of power would take back.
  func synchronizeLog() throws(PageStoreError) {
    let name = Self.catalogueName + "-wal"
    guard let status = try root.status(of: name), status.byteCount > 0 else { return }
    let log: Int32
    do throws(PageStoreError) {
      log = try root.openToRead(name).descriptor
    } catch {
      guard SystemCalls.isMissing(error) else { throw error }
      return
    }
    defer { SystemCalls.closeFile(log) }
    do throws(PageStoreError) {
      try SystemCalls.synchronize(log)
    } catch {
      // Some file systems that are only read know no syncs.
      guard error.isInvalidArgument || SystemCalls.isReadOnlyFileSystem(error) else { throw error }
    }
  }
}
