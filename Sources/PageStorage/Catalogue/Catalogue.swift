// SPDX-License-Identifier: Apache-2.0

import GRDB
import GalleryPages
import Synchronization

/// The database of a store: who is written to by one at a time, and read by many.
///
/// Reads and writes block; tasks go through ``BlockingWork`` unless what they look up takes
/// microseconds.
final class Catalogue: Sendable {
  /// The connection that writes, `nil` if the catalogue was opened for reading.
  private let writer: Mutex<DatabaseQueue?>
  private let isReadOnly: Bool
  private let lockTimeout: Duration
  /// Whether a commit failed and could not be taken back yet.
  private let hasFailedCommit = Mutex(false)
  private let folder: StoreFolder
  /// Whether the names of the catalogue and of its log are on the disk, `nil` as long as nobody asked.
  private let nameSync = Mutex<Swift.Result<Void, PageStoreError>?>(nil)
  private let readers: ReaderConnections
  /// The file that is open with locks, `nil` if there is none.
  private let lockedFile = Mutex<CatalogueLocks.File?>(nil)

  /// Opens the catalogue of a store, which must be there.
  ///
  /// It is not written to, so that a store opens on a full disk, and nothing of an earlier version is
  /// changed before it was looked at: see ``migrate(finish:)``.
  ///
  /// - Parameters:
  ///   - folder: The store.
  ///   - lockTimeout: How long to wait for a lock.
  ///   - keepsLog: Whether the files stay as they are until ``endKeepingLog()``. SQLite would copy a log that
  ///     does not fit into the catalogue when it closes.
  /// - Throws: What opening a store can throw.
  init(
    in folder: StoreFolder, lockTimeout: Duration, keepsLog: Bool = false
  ) throws(PageStoreError) {
    self.lockTimeout = lockTimeout
    self.folder = folder
    isReadOnly = false
    let configuration = CatalogueConnection.configuration(lockTimeout: lockTimeout)
    readers = ReaderConnections(folder, configuration: configuration)
    // What is read from the log must be on the disk before anybody is told.
    try folder.synchronizeLog()
    writer = Mutex(nil)
    try openWriter()
    if !keepsLog { try endKeepingLog() }
  }

  private func openWriter() throws(PageStoreError) {
    var configuration = CatalogueConnection.configuration(lockTimeout: lockTimeout)
    configuration.prepareDatabase { db in try CatalogueConnection.setKeepsLog(true, db) }
    let status = try folder.root.status(of: StoreFolder.catalogueName)
    if let file = status.map(CatalogueLocks.File.init) {
      CatalogueLocks.begin(file)
      lockedFile.withLock { $0 = file }
    }
    do {
      let queue = try CatalogueConnection.open(folder.catalogue, configuration)
      writer.withLock { $0 = queue }
    } catch {
      throw CatalogueFailure.error(error).waiting(lockTimeout)
    }
    try onWriter { db in
      // Not GRDB's own way to WAL, which would set synchronous to NORMAL and write a table.
      try db.execute(sql: "PRAGMA journal_mode = WAL")
      try db.execute(sql: "PRAGMA synchronous = FULL")
    }
  }

  /// Opens the catalogue of a store, to be read only.
  ///
  /// - Parameters:
  ///   - folder: The store.
  ///   - lockTimeout: How long to wait for a lock.
  /// - Throws: What opening a store for reading can throw.
  init(readingOnly folder: StoreFolder, lockTimeout: Duration) throws(PageStoreError) {
    self.lockTimeout = lockTimeout
    self.folder = folder
    isReadOnly = true
    writer = Mutex(nil)
    readers = ReaderConnections(
      folder, configuration: CatalogueConnection.configuration(lockTimeout: lockTimeout),
      isAlone: true)
    try lookUp { db in _ = try CatalogueConnection.version(of: db) }
  }

  /// Whether the catalogue is of an earlier version.
  func isOfEarlierVersion() throws(PageStoreError) -> Bool {
    try onWriter { db in try CatalogueMigration.isNeeded(db) }
  }

  /// Makes a catalogue of an earlier version one of the present; before that, nothing can be changed.
  ///
  /// - Parameter finish: What belongs to the same change, done with the present tables.
  /// - Throws: `PageStoreError`.
  func migrate(finish: (Database) throws -> Void) throws(PageStoreError) {
    try synchronizeNames()
    try onWriter { db in try CatalogueMigration.run(db, finish: finish) }
  }

  /// Closes all connections.
  func close() {
    readers.close()
    closeWriter()
  }

  private func closeWriter() {
    try? writer.withLock(\.self)?.close()
    let file = lockedFile.withLock { file in
      defer { file = nil }
      return file
    }
    if let file { CatalogueLocks.end(file) }
  }

  deinit {
    close()
  }

  /// Runs something that puts another catalogue in place of this one.
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

extension Catalogue {
  /// Runs a change, all of it or nothing, with the write lock of the store.
  ///
  /// When it returns, the change is on the disk.
  func write<Result>(_ body: (Database) throws -> Result) throws(PageStoreError) -> Result {
    guard !isReadOnly else { throw .readOnly }
    try synchronizeNames()
    return try onWriter { db in
      if hasFailedCommit.withLock(\.self) { try takeBackCommit(db) }
      var result: Result?
      do {
        try db.inTransaction(.immediate) {
          // Nobody can change it from here on.
          try CatalogueConnection.checkVersion(of: db)
          result = try body(db)
          return .commit
        }
      } catch {
        // Before anything else is asked of the connection, which knows the reason.
        let failure = CatalogueFailure.error(error, in: db)
        if result != nil {
          hasFailedCommit.withLock { $0 = true }
          try? takeBackCommit(db)
        }
        throw failure
      }
      guard let result else { throw PageStoreError.cancelled }
      return result
    }
  }

  /// Waits until the name of the log is on the disk, before the first commit that needs it.
  ///
  /// SQLite syncs the folder as well, but passes over a failure. It is asked for once: who failed
  /// cannot know from a second answer whether the names are there.
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

  /// Makes sure that a commit that failed stays one that never was.
  ///
  /// If the log was written and only the wait for the disk failed, then SQLite forgets the change, but
  /// whoever recovers the log after a crash would find it there. The next commit is written over it;
  /// nothing else is written before that. The commit must change something, or SQLite writes nothing.
  private func takeBackCommit(_ db: Database) throws {
    try db.inTransaction(.immediate) {
      try CatalogueConnection.checkVersion(of: db)
      guard let next = try CounterRow.page.fetch(db), next < DocumentRow.maximumID else {
        throw PageStoreError.corrupted(.catalogue(message: "the counter of pages"))
      }
      try CounterRow.page.store(next + 1, db)
      return .commit
    }
    hasFailedCommit.withLock { $0 = false }
  }

  /// Reads from one state of the store, whatever is committed meanwhile.
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

  /// Runs one statement that reads.
  func lookUp<Result>(_ body: (Database) throws -> Result) throws(PageStoreError) -> Result {
    try readers.with { try $0.read(body) }
  }

  /// Returns the entry of a page, wherever it is.
  ///
  /// - Throws: `PageStoreError.notFound`, and what a read can throw.
  func page(_ id: PageID) throws(PageStoreError) -> PageRow {
    guard let row = try readers.with({ try $0.page(id) }) else { throw .notFound(.page(id)) }
    return row
  }

  /// Copies what the log of SQLite holds into the catalogue and empties the log.
  func checkpoint() throws(PageStoreError) {
    try onWriter { db in _ = try db.checkpoint(.truncate) }
  }

  /// Lets SQLite copy the log into the catalogue when it closes.
  func endKeepingLog() throws(PageStoreError) {
    try onWriter { db in try CatalogueConnection.setKeepsLog(false, db) }
  }

  private func onWriter<Result>(
    _ body: (Database) throws -> Result
  ) throws(PageStoreError) -> Result {
    guard let writer = writer.withLock(\.self) else { throw .readOnly }
    do {
      return try writer.writeWithoutTransaction { db in
        do {
          return try body(db)
        } catch {
          throw CatalogueFailure.error(error, in: db)
        }
      }
    } catch {
      throw CatalogueFailure.error(error).waiting(lockTimeout)
    }
  }
}

extension PageStoreError {
  /// The same error, with the time that was waited if it is about a lock.
  fileprivate func waiting(_ time: Duration) -> Self {
    if case .locked = self { .locked(waited: time) } else { self }
  }
}
