// SPDX-License-Identifier: Apache-2.0

import CGallerySQLite
import GRDB

/// The ways of opening untrusted SQLite files.
enum CatalogConnection {
  /// The maximum size of a row in bytes: a title and metadata of 1 MiB, with room for JSON escapes.
  private static let rowByteCountLimit: Int32 = 16 << 20

  /// Returns the configuration of a connection: hardened, and with a lock timeout.
  static func configuration(lockTimeout: Duration) -> Configuration {
    configuration(LockRetryPolicy(lockTimeout))
  }

  /// Returns the configuration of a connection: hardened, and with a way of waiting for locks.
  static func configuration(_ retries: LockRetryPolicy) -> Configuration {
    var configuration = Configuration()
    configuration.foreignKeysEnabled = true
    configuration.busyMode = .callback { retries.waitToRetry(attempt: $0) }
    configuration.prepareDatabase { db in try harden(db) }
    return configuration
  }

  /// Opens a catalog for writing, and verifies that it is one.
  static func open(_ path: String, _ configuration: Configuration) throws -> DatabaseQueue {
    try open(named: shared(path), configuration)
  }

  /// Opens a catalog by an SQLite file name or URI, and verifies that it is one.
  ///
  /// A catalog of an earlier version can be read; ``CatalogMigration`` must migrate it before
  /// anything is written.
  static func open(
    named name: String, _ configuration: Configuration
  ) throws -> DatabaseQueue {
    var configuration = configuration
    configuration.prepareDatabase { db in
      // In one snapshot: another process may change the tables meanwhile.
      try db.inTransaction(.deferred) {
        do {
          let version = try version(of: db)
          try CatalogSchema.check(db, version: version)
          try CatalogViews.add(to: db, version: version)
        } catch {
          throw CatalogErrorConversion.isAboutSharing(error)
            ? error : CatalogErrorConversion.error(error, in: db)
        }
        return .commit
      }
    }
    return try openAnything(named: name, configuration)
  }

  /// Opens any SQLite file.
  static func openAnything(
    named name: String, _ configuration: Configuration
  ) throws -> DatabaseQueue {
    guard cgallery_sqlite_register() == 0 else {
      throw PageStoreError.io(operation: "sqlite3_vfs_register", errno: 5)
    }
    return try DatabaseQueue(path: name, configuration: configuration)
  }

  /// Runs a closure that decides whether a catalog is damaged.
  ///
  /// - Throws: `PageStoreError.io` if the disk failed meanwhile, which leaves the result unknown;
  ///   the errors of `body`.
  static func withoutReadFailures<Result>(
    _ body: () throws(PageStoreError) -> Result
  ) throws(PageStoreError) -> Result {
    let count = cgallery_sqlite_read_failure_count()
    let outcome = Swift.Result { () throws(PageStoreError) in try body() }
    guard cgallery_sqlite_read_failure_count() == count else {
      throw .io(operation: "pread", errno: 5)
    }
    return try outcome.get()
  }

  /// Hardens a connection against crafted files.
  static func harden(_ db: Database) throws {
    guard let connection = db.sqliteConnection,
      cgallery_sqlite_harden(connection, rowByteCountLimit) == 0
    else { throw DatabaseError(resultCode: .SQLITE_ERROR, message: "no defense") }
    try db.execute(sql: "PRAGMA cell_size_check = ON; PRAGMA temp_store = MEMORY")
  }

  /// Sets whether the log is kept when the last connection is closed.
  static func setKeepsLog(_ keeps: Bool, _ db: Database) throws {
    guard let connection = db.sqliteConnection,
      cgallery_sqlite_keep_log(connection, keeps ? 1 : 0) == 0
    else { throw DatabaseError(resultCode: .SQLITE_ERROR, message: "no way to keep the log") }
  }

  /// Returns the version of a catalog.
  ///
  /// - Throws: `PageStoreError.versionTooNew`, `.corrupted` if it is not a catalog.
  static func version(of db: Database) throws -> Int {
    let application = try db.integer("PRAGMA application_id") ?? 0
    let version = Int(try db.integer("PRAGMA user_version") ?? 0)
    guard application == Int64(CatalogHeader.applicationID), version > 0 else {
      throw headerDamage
    }
    try check(version)
    return version
  }

  /// Verifies that no later library has migrated the catalog since it was opened.
  ///
  /// - Throws: `PageStoreError.versionTooNew`, `.corrupted` if the version is implausible.
  static func checkVersion(of db: Database) throws {
    try check(Int(try db.integer("PRAGMA user_version") ?? 0))
  }

  private static func check(_ version: Int) throws {
    guard version <= CatalogHeader.plausibleVersion else { throw headerDamage }
    guard version <= CatalogSchema.version else {
      throw PageStoreError.versionTooNew(found: version, supported: CatalogSchema.version)
    }
  }

  private static var headerDamage: PageStoreError {
    .corrupted(.catalog(message: "its header was changed"))
  }
}

// MARK: - Names of files

extension CatalogConnection {
  /// A file shared between processes.
  static func shared(_ path: String) -> String {
    name(path, "vfs=" + CGALLERY_SQLITE_UNIX)
  }

  /// A file changed by other processes, read without modifying anything.
  static func observing(_ path: String) -> String {
    name(path, "mode=ro&readonly_shm=1&vfs=" + CGALLERY_SQLITE_OBSERVING)
  }

  /// A file with a log, read without locks.
  static func unlocked(_ path: String) -> String {
    name(path, "mode=ro&vfs=" + CGALLERY_SQLITE_UNLOCKED)
  }

  /// A file without a log, read without locks.
  static func immutable(_ path: String) -> String {
    name(path, "mode=ro&immutable=1&vfs=" + CGALLERY_SQLITE_UNIX)
  }

  // https://www.sqlite.org/uri.html
  private static func name(_ path: String, _ parameters: String) -> String {
    let escaped = path.utf8.map { byte in
      plain.contains(byte)
        ? String(UnicodeScalar(byte))
        : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }.joined()
    return "file:\(escaped)?\(parameters)"
  }

  private static let plain = Set("/-_.~".utf8).union(UInt8(ascii: "0")...UInt8(ascii: "9"))
    .union(UInt8(ascii: "A")...UInt8(ascii: "Z")).union(UInt8(ascii: "a")...UInt8(ascii: "z"))
}
