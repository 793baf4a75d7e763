// SPDX-License-Identifier: Apache-2.0

import GRDB

extension CraftedKinds {
  /// Catalogs whose tables are not those of a store.
  @CraftedKindBuilder static var schemas: [CraftedKind] {
    tables
    virtualTables
    roots
    statistics
    texts
  }

  private static let names = [
    "document", "node", "blob", "page", "change", "doomed", "record", "counter", "pageMetadata",
    "receipt",
  ]

  @CraftedKindBuilder private static var tables: [CraftedKind] {
    for table in names {
      CraftedKind("no table \(table)", .mayLosePages, sql: "DROP TABLE \(table)")
    }
    for table in names {
      CraftedKind("table \(table) of another name", sql: "ALTER TABLE \(table) RENAME TO other")
    }
    for table in names {
      CraftedKind(
        "table \(table) with another column",
        sql: "ALTER TABLE \(table) ADD COLUMN extra DEFAULT 1")
    }
    for name in ["page.blob", "document.root", "node.parent", "record.settled", "blob.digest"] {
      let words = name.split(separator: ".")
      CraftedKind(
        "column \(name) of another name",
        sql: "ALTER TABLE \(words[0]) RENAME COLUMN \(words[1]) TO other")
    }
    for table in ["document", "node", "blob", "page", "record"] {
      CraftedKind("table \(table) without row IDs", .mayLosePages) { craft in
        try craft.sql([
          "CREATE TABLE other AS SELECT * FROM \(table)", "DROP TABLE \(table)",
        ])
        let columns = try craft.columns(of: "other")
        try craft.sql([
          "CREATE TABLE \(table) (\(columns.joined(separator: ", ")), "
            + "PRIMARY KEY (\(columns[0]))) WITHOUT ROWID",
          "INSERT INTO \(table) SELECT * FROM other",
          "DROP TABLE other",
        ])
      }
    }
    for table in ["document", "page", "blob"] {
      CraftedKind("table \(table) without a key", .mayLosePages) { craft in
        try craft.sql([
          "CREATE TABLE other AS SELECT * FROM \(table)", "DROP TABLE \(table)",
          "ALTER TABLE other RENAME TO \(table)",
          "INSERT INTO \(table) SELECT * FROM \(table)",
        ])
      }
    }
    [
      CraftedKind(
        "no index of originals", .mayLosePages, sql: "DROP INDEX pageBlob"),
      CraftedKind(
        "a table of a million rows", sql: "CREATE TABLE extra (x)",
        "INSERT INTO extra \(endless) SELECT x FROM c LIMIT 1000000"),
      CraftedKind(
        "a table of large rows", .alone, sql: "CREATE TABLE extra (x)",
        "INSERT INTO extra \(endless) SELECT zeroblob(1000000) FROM c LIMIT 400"),
      CraftedKind("a thousand tables") { craft in
        try craft.sql((0..<1_000).map { "CREATE TABLE extra\($0) (x)" })
      },
      CraftedKind("a table of 2,000 columns") { craft in
        let columns = (0..<2_000).map { "x\($0)" }.joined(separator: ", ")
        try craft.sql(["CREATE TABLE extra (\(columns))"])
      },
    ]
  }

  @CraftedKindBuilder private static var virtualTables: [CraftedKind] {
    [
      CraftedKind(
        "a virtual table", sql: "CREATE VIRTUAL TABLE extra USING fts5(x)",
        "INSERT INTO extra VALUES ('x')"),
      CraftedKind(
        "a virtual table with a damaged shadow", sql: "CREATE VIRTUAL TABLE extra USING fts5(x)",
        "INSERT INTO extra \(endless) SELECT 'x' || x FROM c LIMIT 1000",
        "UPDATE extra_data SET block = zeroblob(1000)"),
      CraftedKind(
        "a virtual table in place of ours", sql: "DROP TABLE doomed",
        "CREATE VIRTUAL TABLE doomed USING fts5(digest)",
        "INSERT INTO doomed VALUES ('x')", "UPDATE doomed_data SET block = X'FFFFFFFFFFFF'"),
      CraftedKind("a virtual table of an unknown module") { craft in
        try craft.schema(
          "INSERT INTO sqlite_schema VALUES "
            + "('table', 'extra', 'extra', 0, 'CREATE VIRTUAL TABLE extra USING nothing(x)')")
      },
      CraftedKind("a virtual table of the file system") { craft in
        try craft.schema(
          "DELETE FROM sqlite_schema WHERE name = 'doomed'",
          "INSERT INTO sqlite_schema VALUES "
            + "('table', 'doomed', 'doomed', 0, 'CREATE VIRTUAL TABLE doomed USING dbstat')")
      },
    ]
  }

  /// Trees, and those whose place they take.
  private static let shared = [
    ("page", "node"), ("page", "pageBlob"), ("pageBlob", "pageDocument"),
    ("sqlite_autoindex_blob_1", "nodeDocument"), ("document", "page"), ("blob", "document"),
    ("pageMetadata", "page"), ("receipt", "page"),
  ]

  @CraftedKindBuilder private static var roots: [CraftedKind] {
    let places = ["0", "1", "-1", "2147483647", "9223372036854775807", "'x'", "NULL"]
    for place in places {
      CraftedKind("pages at root \(place)", .mayLosePages) { craft in
        try craft.schema("UPDATE sqlite_schema SET rootpage = \(place) WHERE name = 'page'")
      }
    }
    for (first, second) in shared {
      CraftedKind("\(first) at the root of \(second)", .mayLosePages) { craft in
        try craft.schema(
          "UPDATE sqlite_schema SET rootpage = (SELECT rootpage FROM sqlite_schema "
            + "WHERE name = '\(second)') WHERE name = '\(first)'")
      }
    }
    for table in ["page", "change", "blob"] {
      for placed in ["pageMetadata", "receipt"] {
        CraftedKind("\(placed) inside of \(table)", .mayLosePages) { craft in
          try craft.place(placed, inside: table)
        }
      }
    }
    [
      CraftedKind("a schema entry without text", .mayLosePages) { craft in
        try craft.schema("UPDATE sqlite_schema SET sql = NULL WHERE name = 'page'")
      },
      CraftedKind("a schema entry of nothing") { craft in
        try craft.schema("INSERT INTO sqlite_schema VALUES (NULL, NULL, NULL, NULL, NULL)")
      },
      CraftedKind("a schema entry twice") { craft in
        try craft.schema(
          "INSERT INTO sqlite_schema SELECT * FROM sqlite_schema WHERE name = 'page'")
      },
      CraftedKind("an index of another table") { craft in
        try craft.schema("UPDATE sqlite_schema SET tbl_name = 'node' WHERE name = 'pageBlob'")
      },
    ]
  }

  @CraftedKindBuilder private static var statistics: [CraftedKind] {
    [
      CraftedKind(
        "statistics of nonsense", sql: "ANALYZE",
        "UPDATE sqlite_stat1 SET stat = '9223372036854775807 9223372036854775807 1'"),
      CraftedKind(
        "statistics of text", sql: "ANALYZE", "UPDATE sqlite_stat1 SET stat = hex(zeroblob(1000))"),
      CraftedKind(
        "the last sequence", sql: "UPDATE sqlite_sequence SET seq = 9223372036854775807"),
      CraftedKind(
        "a sequence near the last", sql: "UPDATE sqlite_sequence SET seq = 9223372036854775805"),
      CraftedKind("a negative sequence", sql: "UPDATE sqlite_sequence SET seq = -1000"),
      CraftedKind("a sequence of text", sql: "UPDATE sqlite_sequence SET seq = 'x'"),
      CraftedKind("no sequence", sql: "DELETE FROM sqlite_sequence"),
      CraftedKind(
        "two sequences", sql: "INSERT INTO sqlite_sequence SELECT name, 1 FROM sqlite_sequence"),
    ]
  }

  @CraftedKindBuilder private static var texts: [CraftedKind] {
    [
      CraftedKind("a comment of 10 MB in the schema") { craft in
        try craft.schema(
          "UPDATE sqlite_schema SET sql = sql || '/*' || hex(zeroblob(5000000)) || '*/' "
            + "WHERE name = 'page'")
      },
      CraftedKind("a deep expression in the schema") { craft in
        let deep = String(repeating: "(", count: 900) + "1" + String(repeating: ")", count: 900)
        try craft.redefine("page", "DEFAULT 0", as: "DEFAULT (\(deep))")
      },
      CraftedKind("a schema that is no SQL") { craft in
        try craft.schema("UPDATE sqlite_schema SET sql = 'CREATE TABEL x' WHERE name = 'page'")
      },
      CraftedKind("a schema of another statement") { craft in
        try craft.schema(
          "UPDATE sqlite_schema SET sql = 'CREATE TABLE page AS SELECT 1' WHERE name = 'page'")
      },
    ]
  }
}

extension StoreCraft {
  /// Makes a table with a variable root page begin at a page in the tree of another table, with a
  /// matching definition.
  ///
  /// - Parameters:
  ///   - placed: The table.
  ///   - table: The other table, which has more rows than fit on one page.
  /// - Throws: `DatabaseError`, `LayoutChanged`.
  func place(_ placed: String, inside table: String) throws {
    let roots = try database { db in
      try [table, placed].compactMap {
        try Int.fetchOne(
          db, sql: "SELECT rootpage FROM sqlite_schema WHERE name = ?", arguments: [$0])
      }
    }
    guard roots.count == 2 else { throw LayoutChanged(table: table) }
    let page = Array(try bytes(of: "catalogue.sqlite")[((roots[0] - 1) * 4_096)...].prefix(4_096))
    // An interior page of a table, whose first cell begins with the number of a leaf.
    guard page[0] == 5 else { throw LayoutChanged(table: table) }
    let cell = Int(page[12]) << 8 | Int(page[13])
    let leaf = page[cell..<cell + 4].reduce(0) { $0 << 8 | Int($1) }
    try schema(
      "UPDATE sqlite_schema SET rootpage = \(leaf), "
        + "sql = replace(sql, 'DEFAULT \(roots[1]))', 'DEFAULT \(leaf))') "
        + "WHERE name = '\(placed)'")
  }

  /// The columns of a table.
  fileprivate func columns(of table: String) throws -> [String] {
    try database { db in
      try Row.fetchAll(db, sql: "PRAGMA table_info(\(table))").map { $0["name"] as String }
    }
  }
}
