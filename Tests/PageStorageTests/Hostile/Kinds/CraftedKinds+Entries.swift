// SPDX-License-Identifier: Apache-2.0

extension CraftedKinds {
  /// Entries with values that no store writes.
  ///
  /// Rows changed with `update` have valid checksums, and so do all documents. Other rows changed
  /// by SQL keep their old checksum, if their table has one. The IDs are those of ``StoreCraft``.
  @CraftedKindBuilder static var entries: [CraftedKind] {
    pages
    originals
    metadata
    receipts
    documents
    counters
    doomed
  }

  private static let pageValues: [(String, [String])] = [
    ("contentVersion", ["9223372036854775807", "-9223372036854775808", "-1", "4294967296"]),
    ("rotation", ["9223372036854775807", "-1", "4", "4294967296"]),
    ("aspectRatio", ["0.0", "-1.5", "9e999", "-9e999", "1e-320", "1e308", "NULL"]),
    ("document", ["0", "-1", "9223372036854775807", "4", "2"]),
    ("blob", ["0", "-1", "9223372036854775807", "3"]),
    ("id", ["0", "-1", "9223372036854775807", "-9223372036854775808"]),
    (
      "trashed",
      ["9223372036854775807", "-9223372036854775808", "0", "-1", "253402300800000"]
    ),
  ]

  @CraftedKindBuilder private static var pages: [CraftedKind] {
    for (column, values) in pageValues {
      for value in values {
        CraftedKind("a page with \(column) \(value)", .mayLosePages) { craft in
          try craft.update("page", set: "\(column) = \(value)", where: "id = 152")
        }
      }
    }
    for index in ["-1", "9223372036854775807", "-9223372036854775808", "NULL"] {
      CraftedKind("a page deleted at \(index)", .mayLosePages) { craft in
        try craft.update(
          "page", set: "trashedIndex = \(index)", where: "trashed IS NOT NULL")
      }
    }
    for page in ["-1", "9223372036854775807", "152", "id", "id - 1"] {
      CraftedKind("pages deleted behind \(page)", .mayLosePages) { craft in
        try craft.update("page", set: "trashedAfter = \(page)", where: "trashed IS NOT NULL")
      }
    }
    for time in ["9223372036854775807", "-9223372036854775808", "-1"] {
      CraftedKind("all pages added at \(time)", .mayLosePages) { craft in
        try craft.update("page", set: "created = \(time)", where: "1")
      }
      CraftedKind("all pages deleted at \(time)", .mayLosePages) { craft in
        try craft.update("page", set: "trashed = \(time), trashedIndex = 0", where: "1")
      }
    }
    [
      CraftedKind("all pages with one original", .mayLosePages) { craft in
        try craft.update("page", set: "blob = 1", where: "1")
      }
    ]
  }

  @CraftedKindBuilder private static var originals: [CraftedKind] {
    let header = [
      "byteless": "X''", "short": "X'00'", "of 39 bytes 255": "X'\(hex(255))'",
      "of 39 zeros": "zeroblob(39)", "of a megabyte": "zeroblob(1000000)",
      // The ratio of the dimensions is not finite; the image has 4 billion pixels per dimension.
      "without a ratio": "X'0008000100000000FFFFFFFFFFFFFF" + String(repeating: "00", count: 16)
        + "000000000000F87F'",
    ]
    header.sorted { $0.key < $1.key }.map { name, value in
      CraftedKind("a header \(name)", .mayLosePages) { craft in
        try craft.update("blob", set: "header = \(value)", where: "id = 1")
      }
    }
    for count in ["-1", "0", "9223372036854775807", "-9223372036854775808", "1099511627776"] {
      CraftedKind("an original of \(count) bytes", .mayLosePages) { craft in
        try craft.update("blob", set: "byteCount = \(count)", where: "id = 1")
      }
    }
    for digest in ["X''", "X'00'", "zeroblob(33)", "zeroblob(1000000)", "zeroblob(32)"] {
      CraftedKind("a digest \(digest)", .mayLosePages) { craft in
        try craft.update("blob", set: "digest = \(digest)", where: "id = 1")
      }
    }
    [
      CraftedKind("damage in 50 MB", .alone, .mayLosePages) { craft in
        try craft.update("blob", set: "damage = hex(zeroblob(25000000))", where: "id = 1")
      },
      CraftedKind("damage that is no UTF-8", .mayLosePages) { craft in
        try craft.sql(["UPDATE blob SET damage = CAST(X'FFFEC0' AS TEXT) WHERE id = 1"])
      },
      CraftedKind(
        "a digest of 320 MB", .alone, .mayLosePages,
        sql: "UPDATE blob SET digest = zeroblob(320000000) WHERE id = 1"),
      CraftedKind(
        "a header of 320 MB", .alone, .mayLosePages,
        sql: "UPDATE blob SET header = zeroblob(320000000) WHERE id = 1"),
      CraftedKind("an original with the greatest ID", .mayLosePages) { craft in
        try craft.update("blob", set: "id = 9223372036854775807", where: "id = 1")
      },
      CraftedKind("originals with one another's digests", .mayLosePages) { craft in
        // Digests are unique: the first one is moved away before the second row receives it.
        try craft.sql(["CREATE TABLE swapped AS SELECT id, digest FROM blob WHERE id < 3"])
        try craft.update("blob", set: "digest = zeroblob(32)", where: "id = 1")
        for (id, other) in [(2, 1), (1, 2)] {
          try craft.update(
            "blob", set: "digest = (SELECT digest FROM swapped WHERE id = \(other))",
            where: "id = \(id)")
        }
        try craft.sql(["DROP TABLE swapped"])
      },
    ]
  }

  private static func hex(_ byte: UInt8) -> String {
    String(repeating: String(byte, radix: 16, uppercase: true), count: 39)
  }

  private static let contents = [
    "no JSON": "'x'", "nothing": "''", "a number": "17", "lists in lists": "'\(lists)'",
    "a list": "'[]'", "4 KiB of objects": "'\(objects)'", "10 MB": "hex(zeroblob(5000000))",
    "bytes that are no text": "CAST(X'FFFEC0' AS TEXT)",
    "a name of numbers": "'{\"fileName\":1e999}'",
    "a time that is none": "'{\"captured\":\"9999-99-99T99:99:99\"}'",
    "combining marks": "'{\"fileName\":\"a\(marks)\"}'", "a zero": "CAST(X'7B007D' AS TEXT)",
    "keys twice": "'{\"source\":\"a\",\"source\":\"b\"}'",
  ]
  private static let lists = String(repeating: "[", count: 4_000)
  private static let objects = String(repeating: "{\"fields\":", count: 400)
  private static let marks = String(repeating: "\u{301}", count: 2_000)

  @CraftedKindBuilder private static var metadata: [CraftedKind] {
    contents.sorted { $0.key < $1.key }.map { name, value in
      CraftedKind("metadata of \(name)") { craft in
        try craft.update("pageMetadata", set: "content = \(value)", where: "id IN (2, 152)")
      }
    }
    for id in ["-1", "0", "9223372036854775807", "-9223372036854775808"] {
      CraftedKind("metadata of page \(id)") { craft in
        try craft.update("pageMetadata", set: "id = \(id)", where: "id = 152")
      }
    }
    [
      CraftedKind(
        "metadata of 100,000 pages",
        sql: "INSERT OR IGNORE INTO pageMetadata (id, content, checksum) "
          + "\(endless) SELECT x, '{}', x FROM c LIMIT 100000"),
      CraftedKind(
        "metadata of 320 MB", .alone,
        sql: "UPDATE pageMetadata SET content = zeroblob(320000000) WHERE id = 2"),
    ]
  }

  @CraftedKindBuilder private static var documents: [CraftedKind] {
    // Near the largest and the smallest integer, where a sum overflows.
    let near = ["9223372036854775807", "9223372036854775805", "-1", "-9223372036854775808"]
    for number in near {
      CraftedKind("revision \(number)", sql: "UPDATE document SET revision = \(number)")
    }
    for number in near {
      CraftedKind(
        "a change of revision \(number)",
        sql: "UPDATE change SET revision = \(number) WHERE id IN (SELECT max(id) FROM change)",
        "UPDATE document SET revision = \(number)")
    }
    for time in near {
      CraftedKind(
        "times of \(time)",
        sql: "UPDATE document SET created = \(time), modified = \(time), "
          + "trashed = iif(trashed IS NULL, NULL, \(time))")
    }
    for id in near {
      CraftedKind(
        "document \(id)", .mayLosePages,
        sql: "INSERT INTO document (id, title, created, modified, metadata) "
          + "VALUES (\(id), 'x', 0, 0, '{}')")
    }
    texts
    [
      CraftedKind(
        "a document deleted at the end of time",
        sql: "UPDATE document SET trashed = 9223372036854775807 WHERE id = 6"),
      CraftedKind(
        "50,000 documents",
        sql: "INSERT INTO document (title, created, modified, metadata) "
          + "\(endless) SELECT 'x', 0, 0, '{}' FROM c LIMIT 50000"),
      CraftedKind(
        "100,000 changes",
        sql: "INSERT INTO change (document, revision, parts) "
          + "\(endless) SELECT 1, x, '{' FROM c LIMIT 100000"),
    ]
  }

  @CraftedKindBuilder private static var texts: [CraftedKind] {
    [
      CraftedKind(
        "a title of 100 MB", .alone,
        sql: "UPDATE document SET title = hex(zeroblob(50000000)) WHERE id = 1"),
      CraftedKind(
        "a title of 10 MB", sql: "UPDATE document SET title = hex(zeroblob(5000000)) WHERE id = 1"),
      CraftedKind(
        "metadata of 100 MB", .alone,
        sql: "UPDATE document SET metadata = '{\"a\":\"' || hex(zeroblob(50000000)) || '\"}' "
          + "WHERE id = 1"),
      CraftedKind(
        "metadata in lists in lists",
        sql: "UPDATE document SET metadata = replace(hex(zeroblob(50000)), '0', '[') WHERE id = 1"),
      CraftedKind(
        "metadata in objects in objects",
        sql: "UPDATE document SET metadata = replace(hex(zeroblob(50000)), '0', '{\"a\":') "
          + "WHERE id = 1"),
      CraftedKind(
        "metadata of 200,000 keys",
        sql: "UPDATE document SET metadata = (\(endless), "
          + "k(x) AS (SELECT x FROM c LIMIT 200000) "
          + "SELECT '{' || group_concat('\"' || x || '\":\"\"') || '}' FROM k) WHERE id = 1"),
      CraftedKind("metadata that are none", sql: "UPDATE document SET metadata = 'x'"),
      CraftedKind("metadata of numbers", sql: "UPDATE document SET metadata = '{\"a\":1e999}'"),
      CraftedKind(
        "metadata with a zero",
        sql: "UPDATE document SET metadata = CAST(X'7B2261223A2200227D' AS TEXT)"),
      CraftedKind(
        "a title with a zero", sql: "UPDATE document SET title = CAST(X'610062' AS TEXT)"),
      CraftedKind(
        "a title that is no UTF-8", sql: "UPDATE document SET title = CAST(X'FFFEC0' AS TEXT)"),
      CraftedKind(
        "a change of 20 MB", sql: "UPDATE change SET parts = zeroblob(20000000) WHERE document = 1"),
      CraftedKind(
        "a change in lists in lists",
        sql: "UPDATE change SET parts = replace(hex(zeroblob(500000)), '0', '[')"),
      CraftedKind(
        "a change of huge indexes",
        sql: "UPDATE change SET parts = '{\"deletions\":[-1,9223372036854775807],"
          + "\"insertions\":[],\"moves\":[{\"source\":-9,\"destination\":9223372036854775807}],"
          + "\"replacements\":[]}'"),
      CraftedKind(
        "a change of 320 MB", .alone,
        sql: "UPDATE change SET parts = zeroblob(320000000) WHERE id = 1"),
    ]
  }

  @CraftedKindBuilder private static var counters: [CraftedKind] {
    ["9223372036854775807", "9223372036854775806", "-1", "0", "1", "-9223372036854775808", "'x'"]
      .map {
        CraftedKind("the next page \($0)", sql: "UPDATE counter SET next = \($0)")
      }
    [
      CraftedKind("no counter", sql: "DELETE FROM counter"),
      CraftedKind(
        "many counters",
        sql: "INSERT INTO counter (name, next) \(endless) SELECT 'x' || x, x FROM c LIMIT 100000"),
    ]
    for length in ["-1", "0", "5", "9223372036854775807", "-9223372036854775808"] {
      CraftedKind("records settled at \(length)", sql: "UPDATE record SET settled = \(length)")
    }
    [
      CraftedKind("records of no slot", sql: "UPDATE record SET slot = -1"),
      CraftedKind(
        "records of the last slot", sql: "UPDATE record SET slot = 9223372036854775807"),
      CraftedKind("no records", sql: "DELETE FROM record"),
      CraftedKind(
        "records of 100,000 slots",
        sql: "INSERT OR IGNORE INTO record (slot, settled) \(endless) "
          + "SELECT x, x FROM c LIMIT 100000"),
    ]
  }

  @CraftedKindBuilder private static var doomed: [CraftedKind] {
    [
      CraftedKind(
        "all originals doomed", sql: "INSERT INTO doomed SELECT digest FROM blob"),
      CraftedKind(
        "originals without entries doomed", .dooms,
        sql: "INSERT INTO doomed SELECT digest FROM blob WHERE id < 9",
        "UPDATE blob SET digest = randomblob(32) WHERE id < 9"),
      CraftedKind(
        "a path doomed", sql: "INSERT INTO doomed VALUES (CAST('../../outside/file' AS BLOB))"),
      CraftedKind(
        "a path of 32 bytes doomed",
        sql: "INSERT INTO doomed VALUES ('../../outside/file../../outside/')"),
      CraftedKind("a number doomed", sql: "INSERT INTO doomed VALUES (17)"),
      CraftedKind("20 MB doomed", sql: "INSERT INTO doomed VALUES (zeroblob(20000000))"),
      CraftedKind(
        "100,000 doomed",
        sql: "INSERT OR IGNORE INTO doomed \(endless) SELECT randomblob(32) FROM c LIMIT 100000"),
    ]
  }
}
