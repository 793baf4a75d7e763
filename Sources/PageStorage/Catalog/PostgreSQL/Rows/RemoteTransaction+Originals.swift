// SPDX-License-Identifier: Apache-2.0
#if PostgreSQL

  import PageImaging
  import PostgreSQLClient

  extension RemoteTransaction {
    static let originalColumns =
      "original.id, original.digest, original.byte_count, original.header, original.damage, "
      + "original.checksum"

    func original(_ digest: ContentDigest) throws -> BlobRow? {
      guard let known = try caches.digests.row(digest) else {
        throw Question([
          Question.Part(
            "SELECT \(Self.originalColumns) FROM original WHERE digest = $1",
            [.bytes(digest.bytes)]
          ) { transaction, rows in
            let id = try rows.first?.integer(0)
            transaction.caches.digests.load(digest, .success(id))
            if let id, let row = rows.first {
              transaction.caches.originals.load(id, try Self.original(row, from: 0))
            }
          }
        ])
      }
      return try known.map { try original(id: $0) }
    }

    func original(id: Int64) throws -> BlobRow {
      guard let known = try caches.originals.row(id) else {
        throw Question([
          Question.Part(
            "SELECT \(Self.originalColumns) FROM original WHERE id = $1", [.integer(id)]
          ) { transaction, rows in
            transaction.caches.originals.load(
              id, from: try rows.first.map { try Self.original($0, from: 0) })
          }
        ])
      }
      guard let row = known else { throw Self.damage(of: id) }
      return row
    }

    func prepareOriginals(_ digests: [ContentDigest]) throws {
      let missing = caches.digests.missing(digests)
      guard !missing.isEmpty else { return }
      throw Question([
        Question.Part(
          "SELECT \(Self.originalColumns) FROM original WHERE digest = ANY($1)",
          keys: .byteStrings(missing.map(\.bytes))
        ) { transaction, rows, keys in
          for row in rows {
            let id = try row.integer(0)
            if let digest = ContentDigest(try row.bytes(1)) {
              transaction.caches.digests.load(digest, .success(id))
            }
            transaction.caches.originals.load(id, try Self.original(row, from: 0))
          }
          for digest in keys.digests { transaction.caches.digests.load(digest, .success(nil)) }
        }
      ])
    }

    func lastOriginalNumber() throws -> Int64 {
      if let known = try caches.lastNumbers.row(.original) { return known ?? 0 }
      throw Question([
        Question.Part("SELECT max(id) FROM original", []) { transaction, rows in
          transaction.caches.lastNumbers.load(
            .original, .success(try rows[0].optionalInteger(0)))
        }
      ])
    }

    func originalsWithoutPage(after id: Int64, limit: Int) throws -> [Int64] {
      try ask(
        """
        SELECT id FROM original WHERE id > $1 AND NOT EXISTS \
        (SELECT 1 FROM page WHERE page.original = original.id) ORDER BY id LIMIT $2
        """, [.integer(id), .integer(Int64(limit))]
      ).map { try $0.integer(0) }
    }
    private static func damage(of id: Int64) -> PageStoreError {
      .corrupted(.catalog(message: "the entry of blob \(id) is missing or was changed"))
    }

    /// Reads the columns of ``originalColumns``.
    static func original(_ row: Row, from first: Int) throws -> Result<BlobRow?, PageStoreError> {
      guard let found = try uncheckedOriginal(row, from: first), found.isSound else {
        return .failure(damage(of: try row.integer(first)))
      }
      return .success(found.row)
    }

    /// Reads the columns of ``originalColumns``, `nil` if the digest is none.
    static func uncheckedOriginal(
      _ row: Row, from first: Int
    ) throws -> UncheckedRow<BlobRow>? {
      guard let digest = ContentDigest(try row.bytes(first + 1)) else { return nil }
      let original = BlobRow(
        id: try row.integer(first), digest: digest, byteCount: Int(try row.integer(first + 2)),
        header: try row.optionalBytes(first + 3).flatMap { bytes in
          bytes.withUnsafeBytes { PageHeader(stored: $0) }
        },
        damage: try row.optionalBytes(first + 4).map { String(decoding: $0, as: UTF8.self) })
      let isSound = try row.integer(first + 5) == original.checksum && original.byteCount >= 0
      return UncheckedRow(row: original, isSound: isSound)
    }
  }

  extension Parameter {
    /// The keys, none unless they are digests.
    fileprivate var digests: [ContentDigest] {
      guard case .byteStrings(let keys) = self else { return [] }
      return keys.compactMap { $0.flatMap { ContentDigest($0) } }
    }
  }

  // MARK: - Writing

  extension RemoteTransaction {
    func insert(_ original: BlobRow) {
      write(
        "INSERT INTO original VALUES ($1, $2, $3, $4, $5, $6)",
        [.integer(original.id), .bytes(original.digest.bytes)] + Self.parameters(of: original))
      write(
        "DELETE FROM loose_original WHERE digest = $1", [.bytes(original.digest.bytes)],
        rowCount: 0)
      caches.originals.write(original.id, original)
      caches.digests.write(original.digest, original.id)
      noteNumber(original.id, of: .original)
    }

    func replace(_ original: BlobRow) {
      write(
        "UPDATE original SET byte_count = $2, header = $3, damage = $4, checksum = $5 WHERE id = $1",
        [.integer(original.id)] + Self.parameters(of: original))
      caches.originals.write(original.id, original)
    }

    func removeUnusedOriginals(among ids: [Int64]) {
      guard !ids.isEmpty else { return }
      write(
        """
        WITH removed AS (DELETE FROM original WHERE id = ANY($1) \
        AND NOT EXISTS (SELECT 1 FROM page WHERE page.original = original.id) RETURNING digest) \
        INSERT INTO loose_original SELECT digest, \(RemoteSchema.now) FROM removed \
        ON CONFLICT (digest) DO UPDATE SET time = excluded.time
        """, [.integers(ids)], rowCount: ids.count)
      forgetOriginals(ids)
    }

    /// Forgets originals of which some are removed.
    func forgetOriginals(_ ids: [Int64]) {
      keepsRows = false
      caches.lastNumbers.forget(.original)
      for id in ids {
        if let row = try? caches.originals.row(id) ?? nil { caches.digests.forget(row.digest) }
        caches.originals.forget(id)
      }
    }

    private static func parameters(of original: BlobRow) -> [Parameter] {
      [
        .integer(Int64(original.byteCount)), .bytes(original.header?.stored),
        .bytes(original.damage.map { Array($0.utf8) }), .integer(original.checksum),
      ]
    }
  }
#endif
