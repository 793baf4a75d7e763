// SPDX-License-Identifier: Apache-2.0

extension CraftedKinds {
  private static let tables = ["document", "node", "blob", "page", "change", "record", "counter"]

  /// A query that does not terminate.
  static let endless = "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c)"

  private static func trigger(_ when: String, _ table: String, _ body: String) -> String {
    let name = "t\(when)\(table)".filter(\.isLetter)
    return "CREATE TRIGGER \(name) \(when) ON \(table) BEGIN \(body); END"
  }

  /// Objects that do not belong in a catalog, and run as a side effect.
  @CraftedKindBuilder static var foreign: [CraftedKind] {
    triggers
    views
    columns
    indexes
    [
      CraftedKind(
        "foreign key to nowhere",
        sql: "CREATE TABLE extra (x REFERENCES nowhere(y) ON DELETE CASCADE)",
        "INSERT INTO extra VALUES (1)"),
      CraftedKind(
        "foreign key that deletes",
        sql: "CREATE TABLE extra (x REFERENCES page(id) ON DELETE CASCADE ON UPDATE CASCADE)",
        "INSERT INTO extra SELECT id FROM page"),
    ]
  }

  @CraftedKindBuilder private static var triggers: [CraftedKind] {
    let fill = "INSERT INTO change(document, revision) \(endless) SELECT x, x FROM c"
    let count = "SELECT (\(endless) SELECT count(*) FROM c)"
    for table in tables {
      CraftedKind("endless trigger on \(table)") { craft in
        for when in ["AFTER INSERT", "BEFORE UPDATE", "AFTER DELETE"] {
          try craft.sql([trigger(when, table, count)])
        }
      }
    }
    [
      CraftedKind("trigger that fills", sql: trigger("AFTER UPDATE", "document", fill)),
      CraftedKind(
        "trigger that fills memory",
        sql: trigger("AFTER UPDATE", "document", "SELECT hex(zeroblob(450000000))")),
      CraftedKind(
        "trigger that dooms originals", .mayLosePages,
        sql: trigger(
          "AFTER UPDATE", "document", "INSERT OR IGNORE INTO doomed SELECT digest FROM blob")),
      CraftedKind(
        "trigger that deletes pages", .mayLosePages,
        sql: trigger("AFTER INSERT", "page", "DELETE FROM page WHERE id < 50")),
      CraftedKind(
        "trigger that ignores",
        sql: trigger("BEFORE INSERT", "page", "SELECT RAISE(IGNORE)")),
      CraftedKind(
        "trigger that fails",
        sql: trigger("BEFORE UPDATE", "document", "SELECT RAISE(FAIL, 'no')")),
      CraftedKind(
        "trigger that rolls back",
        sql: trigger("BEFORE INSERT", "change", "SELECT RAISE(ROLLBACK, 'no')")),
      CraftedKind(
        "trigger that calls itself",
        sql: trigger(
          "AFTER UPDATE", "document", "UPDATE document SET revision = revision + 1")),
    ]
  }

  @CraftedKindBuilder private static var views: [CraftedKind] {
    (tables + ["doomed"]).map { table in
      CraftedKind("view in place of \(table)") { craft in
        try craft.sql([
          "ALTER TABLE \(table) RENAME TO hidden", "CREATE VIEW \(table) AS SELECT * FROM hidden",
        ])
      }
    }
    for table in ["document", "page", "record", "counter"] {
      CraftedKind("endless view in place of \(table)") { craft in
        try craft.sql([
          "ALTER TABLE \(table) RENAME TO hidden",
          "CREATE VIEW \(table) AS \(endless) SELECT hidden.* FROM hidden, c",
          "CREATE TRIGGER i INSTEAD OF INSERT ON \(table) BEGIN "
            + "SELECT (\(endless) SELECT count(*) FROM c); END",
          "CREATE TRIGGER u INSTEAD OF UPDATE ON \(table) BEGIN "
            + "SELECT (\(endless) SELECT count(*) FROM c); END",
        ])
      }
    }
    [
      CraftedKind(
        "view beside the tables", sql: "CREATE VIEW extra AS \(endless) SELECT x FROM c"),
      CraftedKind("view of itself") { craft in
        try craft.sql(["CREATE VIEW extra AS SELECT 1 AS x"])
        try craft.schema(
          "UPDATE sqlite_schema SET sql = 'CREATE VIEW extra AS SELECT * FROM extra' "
            + "WHERE name = 'extra'")
      },
    ]
  }

  @CraftedKindBuilder private static var columns: [CraftedKind] {
    let sum = "length(hex(randomblob(200000000)))"
    let title = "title TEXT NOT NULL"
    [
      CraftedKind(
        "generated column",
        sql:
          "ALTER TABLE document ADD COLUMN extra GENERATED ALWAYS AS (length(hex(zeroblob(200000000 + id)))) VIRTUAL"
      ),
      CraftedKind(
        "generated title", table: "document", title,
        as: "title TEXT GENERATED ALWAYS AS (hex(zeroblob(200000000)))"),
      CraftedKind(
        "generated page entry", table: "page", "rotation INTEGER NOT NULL DEFAULT 0",
        as: "rotation INTEGER AS (length(hex(zeroblob(100000000 + id)))) STORED"),
      CraftedKind(
        "expensive default", table: "document", "revision INTEGER NOT NULL DEFAULT 0",
        as: "revision INTEGER NOT NULL DEFAULT (\(sum))"),
      CraftedKind(
        "expensive check", table: "document", "metadata TEXT NOT NULL",
        as: "metadata TEXT NOT NULL CHECK (\(sum) > 0)"),
      CraftedKind(
        "check of the wrong", table: "document", title, as: title + " CHECK (title = 'x')"),
      CraftedKind(
        "unknown collation", table: "document", title, as: title + " COLLATE nothing"),
      CraftedKind(
        "cascade from originals", table: "page", "REFERENCES blob(id)",
        as: "REFERENCES blob(id) ON DELETE CASCADE ON UPDATE CASCADE"),
    ]
  }

  @CraftedKindBuilder private static var indexes: [CraftedKind] {
    [
      CraftedKind(
        "index of an expression", sql: "CREATE INDEX extra ON page(abs(rotation) + length(leaf))"),
      CraftedKind("index of an expensive expression") { craft in
        try craft.sql(["CREATE INDEX extra ON change(abs(revision))"])
        try craft.schema(
          "UPDATE sqlite_schema SET sql = "
            + "'CREATE INDEX extra ON change(length(hex(zeroblob(100000000 + revision))))' "
            + "WHERE name = 'extra'")
      },
      CraftedKind(
        "partial index", sql: "CREATE INDEX extra ON page(blob) WHERE rotation > 0"),
      CraftedKind("partial index in place of ours") { craft in
        try craft.sql([
          "DROP INDEX pageBlob", "CREATE INDEX pageBlob ON page(blob) WHERE blob < 0",
        ])
      },
      CraftedKind("index that is a lie", .mayLosePages) { craft in
        try craft.sql(["DROP INDEX pageBlob", "CREATE INDEX pageBlob ON page(leaf)"])
        try craft.schema(
          "UPDATE sqlite_schema SET sql = 'CREATE INDEX pageBlob ON page(blob)' "
            + "WHERE name = 'pageBlob'")
      },
      CraftedKind("index of a function that is not there") { craft in
        try craft.sql(["CREATE INDEX extra ON page(abs(rotation))"])
        try craft.schema(
          "UPDATE sqlite_schema SET sql = 'CREATE INDEX extra ON page(nothing(rotation))' "
            + "WHERE name = 'extra'")
      },
      CraftedKind(
        "unique index", sql: "CREATE UNIQUE INDEX extra ON change(document, revision, id)"),
      CraftedKind("a thousand indexes") { craft in
        try craft.sql((0..<1_000).map { "CREATE INDEX extra\($0) ON doomed(digest)" })
      },
    ]
  }
}
