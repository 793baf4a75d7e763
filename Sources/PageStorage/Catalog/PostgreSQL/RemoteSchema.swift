// SPDX-License-Identifier: Apache-2.0
#if PostgreSQL

  import PostgreSQLClient

  /// The tables of a catalog in PostgreSQL.
  ///
  /// Rows have the checksums of the folder's catalog, so that both engines know the same damage. Texts that
  /// people write are bytes: PostgreSQL's `text` cannot contain NUL.
  enum RemoteSchema {
    /// The version of the tables.
    static let version: Int64 = 4

    /// What makes the tables of an earlier version those of a version.
    static let steps: [(version: Int64, statements: [Statement])] = [
      (2, [Statement("CREATE TABLE turn ()")]),
      // Processes of the version before, which take no numbers, can write no more.
      (
        3,
        ([
          """
          DO $$ BEGIN IF to_regclass('write_turn') IS NULL THEN \
          ALTER TABLE IF EXISTS turn RENAME TO write_turn; ELSE DROP TABLE IF EXISTS turn; END IF; END $$
          """, "CREATE TABLE IF NOT EXISTS write_turn ()",
        ] + numbers("turn_number")).map { Statement($0) }
      ),
      // Turns of processes of the version before count as such whose changes are not logged.
      (4, numbers("logged_turn").map { Statement($0) }),
    ]

    /// The statements that create the tables: one transaction, which another one with the same statements fails.
    static let creation: [Statement] = tables.map { Statement($0) }

    /// The indexes by name, with the statements that create them: also those of primary keys and unique columns, whose
    /// names PostgreSQL makes.
    static let indexes: [String: String] = {
      var indexes: [String: String] = [:]
      for statement in tables {
        let words = statement.split(separator: " ", maxSplits: 3)
        switch words.prefix(2) {
        case ["CREATE", "INDEX"]: indexes[String(words[2])] = statement
        case ["CREATE", "TABLE"]: indexes.merge(keys(of: words[2], statement)) { first, _ in first }
        default: break
        }
      }
      return indexes
    }()

    /// Returns the names of all tables, or of all sequences.
    static func names(of kind: Substring) -> [String] {
      tables.compactMap { statement in
        let words = statement.split(separator: " ", maxSplits: 3)
        return words[0] == "CREATE" && words[1] == kind ? String(words[2]) : nil
      }
    }

    /// Returns the statements that create a table unless it is there, with the rights of roles on another one.
    ///
    /// - Precondition: The schema has the table.
    static func creation(of table: String) -> [Statement] {
      guard let found = tables.first(where: { $0.hasPrefix("CREATE TABLE \(table) ") }) else {
        preconditionFailure("a table of the schema")
      }
      return [
        found.replacing("CREATE TABLE", with: "CREATE TABLE IF NOT EXISTS", maxReplacements: 1),
        // A table that only servers use.
        grant(on: table, asOn: "receipt"),
      ].map { Statement($0) }
    }

    /// Returns a statement that gives the roles with rights on one table or sequence the same ones on another.
    ///
    /// - Parameters:
    ///   - name: The table, or `SEQUENCE` and the sequence.
    ///   - known: The table or sequence on which they have rights.
    /// - Returns: The statement.
    private static func grant(on name: String, asOn known: String) -> String {
      "DO $$ DECLARE role text; privilege text; BEGIN \(granting(on: name, asOn: known)) END $$"
    }

    /// Returns the part of ``grant(on:asOn:)`` that gives the rights.
    private static func granting(on name: String, asOn known: String) -> String {
      """
      FOR role, privilege IN SELECT CASE grantee WHEN 0 \
      THEN 'PUBLIC' ELSE quote_ident(pg_get_userbyid(grantee)) END, privilege_type \
      FROM pg_class, aclexplode(relacl) WHERE oid = to_regclass('\(known)') AND grantee <> relowner \
      AND privilege_type IN ('USAGE', 'SELECT', 'INSERT', 'UPDATE', 'DELETE') \
      LOOP EXECUTE 'GRANT ' || privilege || ' ON \(name) TO ' || role; END LOOP;
      """
    }

    /// The statement that makes the sequence of nodes unless it is there, with the rights of roles on that of turns.
    static let missingNodeNumbers = """
      DO $$ DECLARE role text; privilege text; BEGIN IF to_regclass('node_number') IS NULL THEN \
      CREATE SEQUENCE node_number; \(granting(on: "SEQUENCE node_number", asOn: "turn_number")) \
      END IF; END $$
      """

    /// Returns the indexes of the keys of a table.
    private static func keys(of table: Substring, _ statement: String) -> [String: String] {
      var keys: [String: String] = [:]
      for column in statement.split(whereSeparator: { "(,)".contains($0) }) {
        let name = column.split(whereSeparator: \.isWhitespace).first ?? ""
        if column.contains(" PRIMARY KEY") {
          keys["\(table)_pkey"] = "ALTER TABLE \(table) ADD PRIMARY KEY (\(name))"
        } else if column.contains(" UNIQUE") {
          keys["\(table)_\(name)_key"] = "ALTER TABLE \(table) ADD UNIQUE (\(name))"
        }
      }
      return keys
    }

    /// The date of the server, in milliseconds since 1970.
    static let now = "(extract(epoch FROM clock_timestamp()) * 1000)::int8"

    /// Returns the statements that make a sequence for turns, see ``KeptRows``.
    ///
    /// No session may take several numbers at once. Who may take numbers of nodes gets the right to take these.
    static func numbers(_ name: String) -> [String] {
      [
        "CREATE SEQUENCE IF NOT EXISTS \(name)",
        "ALTER SEQUENCE \(name) INCREMENT 1 CACHE 1 NO CYCLE",
        grant(on: "SEQUENCE \(name)", asOn: "node_number"),
      ]
    }

    private static let tables = [
      """
      CREATE TABLE document (
        id int8 PRIMARY KEY, root int8 NOT NULL, page_count int8 NOT NULL, revision int8 NOT NULL,
        modified int8 NOT NULL, trashed int8, state_checksum int8 NOT NULL, title bytea NOT NULL,
        metadata bytea NOT NULL, created int8 NOT NULL, checksum int8 NOT NULL)
      """,
      "CREATE INDEX document_modified ON document (modified DESC, id DESC)",
      "CREATE INDEX document_trashed ON document (trashed) WHERE trashed IS NOT NULL",
      """
      CREATE TABLE node (
        id int8 PRIMARY KEY, document int8 NOT NULL, parent int8 NOT NULL, is_leaf bool NOT NULL,
        entries bytea NOT NULL, checksum int8 NOT NULL)
      """,
      "CREATE INDEX node_document ON node (document)",
      "CREATE INDEX node_inner ON node (document) WHERE NOT is_leaf",
      "CREATE SEQUENCE node_number",
      """
      CREATE TABLE original (
        id int8 PRIMARY KEY, digest bytea NOT NULL UNIQUE, byte_count int8 NOT NULL, header bytea,
        damage bytea, checksum int8 NOT NULL)
      """,
      """
      CREATE TABLE page (
        id int8 PRIMARY KEY, document int8 NOT NULL, original int8 NOT NULL, leaf int8,
        content_version int8 NOT NULL, rotation int8 NOT NULL, aspect_ratio float8, trashed int8,
        trashed_index int8, checksum int8 NOT NULL, created int8, trashed_after int8)
      """,
      "CREATE INDEX page_original ON page (original)",
      "CREATE INDEX page_document ON page (document, trashed)",
      "CREATE INDEX page_leaf ON page (leaf)",
      "CREATE INDEX page_trashed ON page (trashed) WHERE trashed IS NOT NULL",
      "CREATE TABLE page_metadata (id int8 PRIMARY KEY, content bytea NOT NULL, checksum int8 NOT NULL)",
      """
      CREATE TABLE change (
        id int8 PRIMARY KEY, document int8 NOT NULL, revision int8 NOT NULL, parts bytea,
        checksum int8 NOT NULL)
      """,
      "CREATE INDEX change_document ON change (document, revision)",
      // Originals that may have bytes without a row: put before their commit, or left by one. `removal` is the
      // time at which a process began to remove the bytes.
      "CREATE TABLE loose_original (digest bytea PRIMARY KEY, time int8 NOT NULL, removal int8)",
      "CREATE INDEX loose_original_time ON loose_original (time)",
      "CREATE TABLE counter (name text PRIMARY KEY, next int8 NOT NULL, checksum int8 NOT NULL)",
      // The highest numbers that rows have had: those of removed rows are not used again.
      "CREATE TABLE last_number (name text PRIMARY KEY, number int8 NOT NULL)",
      "INSERT INTO last_number VALUES ('document', 0)",
      """
      CREATE TABLE receipt (
        id int8 PRIMARY KEY, time int8 NOT NULL, key bytea NOT NULL, request bytea NOT NULL,
        response bytea NOT NULL, checksum int8 NOT NULL)
      """,
      "INSERT INTO counter VALUES ('page', 1, \(CounterRow.page.checksum(1).stored))",
      // The last transaction that each process has committed, from which it learns what became of one whose
      // connection was lost.
      "CREATE TABLE commit_mark (process bytea PRIMARY KEY, number int8 NOT NULL, time int8 NOT NULL)",
      // It has no rows: who writes locks it.
      "CREATE TABLE write_turn ()", "CREATE SEQUENCE turn_number", "CREATE SEQUENCE logged_turn",
      "CREATE TABLE schema_version (version int8 NOT NULL)",
      "INSERT INTO schema_version VALUES (\(version))",
    ]
  }
#endif
