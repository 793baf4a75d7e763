// SPDX-License-Identifier: Apache-2.0

import GRDB

/// The tables of the catalogue, and the steps from each version to the next one.
enum CatalogueSchema {
  /// What SQLite's `application_id` says: "page" in ASCII.
  static let applicationID: Int32 = 0x7061_6765

  /// What SQLite's `user_version` says after all steps.
  static var version: Int { steps.count }

  /// One step for each version; a step that was released is never changed.
  static let steps: [@Sendable (Database) throws -> Void] = [
    { db in try db.execute(sql: firstVersion) }
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
}
