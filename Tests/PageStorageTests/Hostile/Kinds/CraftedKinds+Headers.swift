// SPDX-License-Identifier: Apache-2.0

import GRDB

extension CraftedKinds {
  private static let file = "catalogue.sqlite"

  /// Catalogs whose files SQLite does not write.
  @CraftedKindBuilder static var headers: [CraftedKind] {
    settings
    fields
    freeLists
    trees
    cuts
    places
  }

  @CraftedKindBuilder private static var settings: [CraftedKind] {
    let versions = ["0", "2", "-1", "2147483647", "-2147483648"]
    for number in versions {
      CraftedKind("version \(number)", sql: "PRAGMA user_version = \(number)")
    }
    for number in versions {
      CraftedKind("application \(number)", sql: "PRAGMA application_id = \(number)")
    }
    for size in [512, 1_024, 65_536] {
      CraftedKind("pages of \(size) bytes") { craft in
        try craft.rewrite("PRAGMA page_size = \(size)")
      }
    }
    for name in ["UTF-16le", "UTF-16be"] {
      CraftedKind("text in \(name)") { craft in try craft.encode(name) }
    }
    for mode in ["FULL", "INCREMENTAL"] {
      CraftedKind("vacuum \(mode)") { craft in try craft.rewrite("PRAGMA auto_vacuum = \(mode)") }
    }
    [
      CraftedKind("no log", sql: "PRAGMA journal_mode = DELETE"),
      CraftedKind("a limit of pages", sql: "PRAGMA max_page_count = 40"),
    ]
  }

  /// Numbers at offsets of the header.
  @CraftedKindBuilder private static var fields: [CraftedKind] {
    let fields: [(String, Int, [UInt8])] = [
      ("page size 3", 16, [0, 3]), ("page size 0", 16, [0, 0]), ("page size 32 KiB", 16, [128, 0]),
      ("write version 9", 18, [9]), ("read version 9", 19, [9]), ("old versions", 18, [1, 1]),
      ("255 reserved bytes", 20, [255]), ("other payload fractions", 21, [0, 0, 0]),
      ("no pages", 28, [0, 0, 0, 0]), ("too many pages", 28, [0, 1, 0, 0]),
      ("the most pages", 28, [255, 255, 255, 254]), ("a schema cookie", 40, [255, 255, 255, 255]),
      ("schema format 0", 44, [0, 0, 0, 0]), ("schema format 255", 44, [0, 0, 0, 255]),
      ("a huge cache", 48, [127, 255, 255, 255]), ("a negative cache", 48, [128, 0, 0, 0]),
      ("text encoding 77", 56, [0, 0, 0, 77]), ("text encoding 0", 56, [0, 0, 0, 0]),
      ("another change counter", 24, [255, 255, 255, 255]), ("no mark", 0, [0, 0, 0, 0]),
      ("a later library", 96, [127, 255, 255, 255]), ("a root of a vacuum", 52, [0, 0, 0, 9]),
    ]
    for (name, place, bytes) in fields {
      CraftedKind("header with \(name)") { craft in
        try craft.edit(file) { $0.replaceSubrange(place..<place + bytes.count, with: bytes) }
      }
    }
  }

  @CraftedKindBuilder private static var freeLists: [CraftedKind] {
    let trunks: [(String, @Sendable (UInt32) -> [UInt8])] = [
      ("of itself", { [UInt8](big: $0) + [0, 0, 0, 0] }),
      ("that is too long", { _ in [0, 0, 0, 0, 255, 255, 255, 255] }),
      ("of live pages", { _ in [0, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 4] }),
      ("beyond the end", { _ in [0, 15, 66, 64, 0, 0, 0, 0] }),
    ]
    for (name, trunk) in trunks {
      CraftedKind("a free list \(name)", .mayLosePages) { craft in
        try craft.sql([
          "CREATE TABLE extra AS \(endless) SELECT zeroblob(500) FROM c LIMIT 100",
          "DROP TABLE extra",
        ])
        try craft.edit(file) { bytes in
          let page = bytes[32..<36].reduce(0 as UInt32) { $0 << 8 | UInt32($1) }
          let new = trunk(page)
          let start = (Int(page) - 1) * 4_096
          bytes.replaceSubrange(start..<start + new.count, with: new)
        }
      }
    }
    [
      CraftedKind("a free list of the first page", .mayLosePages) { craft in
        try craft.edit(file) { $0.replaceSubrange(32..<40, with: [0, 0, 0, 1, 0, 0, 0, 9]) }
      }
    ]
  }

  private typealias TreeChange = @Sendable (inout [UInt8], UInt32) -> Void

  private static var treeChanges: [(String, TreeChange)] {
    [
      (
        "of itself",
        { page, number in
          page.replaceSubrange(0..<12, with: [5, 0, 0, 0, 0, 16, 0, 0] + [UInt8](big: number))
        }
      ),
      ("of an unknown kind", { page, _ in page[0] = 99 }),
      ("with 65,535 cells", { page, _ in page.replaceSubrange(3..<5, with: [255, 255]) }),
      ("with cells beyond its end", { page, _ in for place in 8..<40 { page[place] = 255 } }),
      (
        "of noise",
        { page, _ in
          for place in page.indices { page[place] = UInt8(truncatingIfNeeded: place &* 97) }
        }
      ),
    ]
  }

  /// B-tree pages that SQLite does not write.
  @CraftedKindBuilder private static var trees: [CraftedKind] {
    for name in ["document", "node", "page", "record", "pageBlob", "sqlite_autoindex_blob_1"] {
      for (what, change) in treeChanges {
        CraftedKind("a tree \(what) at \(name)", .mayLosePages) { craft in
          try craft.editRoot(of: name, change)
        }
      }
    }
    [
      CraftedKind("an overflow chain without end") { craft in
        try craft.sql(["UPDATE document SET title = hex(zeroblob(6000)) WHERE id = 1"])
        try craft.edit(file) { bytes in
          // Each overflow page begins with the number of the next one, and contains zeros as text.
          for start in stride(from: 4_096, to: bytes.count, by: 4_096)
          where bytes[start + 4..<start + 4_000].allSatisfy({ $0 == 0x30 }) {
            bytes.replaceSubrange(
              start..<start + 4, with: [UInt8](big: UInt32(start / 4_096 + 1)))
          }
        }
      }
    ]
  }

  @CraftedKindBuilder private static var cuts: [CraftedKind] {
    for count in [0, 1, 99, 100, 4_095, 4_096, 8_192, 50_000] {
      CraftedKind("cut to \(count) bytes") { craft in
        try craft.edit(file) { $0 = Array($0.prefix(count)) }
      }
    }
    [
      CraftedKind("noise") { craft in
        try craft.edit(file) { $0 = $0.indices.map { UInt8(truncatingIfNeeded: $0 &* 131 >> 3) } }
      },
      CraftedKind("zeros") { craft in
        try craft.write([UInt8](repeating: 0, count: 65_536), to: file)
      },
      CraftedKind("noise at its end") { craft in try craft.edit(file) { $0 += $0.reversed() } },
      CraftedKind("a hole of 1 TiB at its end") { craft in try craft.extend(file) },
      CraftedKind("no catalog") { craft in craft.remove(file) },
    ]
  }

  /// A file of another type with the name of the catalog.
  @CraftedKindBuilder private static var places: [CraftedKind] {
    [
      CraftedKind("a folder as the catalog") { craft in
        craft.remove(file)
        try craft.makeFolder(file + "/x")
      },
      CraftedKind("a pipe as the catalog") { craft in try craft.pipe(file) },
      CraftedKind("a device as the catalog") { craft in try craft.device(file) },
      CraftedKind("a link to a catalog outside") { craft in
        try craft.write(try craft.bytes(of: file), to: craft.outside + "/foreign.sqlite")
        try craft.symlink(file, to: craft.outside + "/foreign.sqlite")
      },
      CraftedKind("a link to a file outside") { craft in
        try craft.symlink(file, to: craft.outside + "/file")
      },
      CraftedKind("a link to no file") { craft in
        try craft.symlink(file, to: craft.outside + "/new")
      },
      CraftedKind("a second name of a catalog outside") { craft in
        try craft.write(try craft.bytes(of: file), to: craft.outside + "/foreign.sqlite")
        try craft.hardLink(file, to: craft.outside + "/foreign.sqlite")
      },
    ]
  }
}

extension StoreCraft {
  /// Rewrites the catalog with other settings.
  fileprivate func rewrite(_ setting: String) throws {
    try sql(["PRAGMA journal_mode = DELETE", setting, "VACUUM", "PRAGMA journal_mode = WAL"])
  }

  /// Rewrites the catalog in another encoding.
  fileprivate func encode(_ encoding: String) throws {
    var tables: [(name: String, rows: [Row])] = []
    var objects: [Row] = []
    try database { db in
      objects = try Row.fetchAll(
        db, sql: "SELECT * FROM sqlite_schema WHERE sql NOT NULL AND name NOT LIKE 'sqlite%'")
      for object in objects where object["type"] == "table" {
        let name: String = object["name"]
        tables.append((name, try Row.fetchAll(db, sql: "SELECT * FROM \(name)")))
      }
    }
    let marks = Array(try bytes(of: "catalogue.sqlite")[60..<72])
    remove("catalogue.sqlite")
    try database { db in
      try db.execute(sql: "PRAGMA encoding = '\(encoding)'")
      for object in objects { try db.execute(sql: object["sql"]) }
      for (name, rows) in tables {
        for row in rows {
          let places = Array(repeating: "?", count: row.count).joined(separator: ", ")
          try db.execute(
            sql: "INSERT OR REPLACE INTO \(name) VALUES (\(places))",
            arguments: StatementArguments(row.databaseValues))
        }
      }
      try db.execute(sql: "PRAGMA journal_mode = WAL")
    }
    try edit("catalogue.sqlite") { $0.replaceSubrange(60..<72, with: marks) }
  }

  /// Changes the root page of a table or index.
  fileprivate func editRoot(
    of name: String, _ change: (inout [UInt8], UInt32) -> Void
  ) throws {
    let root = try database { db in
      try Int.fetchOne(
        db, sql: "SELECT rootpage FROM sqlite_schema WHERE name = ?", arguments: [name])
    }
    guard let root else { throw LayoutChanged(table: name) }
    try edit("catalogue.sqlite") { bytes in
      let range = (root - 1) * 4_096..<root * 4_096
      var page = Array(bytes[range])
      change(&page, UInt32(root))
      bytes.replaceSubrange(range, with: page)
    }
  }
}
