// SPDX-License-Identifier: Apache-2.0

import GRDB
import GalleryPages
import GallerySystem
import Synchronization

/// The database of a store, with one writer and many readers.
///
/// Reads and writes block; tasks go through ``BlockingWork`` unless what they look up takes
/// microseconds.
final class Catalog: Sendable {
  /// The connection that writes, `nil` if the catalog was opened for reading.
  private let writer: Mutex<DatabaseQueue?>
  let isReadOnly: Bool
  private let lockTimeout: Duration
  /// Whether a failed commit has not been rolled back yet.
  let hasFailedCommit = Mutex(false)
  let folder: StoreFolder
  /// Whether the names of the catalog and its log are synced, `nil` before the first request.
  private let nameSync = Mutex<Swift.Result<Void, PageStoreError>?>(nil)
  private let readers: ReaderConnections
  /// The commits so far.
  let counter = CommitCounter()
  /// The writer's way of waiting for locks.
  private let retries: LockRetryPolicy
  /// The locked open file, `nil` if there is none.
  let openFile = Mutex<OpenCatalogFile?>(nil)

  /// Opens the existing catalog of a store.
  ///
  /// It is not written to, so that a store opens on a full disk, and a store of an earlier version
  /// is verified before it is changed: see ``migrate(finish:)``.
  ///
  /// - Parameters:
  ///   - folder: The store.
  ///   - lockTimeout: The maximum wait for a lock.
  ///   - keepsLog: Whether the files stay as they are until ``endKeepingLog()``. On close, SQLite
  ///     would otherwise checkpoint a mismatched log.
  /// - Throws: What opening a store can throw.
  init(
    in folder: StoreFolder, lockTimeout: Duration, keepsLog: Bool = false
  ) throws(PageStoreError) {
    self.lockTimeout = lockTimeout
    self.folder = folder
    isReadOnly = false
    retries = LockRetryPolicy(lockTimeout, countedBy: counter)
    let configuration = CatalogConnection.configuration(lockTimeout: lockTimeout)
    readers = ReaderConnections(folder, configuration: configuration)
    // Data read from the log must be durable before they are reported.
    try folder.synchronizeLog()
    writer = Mutex(nil)
    try openWriter()
    if !keepsLog { try endKeepingLog() }
  }

  private func openWriter() throws(PageStoreError) {
    var configuration = CatalogConnection.configuration(retries)
    configuration.prepareDatabase { db in try CatalogConnection.setKeepsLog(true, db) }
    if let file = try OpenCatalogFile(folder) {
      CatalogLocks.begin(file.identity)
      openFile.withLock { $0 = file }
    }
    do {
      let queue = try CatalogConnection.open(folder.catalog, configuration)
      writer.withLock { $0 = queue }
    } catch {
      throw cause(of: CatalogErrorConversion.error(error).waiting(lockTimeout))
    }
    do throws(PageStoreError) {
      try onWriter { db in
        // Not GRDB's own WAL setup, which sets synchronous to NORMAL and writes a table.
        try db.execute(sql: "PRAGMA journal_mode = WAL")
        try db.execute(sql: "PRAGMA synchronous = FULL")
      }
    } catch {
      throw cause(of: error)
    }
  }

  /// Opens the catalog of a store for reading only.
  ///
  /// - Parameters:
  ///   - folder: The store.
  ///   - lockTimeout: The maximum wait for a lock.
  /// - Throws: What opening a store for reading can throw.
  init(readingOnly folder: StoreFolder, lockTimeout: Duration) throws(PageStoreError) {
    self.lockTimeout = lockTimeout
    self.folder = folder
    isReadOnly = true
    retries = LockRetryPolicy(lockTimeout)
    writer = Mutex(nil)
    readers = ReaderConnections(
      folder, configuration: CatalogConnection.configuration(lockTimeout: lockTimeout),
      isAlone: true)
    try lookUp { db in _ = try CatalogConnection.version(of: db) }
  }

  /// Whether the catalog is of an earlier version.
  func isOfEarlierVersion() throws(PageStoreError) -> Bool {
    try onWriter { db in try CatalogMigration.isNeeded(db) }
  }

  /// Migrates a catalog of an earlier version; before that, changes are not possible.
  ///
  /// - Parameter finish: Work in the same transaction, with the current tables; the number is the
  ///   earlier version.
  /// - Throws: `PageStoreError`.
  func migrate(finish: (Database, Int) throws -> Void) throws(PageStoreError) {
    try synchronizeNames()
    try onWriter { db in try CatalogMigration.run(db, finish: finish) }
  }

  /// Closes all connections.
  func close() {
    readers.close()
    closeWriter()
  }

  private func closeWriter() {
    try? writer.withLock(\.self)?.close()
    let file = openFile.withLock { file in
      defer { file = nil }
      return file
    }
    if let file { CatalogLocks.end(file.identity) }
  }

  deinit {
    close()
  }

  /// Runs a closure that replaces the catalog.
  ///
  /// Meanwhile there is no connection, and reads throw `PageStoreError.locked`.
  func suspended<Result>(
    _ body: () throws(PageStoreError) -> Result
  ) throws(PageStoreError) -> Result {
    let outcome = try readers.suspended {
      closeWriter()
      return Swift.Result { () throws(PageStoreError) in try body() }
    }
    do throws(PageStoreError) {
      // Without its lock the store must not be written to.
      try folder.root.waitForLock(.shared, lockTimeout)
      try openWriter()
      try endKeepingLog()
    } catch {
      close()
      throw error
    }
    return try outcome.get()
  }
}

// MARK: - Access

extension Catalog {
  /// Runs an atomic change under the store's write lock.
  ///
  /// When it returns, the change is durable.
  func write<Result>(_ body: (Database) throws -> Result) throws(PageStoreError) -> Result {
    guard !isReadOnly else { throw .readOnly }
    try synchronizeNames()
    return try counter.counting { () throws(PageStoreError) in try commit(body) }
  }

  /// Syncs the name of the log, before the first commit that needs it.
  ///
  /// SQLite syncs the folder as well, but ignores a failure. It is done once: after a failed sync,
  /// the success of a second one proves nothing.
  private func synchronizeNames() throws(PageStoreError) {
    let folder = folder
    let outcome = nameSync.withLock { outcome in
      let result =
        outcome
        ?? Swift.Result { () throws(PageStoreError) in
          try folder.root.synchronize()
        }
      outcome = result
      return result
    }
    try outcome.get()
  }

  /// Reads from one snapshot of the store.
  func read<Result>(_ body: (Database) throws -> Result) throws(PageStoreError) -> Result {
    try lookUp { db in
      try db.cachedStatement(sql: "BEGIN").execute()
      do {
        let result = try body(db)
        try db.cachedStatement(sql: "COMMIT").execute()
        return result
      } catch {
        try? db.cachedStatement(sql: "ROLLBACK").execute()
        throw error
      }
    }
  }

  /// Runs one reading statement.
  func lookUp<Result>(_ body: (Database) throws -> Result) throws(PageStoreError) -> Result {
    try readers.with { try $0.read(body) }
  }

  /// Returns a state that is equal to a later one only if nobody has changed the catalog between them.
  func state() throws(PageStoreError) -> CatalogState {
    try readers.with { connection in
      let version = try connection.read { db in try db.integer("PRAGMA data_version") }
      return CatalogState(connection: connection, version: version)
    }
  }

  /// Returns the entry of a page, which may be in the trash.
  ///
  /// - Throws: `PageStoreError.notFound`, and what a read can throw.
  func page(_ id: PageID) throws(PageStoreError) -> PageRow {
    guard let row = try readers.with({ try $0.page(id) }) else { throw .notFound(.page(id)) }
    return row
  }

  /// Checkpoints SQLite's log into the catalog and empties it.
  ///
  /// - Parameter waitsForReaders: Whether to wait for readers of the log, up to the lock timeout.
  /// - Throws: `PageStoreError.locked` if there are still readers; the log is then copied as far as
  ///   they allow.
  func checkpoint(waitsForReaders: Bool = true) throws(PageStoreError) {
    try onWriter { db in
      try retries.waiting(waitsForReaders) { _ = try db.checkpoint(.truncate) }
    }
  }

  /// Lets SQLite checkpoint the log on close.
  func endKeepingLog() throws(PageStoreError) {
    try onWriter { db in try CatalogConnection.setKeepsLog(false, db) }
  }

  func onWriter<Result>(
    _ body: (Database) throws -> Result
  ) throws(PageStoreError) -> Result {
    guard let writer = writer.withLock(\.self) else { throw .readOnly }
    do {
      return try writer.writeWithoutTransaction { db in
        do {
          return try body(db)
        } catch {
          throw CatalogErrorConversion.error(error, in: db)
        }
      }
    } catch {
      throw CatalogErrorConversion.error(error).waiting(lockTimeout)
    }
  }
}

extension PageStoreError {
  /// The same error; a lock error includes the time waited.
  fileprivate func waiting(_ time: Duration) -> Self {
    if case .locked = self { .locked(waited: time) } else { self }
  }
}
