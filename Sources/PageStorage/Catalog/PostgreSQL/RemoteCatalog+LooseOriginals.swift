// SPDX-License-Identifier: Apache-2.0
#if PostgreSQL

  import PostgreSQLClient

  /// Originals whose bytes may be stored without a row.
  ///
  /// They are noted before their bytes are put, and when their row is removed. What stays noted for a day has
  /// no row, and loses its bytes. A process first marks what it is going to remove, so that another one that is
  /// about to put the same bytes waits until they are gone.
  extension RemoteCatalog {
    /// The time for which bytes without a row are kept, in milliseconds.
    static let looseTime: Int64 = 24 * 60 * 60 * 1_000

    /// The time after which the process of a removal must have ended, in milliseconds.
    ///
    /// No request takes that long.
    private static let removalTime: Int64 = 10 * 60 * 1_000

    /// The time for which an upload waits for the removal of the same bytes.
    ///
    /// A process that was killed meanwhile leaves its mark: until that is too old, such uploads are refused, rather than
    /// keeping their clients waiting.
    private static let removalPatience = Duration.seconds(10)

    /// The number of originals that are marked together.
    private static let portionCount: Int64 = 64

    func expectOriginals(_ digests: Set<ContentDigest>) async throws(PageStoreError) {
      var missing = digests
      let start = ContinuousClock.now
      while true {
        do throws(PageStoreError) {
          missing.subtract(try await noted(missing))
        } catch {
          // A commit forgets the same originals in another order, and PostgreSQL has ended the deadlock here.
          guard case .locked(waited: .zero) = error, .now - start < Self.contentionTime else {
            throw error
          }
        }
        guard !missing.isEmpty else { return }
        let waited = ContinuousClock.now - start
        if waited > Self.removalPatience { throw .locked(waited: waited) }
        do {
          try await Task.sleep(for: .milliseconds(100))
        } catch {
          throw .cancelled
        }
      }
    }

    /// Notes those originals that nobody is removing, and returns them.
    private func noted(
      _ digests: Set<ContentDigest>
    ) async throws(PageStoreError) -> [ContentDigest] {
      let rows = try await run(
        """
        INSERT INTO loose_original SELECT digest, \(RemoteSchema.now) FROM unnest($1) AS new (digest) \
        ON CONFLICT (digest) DO UPDATE SET time = excluded.time, removal = NULL \
        WHERE loose_original.removal IS NULL OR loose_original.removal < excluded.time - $2 \
        RETURNING digest
        """, [Self.parameter(digests), .integer(Self.removalTime)])
      return try Self.digests(rows)
    }

    func removeLooseOriginals(
      _ remove: (Set<ContentDigest>) async throws(PageStoreError) -> Void
    ) async throws(PageStoreError) {
      try await forgetUsedOriginals()
      while true {
        let start = ContinuousClock.now
        let digests = try await markedForRemoval()
        guard !digests.isEmpty else { return }
        var rest = Set(digests)
        for digest in digests {
          // Others take over what has been marked for too long.
          guard .now - start < .milliseconds(Self.removalTime / 2) else { return }
          rest.remove(digest)
          do throws(PageStoreError) {
            try await remove([digest])
          } catch {
            // Uploads of the others need not wait. Whether this one is still removed is unknown.
            try? await unmark(rest)
            throw error
          }
          _ = try await run(
            "DELETE FROM loose_original WHERE digest = $1 AND removal IS NOT NULL",
            [.bytes(digest.bytes)])
        }
      }
    }

    /// Lets originals stay that were marked for removal, and whose removal was not attempted.
    private func unmark(_ digests: Set<ContentDigest>) async throws(PageStoreError) {
      _ = try await run(
        "UPDATE loose_original SET removal = NULL WHERE digest = ANY ($1)",
        [Self.parameter(digests)])
    }

    func unknownOriginals(
      among digests: [ContentDigest]
    ) async throws(PageStoreError) -> [ContentDigest] {
      // One statement, because a commit moves an original from one table to the other. Rows of a standby may be late.
      let rows = try await run(
        """
        SELECT digest FROM unnest($1) AS found (digest) WHERE NOT pg_is_in_recovery() \
        AND NOT EXISTS (SELECT 1 FROM original WHERE original.digest = found.digest) \
        AND NOT EXISTS (SELECT 1 FROM loose_original WHERE loose_original.digest = found.digest)
        """, [.byteStrings(digests.map(\.bytes))])
      return try Self.digests(rows)
    }

    /// Forgets those that have a row: their bytes were put again.
    private func forgetUsedOriginals() async throws(PageStoreError) {
      _ = try await run(
        """
        DELETE FROM loose_original WHERE removal IS NULL AND time < \(RemoteSchema.now) - $1 \
        AND EXISTS (SELECT 1 FROM original WHERE original.digest = loose_original.digest)
        """, [.integer(Self.looseTime)])
    }

    private func markedForRemoval() async throws(PageStoreError) -> [ContentDigest] {
      let rows = try await run(
        """
        UPDATE loose_original SET removal = \(RemoteSchema.now) WHERE digest IN (\
        SELECT digest FROM loose_original WHERE time < \(RemoteSchema.now) - $1 \
        AND (removal IS NULL OR removal < \(RemoteSchema.now) - $2) \
        AND NOT EXISTS (SELECT 1 FROM original WHERE original.digest = loose_original.digest) \
        ORDER BY time LIMIT $3 FOR UPDATE SKIP LOCKED) RETURNING digest
        """,
        [.integer(Self.looseTime), .integer(Self.removalTime), .integer(Self.portionCount)])
      return try Self.digests(rows)
    }
  }

  extension RemoteCatalog {
    /// Runs a statement that may run twice, in a transaction of its own.
    private func run(
      _ sql: String, _ parameters: [Parameter]
    ) async throws(PageStoreError) -> Rows {
      let statement = Statement(sql, parameters)
      do throws(PostgreSQLError) {
        return try await pool.withConnection { connection throws(PostgreSQLError) in
          try await connection.run([statement])[0]
        }
      } catch {
        // The connection is one to a standby, while the primary is away.
        guard !error.isRefusalOfStandby else {
          throw .unreachable(reason: "the database that takes changes is away")
        }
        throw RemoteErrorConversion.error(error)
      }
    }

    private static func parameter(_ digests: Set<ContentDigest>) -> Parameter {
      // In one order, so that processes which write the same rows wait for each other.
      .byteStrings(digests.map(\.bytes).sorted { $0.lexicographicallyPrecedes($1) })
    }

    private static func digests(_ rows: Rows) throws(PageStoreError) -> [ContentDigest] {
      do {
        return try rows.compactMap { ContentDigest(try $0.bytes(0)) }
      } catch {
        throw RemoteErrorConversion.error(error)
      }
    }
  }
#endif
