// SPDX-License-Identifier: Apache-2.0
#if PostgreSQL

  import PostgreSQLClient

  extension RemoteTransaction {
    /// What has to be true of the tables as a whole, with the clause for a catalog in which it is not.
    ///
    /// A role without the right to read the last number of the nodes is not told of it.
    private static let conditions: [(sql: String, problem: String)] = [
      (
        """
        coalesce((SELECT number FROM last_number WHERE name = 'document'), -1) \
        BETWEEN coalesce((SELECT max(id) FROM document), 0) AND \(DocumentRow.maximumID)
        """, "the last number of a document is out of range"
      ),
      (
        """
        NOT EXISTS (SELECT 1 FROM page \
        WHERE NOT EXISTS (SELECT 1 FROM document WHERE document.id = page.document))
        """, "there are pages without a document"
      ),
      (
        """
        NOT EXISTS (SELECT 1 FROM original \
        WHERE NOT EXISTS (SELECT 1 FROM page WHERE page.original = original.id))
        """, "there are originals without a page"
      ),
      (
        "coalesce((SELECT min(id) >= 0 AND max(id) <= \(DocumentRow.maximumID) FROM change), true)",
        CatalogFault.changeNumbers
      ),
      ("to_regclass('turn') IS NOT NULL", "the table turn is missing"),
      ("to_regclass('commit_mark') IS NOT NULL", "the table commit_mark is missing"),
      (
        """
        CASE WHEN to_regclass('node_number') IS NULL THEN false \
        WHEN NOT has_sequence_privilege(to_regclass('node_number'), 'SELECT') THEN true \
        ELSE coalesce((SELECT last_value FROM pg_sequences \
        WHERE schemaname = current_schema() AND sequencename = 'node_number'), 0) \
        >= coalesce((SELECT max(id) FROM node), 0) END
        """, "the last number of a node is out of range"
      ),
    ]

    func catalogProblems() throws -> [String] {
      let columns = Self.conditions.map { "(\($0.sql))" }.joined(separator: ", ")
      let row = try ask("SELECT \(columns)").firstRow()
      return try Self.conditions.enumerated().compactMap { index, condition in
        try row.boolean(index) ? nil : condition.problem
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
