// SPDX-License-Identifier: Apache-2.0

import GRDB
import GalleryModel
import Synchronization

/// The database of a store: who is written to by one at a time, and read by many.
///
/// Reads and writes block; tasks go through ``BlockingWork`` unless what they look up takes
/// microseconds.
final class Catalogue: Sendable {
  /// The connection that writes, `nil` if the catalogue was opened for reading.
  private let writer: DatabaseQueue?
  private let lockTimeout: Duration
  /// Whether a commit failed and could not be taken back yet.
  private let hasFailedCommit = Mutex(false)
  private let folder: String
  /// Whether the names of the catalogue and of its log are on the disk, `nil` as long as nobody asked.
  private let nameSync = Mutex<Swift.Result<Void, PageStoreError>?>(nil)
  private let readers: ReaderConnections

  /// Opens the catalogue, and makes it if there is none.
  ///
  /// A catalogue of the present version is not written to, so that a store opens on a full disk.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - lockTimeout: How long to wait for a lock.
  ///   - checkIsNew: Throws if a catalogue is not to be made; called with the write lock.
  /// - Throws: What opening a store can throw.
  init(
    path: String, lockTimeout: Duration, checkIsNew: () throws -> Void = {}
  ) throws(PageStoreError) {
    self.lockTimeout = lockTimeout
    folder = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
    let configuration = Self.configuration(lockTimeout: lockTimeout)
    readers = ReaderConnections(path: path, configuration: configuration)
    do {
      writer = try DatabaseQueue(path: path, configuration: configuration)
    } catch {
      throw CatalogueFailure.error(error)
    }
    try onWriter { db in
      try Self.checkIdentity(of: db, path: path)
      // Not GRDB's own way to WAL, which would set synchronous to NORMAL and write a table.
      try db.execute(sql: "PRAGMA journal_mode = WAL")
      try db.execute(sql: "PRAGMA synchronous = FULL")
      try Self.migrate(db, checkIsNew: checkIsNew)
    }
  }

  /// Opens a catalogue that is there, to be read only.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - lockTimeout: How long to wait for a lock.
  /// - Throws: What opening a store for reading can throw.
  init(readingOnly path: String, lockTimeout: Duration) throws(PageStoreError) {
    self.lockTimeout = lockTimeout
    folder = ""
    writer = nil
    readers = ReaderConnections(
      path: path, configuration: Self.configuration(lockTimeout: lockTimeout), isAlone: true)
    try lookUp { db in
      try Self.checkIdentity(of: db, path: path)
      guard try Self.version(of: db) == CatalogueSchema.version else {
        // It has to become one of the present version first.
        throw PageStoreError.readOnly
      }
    }
  }

  private static func configuration(lockTimeout: Duration) -> Configuration {
    var configuration = Configuration()
    configuration.foreignKeysEnabled = true
    let patience = LockPatience(lockTimeout)
    configuration.busyMode = .callback { patience.waits(attempt: $0) }
    return configuration
  }

  private static func checkIdentity(of db: Database, path: String) throws {
    let application = try Int32.fetchOne(db, sql: "PRAGMA application_id") ?? 0
    let tableCount = try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM sqlite_master") ?? 0
    if application == 0, tableCount == 0 { return }
    guard application == CatalogueSchema.applicationID else {
      throw PageStoreError.notAStore(path: path)
    }
    let version = try Self.version(of: db)
    guard version <= CatalogueSchema.version else {
      throw PageStoreError.versionTooNew(found: version, supported: CatalogueSchema.version)
    }
  }

  private static func version(of db: Database) throws -> Int {
    try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
  }

  private static func migrate(_ db: Database, checkIsNew: () throws -> Void) throws {
    guard try version(of: db) < CatalogueSchema.version else { return }
    try db.inTransaction(.immediate) {
      // Another process may have done it while this one waited for the lock.
      let version = try version(of: db)
      if version == 0 { try checkIsNew() }
      for step in CatalogueSchema.steps.dropFirst(version) { try step(db) }
      try db.execute(sql: "PRAGMA application_id = \(CatalogueSchema.applicationID)")
      try db.execute(sql: "PRAGMA user_version = \(CatalogueSchema.version)")
      return .commit
    }
  }

  /// Closes all connections.
  func close() {
    readers.close()
    try? writer?.close()
  }
}

// MARK: - Access

extension Catalogue {
  /// Runs a change, all of it or nothing, with the write lock of the store.
  ///
  /// When it returns, the change is on the disk.
  func write<Result>(_ body: (Database) throws -> Result) throws(PageStoreError) -> Result {
    guard writer != nil else { throw .readOnly }
    try synchronizeNames()
    return try onWriter { db in
      if hasFailedCommit.withLock(\.self) { try takeBackCommit(db) }
      var result: Result?
      do {
        try db.inTransaction(.immediate) {
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
          try SystemCalls.synchronizeFolder(folder)
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
      try db.execute(sql: "UPDATE counter SET next = next + 1 WHERE name = 'page'")
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

  private func onWriter<Result>(
    _ body: (Database) throws -> Result
  ) throws(PageStoreError) -> Result {
    guard let writer else { throw .readOnly }
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
