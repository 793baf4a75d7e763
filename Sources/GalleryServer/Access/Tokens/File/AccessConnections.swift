// SPDX-License-Identifier: Apache-2.0

import GRDB
import Glibc

/// The connections to the file of tokens.
///
/// The file has a rollback journal and not a WAL, because a process that may only read must be able to
/// check tokens. One connection reads and one writes, so that a commit delays requests only while it is
/// written to the disk.
struct AccessConnections: Sendable {
  private static let applicationID: Int32 = 0x7067_746B  // "pgtk"
  private static let schemaVersion: Int32 = 1

  private static let tables = [
    """
    CREATE TABLE token (id INTEGER PRIMARY KEY AUTOINCREMENT, digest BLOB NOT NULL UNIQUE, \
    label TEXT NOT NULL, scope TEXT NOT NULL, document INTEGER, created INTEGER NOT NULL, \
    expires INTEGER, revoked INTEGER, used INTEGER, seal BLOB NOT NULL) STRICT
    """,
    """
    CREATE TABLE session (digest BLOB NOT NULL PRIMARY KEY, token INTEGER NOT NULL, \
    expires INTEGER NOT NULL, seal BLOB NOT NULL) STRICT, WITHOUT ROWID
    """,
  ]

  private let path: String
  private let identity: FileIdentity
  private let reader: DatabaseQueue
  private let writer: DatabaseQueue

  /// Opens the file; `nil` if it is missing and not to be created.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - makesFile: Whether to create it if it is missing.
  /// - Throws: `AccessDatabaseError.damaged` if it is anything but a sound database of tokens; the errors
  ///   of SQLite.
  init?(path: String, makesFile: Bool) throws {
    var status = stat()
    if lstat(path, &status) != 0 {
      guard errno == ENOENT || errno == ENOTDIR && !makesFile else { throw Self.systemError(path) }
      guard makesFile else { return nil }
      try Self.makeFile(path)
    } else if status.st_mode & S_IFMT != S_IFREG {
      throw AccessDatabaseError.damaged(path: path, reason: "it is not a regular file")
    }
    guard let identity = FileIdentity(path) else { throw Self.systemError(path) }
    (self.path, self.identity) = (path, identity)
    var configuration = Configuration()
    // Nobody waits here: ``AccessDatabase`` tries again.
    configuration.busyMode = .immediateError
    configuration.prepareDatabase { db in
      try db.execute(sql: "PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON")
    }
    writer = try DatabaseQueue(path: path, configuration: configuration)
    if makesFile { try Self.makeTables(writer) }
    configuration.readonly = true
    reader = try DatabaseQueue(path: path, configuration: configuration)
    try reader.read { db in try Self.check(db, path) }
  }

  /// Whether another file has taken the place of the open one; a missing file has not.
  ///
  /// A removed file closes nothing and opens nothing until the next start.
  var isReplaced: Bool { FileIdentity(path).map { $0 != identity } ?? false }

  /// A number that changes whenever another connection has changed the file.
  func version() throws -> Int64? {
    try reader.inDatabase { db in
      try Int64.fetchOne(db.cachedStatement(sql: "PRAGMA data_version"))
    }
  }

  func read<Result>(_ body: (Database) throws -> Result) throws -> Result {
    try reader.read(body)
  }

  func write<Result>(_ body: (Database) throws -> Result) throws -> Result {
    try writer.writeWithoutTransaction { db in
      var result: Swift.Result<Result, any Error>?
      try db.inTransaction(.immediate) {
        result = Swift.Result { try body(db) }
        if case .failure(let error) = result { throw error }
        return .commit
      }
      guard let result else { throw AccessDatabaseError.failed(path: path, reason: "no result") }
      return try result.get()
    }
  }

  /// Creates an empty file, which only those can read who can read the folder.
  private static func makeFile(_ path: String) throws {
    var folder = stat()
    let parent = String(path.dropLast(AccessDatabase.fileName.utf8.count))
    guard stat(parent, &folder) == 0 else { throw systemError(path) }
    let isShared = folder.st_mode & 0o020 != 0
    let file = open(path, O_CREAT | O_RDWR | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw systemError(path) }
    // Not subject to the mask of the process.
    if isShared { _ = fchmod(file, 0o660) }
    close(file)
  }

  private static func makeTables(_ writer: DatabaseQueue) throws {
    try writer.writeWithoutTransaction { db in
      try db.inTransaction(.immediate) {
        // Another process may have made them.
        guard try String.fetchAll(db, sql: "SELECT name FROM sqlite_schema").isEmpty else {
          return .rollback
        }
        for table in tables { try db.execute(sql: table) }
        try db.execute(
          sql: "PRAGMA application_id = \(applicationID); PRAGMA user_version = \(schemaVersion)")
        return .commit
      }
    }
  }

  /// Verifies that the file is what a process of ours has written.
  private static func check(_ db: Database, _ path: String) throws {
    let id = try Int32.fetchOne(db, sql: "PRAGMA application_id")
    let version = try Int32.fetchOne(db, sql: "PRAGMA user_version")
    guard id == applicationID else {
      throw AccessDatabaseError.damaged(path: path, reason: "it is not a database of tokens")
    }
    guard version == schemaVersion else {
      throw AccessDatabaseError.failed(path: path, reason: "a newer version has written the file")
    }
    let found = try String.fetchSet(
      db, sql: "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL AND name <> 'sqlite_sequence'")
    guard found == Set(tables) else {
      throw AccessDatabaseError.damaged(path: path, reason: "its tables were changed")
    }
    let result = try String.fetchOne(db, sql: "PRAGMA integrity_check(1)")
    guard result == "ok" else {
      throw AccessDatabaseError.damaged(path: path, reason: result ?? "its check has no result")
    }
    _ = try AccessRows.snapshot(db)
  }
}

/// The identity of a file, whatever its name.
private struct FileIdentity: Equatable {
  let device: UInt64
  let inode: UInt64

  init?(_ path: String) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    (device, inode) = (UInt64(status.st_dev), UInt64(status.st_ino))
  }
}

// MARK: - Errors

extension AccessConnections {
  /// Converts the errors of SQLite.
  static func convert(_ error: any Error, _ path: String) -> AccessDatabaseError {
    switch error {
    case let error as AccessDatabaseError: error
    case let error as DatabaseError:
      switch error.resultCode {
      case .SQLITE_CORRUPT, .SQLITE_NOTADB:
        .damaged(path: path, reason: error.message ?? "it is malformed")
      case .SQLITE_READONLY: .readOnly(path: path)
      case .SQLITE_FULL: .full(path: path)
      default: .failed(path: path, reason: error.message ?? "\(error.resultCode)")
      }
    case let error as MalformedRow:
      .damaged(path: path, reason: "the entry of \(error.entry) is not what was written")
    default: .failed(path: path, reason: "\(error)")
    }
  }

  private static func systemError(_ path: String) -> AccessDatabaseError {
    [EACCES, EROFS, EPERM].contains(errno)
      ? .readOnly(path: path) : .failed(path: path, reason: String(cString: strerror(errno)))
  }
}
