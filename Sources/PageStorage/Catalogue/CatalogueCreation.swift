// SPDX-License-Identifier: Apache-2.0

import GRDB

/// Makes the catalogue of a new store.
///
/// It gets its name when it is complete: who is killed before leaves a folder without a catalogue, and no
/// file of SQLite that somebody would have to finish.
struct CatalogueCreation {
  let folder: StoreFolder

  /// The name until the catalogue is complete.
  static let temporaryName = StoreFolder.catalogueName + ".new"

  /// Makes the catalogue unless there is one.
  ///
  /// - Parameter lockTimeout: How long to wait for another process that makes it.
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
    (try folder.root.status(of: StoreFolder.catalogueName)?.byteCount ?? 0) == 0
  }

  /// Makes a catalogue without documents under its temporary name, in place of one of a killed process.
  ///
  /// - Returns: A connection to it.
  func make() throws(PageStoreError) -> DatabaseQueue {
    let path = try makeFile()
    let status = try folder.root.status(of: Self.temporaryName)
    do {
      let queue = try CatalogueConnection.openAnything(
        named: CatalogueConnection.shared(path),
        CatalogueConnection.configuration(lockTimeout: .zero))
      try queue.writeWithoutTransaction { db in
        do { try Self.fill(db, status) } catch { throw CatalogueFailure.error(error, in: db) }
      }
      return queue
    } catch {
      throw CatalogueFailure.error(error)
    }
  }

  /// Makes an empty file under the temporary name, in place of one of a killed process.
  ///
  /// - Returns: Its path.
  func makeFile() throws(PageStoreError) -> String {
    try removeFile()
    SystemCalls.closeFile(try folder.root.create(Self.temporaryName))
    return folder.root.path(of: Self.temporaryName)
  }

  /// Removes what has the temporary name.
  func removeFile() throws(PageStoreError) {
    for suffix in ["", "-wal", "-shm", "-journal"] {
      try folder.root.checkIsOwnFile(Self.temporaryName + suffix)
      try folder.root.remove(Self.temporaryName + suffix)
    }
  }

  private static func fill(_ db: Database, _ status: FileStatus?) throws {
    try db.execute(sql: "PRAGMA page_size = \(CatalogueHeader.pageByteCount)")
    try db.execute(sql: "PRAGMA journal_mode = WAL")
    try db.execute(sql: "PRAGMA synchronous = FULL")
    try db.inTransaction(.immediate) {
      for step in CatalogueSchema.steps { try step(db) }
      try db.execute(sql: "PRAGMA application_id = \(CatalogueHeader.applicationID)")
      try db.execute(sql: "PRAGMA user_version = \(CatalogueSchema.version)")
      if let status { try CatalogueIdentity(status).store(db) }
      return .commit
    }
  }

  /// The name of a catalogue that is complete and not in its place yet.
  private static let completeName = StoreFolder.catalogueName + ".new-complete"

  /// Takes note that a catalogue which nobody has open is complete.
  func complete() throws(PageStoreError) {
    // SQLite has copied the log into it when its last connection was closed.
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

  /// Whether there is a complete catalogue that is not in its place yet.
  func isComplete() throws(PageStoreError) -> Bool {
    try folder.root.checkIsOwnFile(Self.completeName)
    return try folder.root.status(of: Self.completeName) != nil
  }

  /// Removes a complete catalogue that is not needed any more.
  func discard() throws(PageStoreError) {
    guard try isComplete() else { return }
    try folder.root.remove(Self.completeName)
    try folder.root.synchronize()
  }

  /// Gives a complete catalogue its name.
  func install() throws(PageStoreError) {
    try folder.root.rename(Self.completeName, to: StoreFolder.catalogueName)
    try folder.root.synchronize()
  }
}

extension DatabaseQueue {
  /// Closes a catalogue that was made, with all errors that show by then.
  fileprivate func close() throws(PageStoreError) {
    do {
      try (self as any DatabaseReader).close()
    } catch {
      throw CatalogueFailure.error(error)
    }
  }
}
