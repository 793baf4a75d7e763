// SPDX-License-Identifier: Apache-2.0

import GRDB
import GallerySystem

/// The file of a thumbnail cache, which is not trusted.
enum ThumbnailDatabase {
  private static let name = "cache.sqlite"
  private static let suffixes = ["", "-wal", "-shm", "-journal"]

  private static let tables = """
    CREATE TABLE IF NOT EXISTS thumbnail (
      id INTEGER PRIMARY KEY, key BLOB NOT NULL, used INTEGER NOT NULL,
      byteCount INTEGER NOT NULL, width INTEGER NOT NULL, height INTEGER NOT NULL,
      isDamaged INTEGER NOT NULL, checksum INTEGER NOT NULL, bytes BLOB NOT NULL);
    CREATE INDEX IF NOT EXISTS thumbnailUsed ON thumbnail(used, byteCount);
    """

  /// Opens the database of a folder, recreated if it is damaged or foreign.
  ///
  /// - Returns: `nil` if there can be none.
  static func open(in folder: Folder) -> DatabaseQueue? {
    if let database = try? openAsItIs(folder) { return database }
    guard (try? removeAll(folder)) != nil else { return nil }
    return try? openAsItIs(folder)
  }

  private static func openAsItIs(_ folder: Folder) throws -> DatabaseQueue {
    for suffix in suffixes { try folder.checkIsOwnFile(name + suffix) }
    // SQLite would remove files that a journal names.
    guard try folder.status(of: name + "-journal") == nil else {
      throw PageStoreError.corrupted(.catalog(message: "there is a journal"))
    }
    if try folder.status(of: name) == nil { SystemCalls.closeFile(try folder.create(name)) }
    var configuration = CatalogConnection.configuration(lockTimeout: .seconds(1))
    configuration.foreignKeysEnabled = false
    let database = try CatalogConnection.openAnything(
      named: CatalogConnection.shared(folder.path(of: name)), configuration)
    try database.writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF")
      try db.execute(sql: tables)
      guard try readSchema(db) == expectedSchema else {
        throw PageStoreError.corrupted(.catalog(message: "its tables were changed"))
      }
    }
    return database
  }

  private static func readSchema(_ db: Database) throws -> Set<[String?]> {
    var schema: Set<[String?]> = []
    try db.each("SELECT type, name, tbl_name, sql FROM main.sqlite_schema LIMIT 8") { row in
      schema.insert((0..<4).map { row.text($0) })
    }
    return schema
  }

  private static let expectedSchema: Set<[String?]> = {
    let schema = try? DatabaseQueue().write { db in
      try db.execute(sql: tables)
      return try readSchema(db)
    }
    return schema ?? []
  }()

  /// Removes the files if they are regular files.
  private static func removeAll(_ folder: Folder) throws(PageStoreError) {
    for suffix in suffixes { try folder.checkIsOwnFile(name + suffix) }
    for suffix in suffixes { try folder.remove(name + suffix) }
  }
}
