// SPDX-License-Identifier: Apache-2.0
#if PostgreSQL

  import PostgreSQLClient

  /// What has to be true of the tables as a whole.
  struct CatalogCondition {
    /// The condition.
    let sql: String
    /// The clause for a catalog in which it is not true.
    let problem: String
    /// The table that is missing then.
    var table: String?
    /// Whether nobody has a turn before it is true.
    var isNeededForTurns = false
    /// What makes it true, unless that is a matter of single rows.
    var mending: [String] = []
  }

  extension CatalogCondition {
    /// All conditions.
    ///
    /// A role without the right to read the last number of the nodes is not told of it.
    static let all: [CatalogCondition] = [
      CatalogCondition(
        sql: "\(isEarlierVersion) OR to_regclass('write_turn') IS NOT NULL",
        problem: "the table write_turn is missing", table: "write_turn"),
      numbers("turn_number", unless: isEarlierVersion),
      numbers(
        "logged_turn",
        unless: "coalesce((SELECT max(version + 0::int8) < 4 FROM schema_version), false)"),
      CatalogCondition(
        sql: """
          coalesce((SELECT number FROM last_number WHERE name = 'document'), -1) \
          BETWEEN coalesce((SELECT max(id) FROM document), 0) AND \(DocumentRow.maximumID - 2)
          """, problem: "the last number of a document is out of range",
        mending: [
          """
          INSERT INTO last_number \
          SELECT 'document', coalesce(max(id), 0) + \(margin) FROM document \
          WHERE id < \(DocumentRow.maximumID - margin) \
          ON CONFLICT (name) DO UPDATE SET number = excluded.number
          """
        ]),
      CatalogCondition(
        sql: """
          NOT EXISTS (SELECT 1 FROM page \
          WHERE NOT EXISTS (SELECT 1 FROM document WHERE document.id = page.document))
          """, problem: "there are pages without a document"),
      CatalogCondition(
        sql: """
          NOT EXISTS (SELECT 1 FROM original \
          WHERE NOT EXISTS (SELECT 1 FROM page WHERE page.original = original.id))
          """, problem: CatalogFault.unusedOriginals),
      CatalogCondition(
        sql: """
          coalesce((SELECT min(id) >= 0 AND max(id) < \(DocumentRow.maximumID) FROM change), true)
          """, problem: CatalogFault.changeNumbers),
      missing("commit_mark"),
      CatalogCondition(
        sql: """
          CASE WHEN to_regclass('node_number') IS NULL THEN false \
          WHEN NOT has_sequence_privilege(to_regclass('node_number'), 'SELECT') THEN true \
          ELSE coalesce((SELECT last_value FROM pg_sequences \
          WHERE schemaname = current_schema() AND sequencename = 'node_number'), 0) \
          BETWEEN coalesce((SELECT max(id) FROM node), 0) AND \(DocumentRow.maximumID) END
          """, problem: "the last number of a node is out of range",
        mending: [
          RemoteSchema.missingNodeNumbers,
          """
          SELECT setval('node_number', (SELECT coalesce(max(id), 0) + \(margin) FROM node \
          WHERE id < \(DocumentRow.maximumID - margin)))
          """,
        ]),
    ]

    /// Whether turns have no numbers yet; a store that is only read stays so.
    private static let isEarlierVersion =
      "to_regclass('turn') IS NOT NULL AND to_regclass('write_turn') IS NULL"

    /// How far corrected numbers are above those of the rows: others may have been given, and lost since.
    private static let margin: Int64 = 4_096

    /// The condition that a sequence for turns is there, and counts each.
    ///
    /// - Parameters:
    ///   - sequence: The sequence.
    ///   - isEarlierVersion: Whether the tables are those of a version without it.
    /// - Returns: The condition.
    private static func numbers(
      _ sequence: String, unless isEarlierVersion: String
    ) -> CatalogCondition {
      CatalogCondition(
        sql: """
          \(isEarlierVersion) OR coalesce((SELECT seqcache = 1 AND seqincrement = 1 AND NOT seqcycle \
          FROM pg_sequence WHERE seqrelid = to_regclass('\(sequence)')), false)
          """, problem: "the sequence \(sequence) is missing or was altered",
        isNeededForTurns: true, mending: RemoteSchema.numbers(sequence))
    }

    private static func missing(_ table: String) -> CatalogCondition {
      CatalogCondition(
        sql: "to_regclass('\(table)') IS NOT NULL", problem: "the table \(table) is missing",
        table: table)
    }
  }

  extension RemoteTransaction {
    func catalogProblems() throws -> [String] { try brokenConditions().map(\.problem) }

    /// Returns the conditions that are not true.
    func brokenConditions() throws -> [CatalogCondition] {
      let columns = CatalogCondition.all.map { "(\($0.sql))" }.joined(separator: ", ")
      let row = try ask("SELECT \(columns)").firstRow()
      return try CatalogCondition.all.enumerated().compactMap { index, condition in
        try row.boolean(index) ? nil : condition
      }
    }

    func missingIndexes() throws -> [String: String] {
      let names = RemoteSchema.indexes.keys.sorted().map { "'\($0)'" }.joined(separator: ", ")
      let rows = try ask(
        """
        SELECT name FROM unnest(ARRAY[\(names)]) AS name WHERE to_regclass(name) IS NULL
        """)
      let missing = Set(try rows.map { row in try row.text(0) })
      return RemoteSchema.indexes.filter { missing.contains($0.key) }
    }
  }
#endif
