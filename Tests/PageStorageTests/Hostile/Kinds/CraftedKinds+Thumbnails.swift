// SPDX-License-Identifier: Apache-2.0

import GRDB

extension CraftedKinds {
  private static let cache = "thumbnails/cache.sqlite"

  /// Thumbnail caches that no store creates.
  @CraftedKindBuilder static var thumbnails: [CraftedKind] {
    let statements: [(String, [String])] = [
      (
        "with an endless trigger",
        [
          "CREATE TRIGGER t AFTER INSERT ON thumbnail BEGIN "
            + "SELECT (\(endless) SELECT count(*) FROM c); END",
          "CREATE TRIGGER d BEFORE DELETE ON thumbnail BEGIN "
            + "SELECT (\(endless) SELECT count(*) FROM c); END",
        ]
      ),
      (
        "that is an endless view",
        [
          "ALTER TABLE thumbnail RENAME TO hidden",
          "CREATE VIEW thumbnail AS \(endless) SELECT hidden.* FROM hidden, c",
        ]
      ),
      ("with a thumbnail of 20 MB", ["UPDATE thumbnail SET bytes = zeroblob(20000000)"]),
      ("with a key of 20 MB", ["UPDATE thumbnail SET key = zeroblob(20000000)"]),
      ("with negative sides", ["UPDATE thumbnail SET width = -1, height = -9"]),
      (
        "with the greatest sides",
        [
          "UPDATE thumbnail SET width = 9223372036854775807, height = 9223372036854775807"
        ]
      ),
      (
        "with sizes that overflow",
        [
          "UPDATE thumbnail SET byteCount = 9223372036854775807",
          "INSERT INTO thumbnail SELECT id + 1, key, used, byteCount, width, height, isDamaged, "
            + "checksum, bytes FROM thumbnail",
        ]
      ),
      ("with sizes below zero", ["UPDATE thumbnail SET byteCount = -9223372036854775808"]),
      ("with sizes of text", ["UPDATE thumbnail SET byteCount = 'x', used = 'x', width = X'00'"]),
      ("without its table", ["DROP TABLE thumbnail"]),
      ("with another table", ["DROP TABLE thumbnail", "CREATE TABLE thumbnail (x)"]),
      (
        "of a million rows",
        [
          "INSERT INTO thumbnail \(endless) SELECT x, X'00', 1, 9223372036854775807, 1, 1, 0, 0, X'00' "
            + "FROM c LIMIT 300000"
        ]
      ),
      (
        "with a generated column",
        [
          "ALTER TABLE thumbnail ADD COLUMN extra AS (length(hex(zeroblob(200000000 + id))))"
        ]
      ),
      ("with an index of an expression", ["CREATE INDEX extra ON thumbnail(abs(width) + height)"]),
      (
        "of another application",
        [
          "PRAGMA application_id = 17", "PRAGMA user_version = 17", "PRAGMA journal_mode = DELETE",
        ]
      ),
    ]
    for (name, statements) in statements {
      CraftedKind("a cache \(name)") { craft in
        try craft.database(craft.path(cache)) { db in
          for statement in statements { try db.execute(sql: statement) }
        }
      }
    }
    cacheFiles
  }

  @CraftedKindBuilder private static var cacheFiles: [CraftedKind] {
    [
      CraftedKind("a cache of noise") { craft in
        try craft.write((0..<90_000).map { UInt8(truncatingIfNeeded: $0 &* 37 >> 2) }, to: cache)
      },
      CraftedKind("a cache with noise in it") { craft in
        try craft.edit(cache) { bytes in
          for place in 4_096..<bytes.count { bytes[place] = UInt8(truncatingIfNeeded: place &* 7) }
        }
      },
      CraftedKind("a cache with a foreign log") { craft in
        let page = [UInt8](repeating: 0, count: 4_096)
        try craft.write(CraftedLog([(1, 0xFFFF_FFFE, page)]).bytes, to: cache + "-wal")
      },
      CraftedKind("a folder as a cache") { craft in
        craft.remove(cache)
        try craft.makeFolder(cache + "/x")
      },
      CraftedKind("a catalog as a cache") { craft in
        try craft.write(try craft.bytes(of: "catalogue.sqlite"), to: cache)
      },
      CraftedKind("a catalog as its own cache") { craft in
        try craft.symlink(cache, to: craft.catalog)
      },
    ]
    for suffix in ["-wal", "-shm", "-journal"] {
      [
        CraftedKind("a link as the \(suffix) of a cache") { craft in
          try craft.symlink(cache + suffix, to: craft.outside + "/file")
        },
        CraftedKind("a pipe as the \(suffix) of a cache") { craft in
          try craft.pipe(cache + suffix)
        },
      ]
    }
  }
}
