// SPDX-License-Identifier: Apache-2.0
#if PostgreSQL

  import PostgreSQLClient

  extension RemoteTransaction {
    /// What has to be true of the tables as a whole, with the words for a catalog in which it is not.
    private static let conditions: [(sql: String, problem: String)] = [
      (
        """
        coalesce((SELECT number FROM last_number WHERE name = 'document'), -1) \
        BETWEEN coalesce((SELECT max(id) FROM document), 0) AND \(DocumentRow.maximumID)
        """, "the last number of a document"
      ),
      (
        """
        NOT EXISTS (SELECT 1 FROM page \
        WHERE NOT EXISTS (SELECT 1 FROM document WHERE document.id = page.document))
        """, "there are pages without a document"
      ),
      (
        "coalesce((SELECT min(id) >= 0 AND max(id) <= \(DocumentRow.maximumID) FROM change), true)",
        "the numbers of changes"
      ),
      ("to_regclass('turn') IS NOT NULL", "the table turn is missing"),
      (
        """
        to_regclass('node_number') IS NOT NULL AND coalesce((SELECT last_value FROM pg_sequences \
        WHERE schemaname = current_schema() AND sequencename = 'node_number'), 0) \
        >= coalesce((SELECT max(id) FROM node), 0)
        """, "the last number of a node"
      ),
    ]

    func catalogProblems() throws -> [String] {
      let columns = Self.conditions.map { "(\($0.sql))" }.joined(separator: ", ")
      let row = try ask("SELECT \(columns)").firstRow()
      return try Self.conditions.enumerated().compactMap { index, condition in
        try row.boolean(index) ? nil : condition.problem
      }
    }
  }
#endif
