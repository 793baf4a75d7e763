// SPDX-License-Identifier: Apache-2.0

import GRDB
import Synchronization

/// The tables of the catalog, and the migration steps between versions.
enum CatalogSchema {
  /// SQLite's `user_version` after all steps.
  static let version = CatalogHeader.supportedVersion

  /// The migration steps, one per version; a released step is never changed.
  ///
  /// The definition of a table added by a step contains its root page, which differs between new
  /// and migrated stores. All other tables have the same root page in all stores, so that a damaged
  /// schema can be replaced by a new one; the contents of an added table are also in the records.
  static let steps: [@Sendable (Database) throws -> Void] = [
    { db in try db.execute(sql: firstVersion) },
    { db in
      try db.execute(sql: checksums)
      try addChecksums(db)
      // Observers reread their documents.
      try db.execute(sql: "UPDATE change SET parts = NULL")
      try addChangeChecksums(db)
    },
    { db in
      try db.execute(sql: pageMetadata)
      try recordPlace(of: "pageMetadata", db)
    },
    { db in
      try db.execute(sql: receipts)
      try recordPlace(of: "receipt", db)
    },
    { db in try db.execute(sql: pageDates) },
  ]

  /// - `document.root` is the node at the top of the order of its pages, see ``PageOrder``.
  /// - `page.leaf` is the node whose entries name the page, null in the trash.
  /// - `page.blob` has an index, so that whether a blob is used is a lookup and not a counter that
  ///   could go wrong.
  /// - `doomed` names files that are to go: they are removed after the commit that names them.
  /// - `record` says how much of each record file is committed, see ``RecordFile``.
  private static let firstVersion = """
    CREATE TABLE document (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      title TEXT NOT NULL,
      created INTEGER NOT NULL,
      modified INTEGER NOT NULL,
      metadata TEXT NOT NULL,
      revision INTEGER NOT NULL DEFAULT 0,
      pageCount INTEGER NOT NULL DEFAULT 0,
      root INTEGER NOT NULL DEFAULT 0,
      trashed INTEGER
    );
    CREATE TABLE node (
      id INTEGER PRIMARY KEY,
      document INTEGER NOT NULL REFERENCES document(id),
      parent INTEGER NOT NULL,
      isLeaf INTEGER NOT NULL,
      entries BLOB NOT NULL,
      checksum INTEGER NOT NULL
    );
    CREATE INDEX nodeDocument ON node(document);
    CREATE TABLE blob (
      id INTEGER PRIMARY KEY,
      digest BLOB NOT NULL UNIQUE,
      byteCount INTEGER NOT NULL,
      header BLOB,
      damage TEXT,
      checksum INTEGER NOT NULL
    );
    CREATE TABLE page (
      id INTEGER PRIMARY KEY,
      document INTEGER NOT NULL REFERENCES document(id),
      blob INTEGER NOT NULL REFERENCES blob(id),
      leaf INTEGER,
      contentVersion INTEGER NOT NULL DEFAULT 0,
      rotation INTEGER NOT NULL DEFAULT 0,
      aspectRatio REAL,
      trashed INTEGER,
      trashedIndex INTEGER,
      checksum INTEGER NOT NULL
    );
    CREATE INDEX pageBlob ON page(blob);
    CREATE INDEX pageDocument ON page(document, trashed);
    CREATE INDEX pageTrashed ON page(trashed) WHERE trashed IS NOT NULL;
    CREATE TABLE change (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      document INTEGER NOT NULL,
      revision INTEGER NOT NULL,
      parts BLOB
    );
    CREATE INDEX changeDocument ON change(document, revision);
    CREATE TABLE doomed (digest BLOB PRIMARY KEY) WITHOUT ROWID;
    CREATE TABLE record (slot INTEGER PRIMARY KEY, settled INTEGER NOT NULL);
    CREATE TABLE counter (name TEXT PRIMARY KEY, next INTEGER NOT NULL) WITHOUT ROWID;
    INSERT INTO counter VALUES ('page', 1);
    """

  /// - `document.checksum` is that of what people have written, `stateChecksum` that of what edits of
  ///   pages change.
  private static let checksums = """
    ALTER TABLE document ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE document ADD COLUMN stateChecksum INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE change ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE record ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE counter ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0;
    """

  /// The tables with variable root pages, which the default values of their last columns contain,
  /// each with the version that added it.
  private static let placedTables = ["pageMetadata": 3, "receipt": 4]

  private static func recordPlace(of table: String, _ db: Database) throws {
    let root = try rootPage(of: table, db) ?? 0
    try db.execute(
      sql: "ALTER TABLE \(table) ADD COLUMN root INTEGER NOT NULL DEFAULT \(root)")
  }

  private static func rootPage(of table: String, _ db: Database) throws -> Int64? {
    try db.integer("SELECT rootpage FROM sqlite_schema WHERE name = '\(table)'")
  }

  /// `pageMetadata.content` is JSON, see ``PageMetadata``.
  private static let pageMetadata = """
    CREATE TABLE pageMetadata (
      id INTEGER PRIMARY KEY,
      content TEXT NOT NULL,
      checksum INTEGER NOT NULL
    );
    """

  /// - `page.created` is null for pages that were added before.
  /// - `page.trashedAfter` is the page before a deleted one, see ``TrashTrail``; zero for the start of
  ///   the document, null outside the trash and for what was deleted before.
  private static let pageDates = """
    ALTER TABLE page ADD COLUMN created INTEGER;
    ALTER TABLE page ADD COLUMN trashedAfter INTEGER;
    """

  /// The receipts of keyed edits, see ``ReceiptRow``.
  ///
  /// The row ID is derived from the key, so that no index is needed: it would have a root page of
  /// its own. The date precedes the response, so that SQLite reads it without the latter.
  private static let receipts = """
    CREATE TABLE receipt (
      id INTEGER PRIMARY KEY,
      time INTEGER NOT NULL,
      key BLOB NOT NULL,
      request BLOB NOT NULL,
      response BLOB NOT NULL,
      checksum INTEGER NOT NULL
    );
    """
}

// MARK: - Comparison

extension CatalogSchema {
  /// A row of SQLite's schema table.
  private struct Entry: Hashable {
    private(set) var values: [String?]
    private(set) var root: Int64

    init(_ row: FastRow) {
      values = (0..<4).map { row.text($0) }
      root = row.integer(4)
    }

    /// Returns the entry without its root page, if that is variable and consistent with the
    /// definition.
    func unplaced(beside all: [Entry]) -> Entry {
      let ending = "DEFAULT \(root))"
      guard let name = values[1], CatalogSchema.placedTables[name] != nil, let text = values[3],
        text.hasSuffix(ending),
        root > 1, all.count(where: { $0.root == root }) == 1
      else { return self }
      var entry = self
      (entry.root, entry.values[3]) = (0, String(text.dropLast(ending.count)))
      return entry
    }
  }

  /// Returns the entries without variable root pages.
  private static func unplaced(_ entries: [Entry]) -> Set<Entry> {
    Set(entries.map { $0.unplaced(beside: entries) })
  }

  private static func readEntries(of db: Database, atMost count: Int) throws -> [Entry] {
    var entries: [Entry] = []
    try db.each(
      "SELECT type, name, tbl_name, sql, rootpage FROM main.sqlite_schema LIMIT \(count)"
    ) { row in entries.append(Entry(row)) }
    return entries
  }

  /// The schema entries of each version used so far.
  private static let known = Mutex<[Int: Set<Entry>]>([:])

  private static func expected(ofVersion version: Int) -> Set<Entry> {
    known.withLock { known in
      if let entries = known[version] { return entries }
      let database = try? DatabaseQueue()
      let entries = try? database?.write { db in
        for step in steps.prefix(version) { try step(db) }
        return unplaced(try readEntries(of: db, atMost: 1_000))
      }
      known[version] = entries
      return entries ?? []
    }
  }

  /// Verifies that a catalog has exactly the expected tables and indexes.
  ///
  /// - Throws: `PageStoreError.corrupted`.
  static func check(_ db: Database, version: Int) throws {
    let expected = expected(ofVersion: version)
    guard !expected.isEmpty, unplaced(try readEntries(of: db, atMost: 64)) == expected else {
      throw PageStoreError.corrupted(.catalog(message: "its tables were changed"))
    }
    for (table, first) in placedTables where version >= first { try checkPlace(of: table, db) }
  }

  /// Verifies that a table with a variable root page does not share the tree of another table.
  ///
  /// The last column of its rows contains the root page, unlike in other tables. The first and last
  /// row are checked; all rows are checked when a copy is opened for writing, by a verification and
  /// by a backup.
  private static func checkPlace(of table: String, _ db: Database) throws {
    let root = try rootPage(of: table, db)
    for order in ["ASC", "DESC"] {
      do {
        try db.each("SELECT root FROM \(table) ORDER BY id \(order) LIMIT 1") { row in
          guard row.integer(0) == root else {
            throw PageStoreError.corrupted(.catalog(message: "a table starts inside another one"))
          }
        }
      } catch let error as DatabaseError where error.resultCode == .SQLITE_CORRUPT {
        // Unreadable metadata and receipts do not prevent access to the pages.
      }
    }
  }
}
