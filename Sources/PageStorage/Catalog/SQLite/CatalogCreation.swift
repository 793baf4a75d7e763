// SPDX-License-Identifier: Apache-2.0

import GRDB
import GallerySystem

/// The creation of a new store's catalog.
///
/// It is renamed into place when it is complete: a kill before that leaves a folder without a
/// catalog, and no SQLite file that needs recovery.
struct CatalogCreation {
  let folder: StoreFolder

  /// Whether the store is known as an unfinished copy of another one from the first moment on.
  var isUnfinishedCopy = false

  /// The name until the catalog is complete.
  static let temporaryName = StoreFolder.catalogName + ".new"

  /// Creates the catalog unless it exists.
  ///
  /// - Parameter lockTimeout: The maximum wait for another process that is creating it.
  /// - Throws: `PageStoreError.corrupted` if there were pages before, `.locked`, `.full`, `.io`.
  func runIfNeeded(lockTimeout: Duration) throws(PageStoreError) {
    guard try isMissing() else { return }
    try folder.incoming.waitForLock(.exclusive, lockTimeout)
    defer { SystemCalls.unlock(folder.incoming.descriptor) }
    guard try isMissing() else { return }
    try folder.checkHasNoRecords()
    try make().close()
    try complete()
    try install()
  }

  private func isMissing() throws(PageStoreError) -> Bool {
    (try folder.root.status(of: StoreFolder.catalogName)?.byteCount ?? 0) == 0
  }

  /// Creates a catalog without documents under its temporary name, replacing a leftover one.
  ///
  /// - Returns: A connection to it.
  func make() throws(PageStoreError) -> DatabaseQueue {
    let path = try makeFile()
    let status = try folder.root.status(of: Self.temporaryName)
    do {
      let queue = try CatalogConnection.openAnything(
        named: CatalogConnection.shared(path),
        CatalogConnection.configuration(lockTimeout: .zero))
      try queue.writeWithoutTransaction { db in
        do { try fill(db, status) } catch { throw CatalogErrorConversion.error(error, in: db) }
      }
      return queue
    } catch {
      throw CatalogErrorConversion.error(error)
    }
  }

  /// Creates an empty file under the temporary name, replacing a leftover one.
  ///
  /// - Returns: Its path.
  func makeFile() throws(PageStoreError) -> String {
    try removeFile()
    SystemCalls.closeFile(try folder.root.create(Self.temporaryName))
    return folder.root.path(of: Self.temporaryName)
  }

  /// Removes the temporary file.
  func removeFile() throws(PageStoreError) {
    for suffix in ["", "-wal", "-shm", "-journal"] {
      try folder.root.checkIsOwnFile(Self.temporaryName + suffix)
      try folder.root.remove(Self.temporaryName + suffix)
    }
  }

  private func fill(_ db: Database, _ status: FileStatus?) throws {
    try db.execute(sql: "PRAGMA page_size = \(CatalogHeader.pageByteCount)")
    try db.execute(sql: "PRAGMA journal_mode = WAL")
    try db.execute(sql: "PRAGMA synchronous = FULL")
    try db.inTransaction(.immediate) {
      for step in CatalogSchema.steps { try step(db) }
      try db.execute(sql: "PRAGMA application_id = \(CatalogHeader.applicationID)")
      try db.execute(sql: "PRAGMA user_version = \(CatalogSchema.version)")
      if let status { try CatalogIdentity(status).store(db) }
      if isUnfinishedCopy { try db.set(.unfinishedCopy, to: 1) }
      return .commit
    }
  }

  /// The name of a complete catalog that is not in place yet.
  private static let completeName = StoreFolder.catalogName + ".new-complete"

  /// Marks a closed catalog as complete.
  func complete() throws(PageStoreError) {
    // SQLite has checkpointed the log when its last connection was closed.
    for suffix in ["-wal", "-shm", "-journal"] {
      guard try folder.root.status(of: Self.temporaryName + suffix) == nil else {
        throw .io(operation: "checkpoint", errno: 5)
      }
    }
    let file = try folder.root.openToRead(Self.temporaryName).descriptor
    defer { SystemCalls.closeFile(file) }
    try SystemCalls.synchronize(file)
    try folder.root.rename(Self.temporaryName, to: Self.completeName)
    try folder.root.synchronize()
  }

  /// Returns whether there is a complete catalog that is not in place yet.
  func isComplete() throws(PageStoreError) -> Bool {
    try folder.root.checkIsOwnFile(Self.completeName)
    return try folder.root.status(of: Self.completeName) != nil
  }

  /// Removes a complete catalog that is no longer needed.
  func discard() throws(PageStoreError) {
    guard try isComplete() else { return }
    try folder.root.remove(Self.completeName)
    try folder.root.synchronize()
  }

  /// Renames a complete catalog into place.
  func install() throws(PageStoreError) {
    try folder.root.rename(Self.completeName, to: StoreFolder.catalogName)
    try folder.root.synchronize()
  }
}

extension DatabaseQueue {
  /// Closes a new catalog, and reports deferred errors.
  fileprivate func close() throws(PageStoreError) {
    do {
      try (self as any DatabaseReader).close()
    } catch {
      throw CatalogErrorConversion.error(error)
    }
  }
}
