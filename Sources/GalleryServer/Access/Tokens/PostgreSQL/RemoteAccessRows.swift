// SPDX-License-Identifier: Apache-2.0
#if PostgreSQL
  import FoundationEssentials
  import PostgreSQLClient

  /// The statements on the tables of tokens in a database on a server.
  ///
  /// Labels are bytes: PostgreSQL's `text` cannot contain NUL.
  enum RemoteAccessRows {
    /// Whether there are tables; with some of them only, all that uses them fails.
    static let areTablesMade = Statement(
      "SELECT coalesce(to_regclass('access_state'), to_regclass('access_token')) IS NOT NULL")

    /// The tables that are missing, and the statement that grants what a server's role lacks; no row without tables.
    static let lack = Statement(
      """
      WITH needed(name, privilege) AS (VALUES ('access_state', 'SELECT'), ('access_state', 'UPDATE'), \
      ('access_token', 'SELECT'), ('access_token', 'UPDATE'), ('access_session', 'SELECT'), \
      ('access_session', 'INSERT'), ('access_session', 'DELETE')), \
      found AS (SELECT name, privilege, to_regclass(name) AS id FROM needed) \
      SELECT (SELECT string_agg(DISTINCT name, ', ') FROM found WHERE id IS NULL), \
      (SELECT format('GRANT SELECT, INSERT, UPDATE, DELETE ON %s TO %I', \
      string_agg(DISTINCT format('%s.%I', relnamespace::regnamespace, relname), ', '), current_user) \
      FROM found JOIN pg_class ON oid = id WHERE NOT has_table_privilege(id, privilege) HAVING count(*) > 0) \
      WHERE coalesce(to_regclass('access_state'), to_regclass('access_token')) IS NOT NULL
      """)

    /// Creates the tables: one transaction, which another one with the same statements fails.
    static let creation = [
      "CREATE TABLE access_state (version int8 NOT NULL)",
      """
      CREATE TABLE access_token (
        id int8 PRIMARY KEY, digest bytea NOT NULL UNIQUE, label bytea NOT NULL, scope text NOT NULL,
        document int8, created int8 NOT NULL, expires int8, revoked int8, used int8,
        seal bytea NOT NULL)
      """,
      """
      CREATE TABLE access_session (
        digest bytea PRIMARY KEY, token int8 NOT NULL, expires int8 NOT NULL, seal bytea NOT NULL)
      """,
      "CREATE INDEX access_session_token ON access_session (token, expires)",
      // Tables that were dropped and made again begin elsewhere.
      "INSERT INTO access_state VALUES ((random() * 4503599627370496)::int8)",
      // Roles that may make all changes of the store, which have got their rights before; nobody else sees tokens.
      """
      DO $$ DECLARE role text; BEGIN FOR role IN SELECT quote_ident(pg_get_userbyid(grantee)) \
      FROM pg_class, aclexplode(relacl) WHERE oid IN (to_regclass('document'), to_regclass('receipt')) \
      AND grantee <> 0 AND grantee <> relowner \
      AND privilege_type IN ('SELECT', 'INSERT', 'UPDATE', 'DELETE') GROUP BY grantee \
      HAVING count(DISTINCT (oid, privilege_type)) = 8 LOOP EXECUTE 'GRANT SELECT, INSERT, UPDATE, DELETE \
      ON access_state, access_token, access_session TO ' || role; END LOOP; END $$
      """,
    ].map { Statement($0) }

    /// The number of changes so far, except of times of use.
    static let version = Statement("SELECT version FROM access_state")

    /// Counts a change.
    ///
    /// Every transaction that changes rows begins with it, so that they take turns.
    static let change = Statement("UPDATE access_state SET version = version + 1")

    static let tokens = Statement(
      """
      SELECT id, digest, label, scope, document, created, expires, revoked, used, seal
      FROM access_token ORDER BY id
      """)

    static let sessions = Statement("SELECT digest, token, expires, seal FROM access_session")

    /// The number of the next token: none is ever removed.
    static let nextID = Statement("SELECT coalesce(max(id), 0) + 1 FROM access_token")

    static func token(_ id: Int64) -> Statement {
      Statement(
        """
        SELECT id, digest, label, scope, document, created, expires, revoked, used, seal
        FROM access_token WHERE id = $1
        """, [.integer(id)])
    }

    static func insert(_ row: TokenRow) -> Statement {
      Statement(
        """
        INSERT INTO access_token (id, digest, label, scope, document, created, expires, seal, revoked, used)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
        """,
        [
          .integer(row.id), .bytes(row.digest), .bytes(Array(row.label.utf8)), .text(row.scope),
          .integer(row.document), .integer(row.created), .integer(row.expires), .bytes(row.seal),
          .integer(row.revoked), .integer(row.used),
        ])
    }

    static func token(_ digest: [UInt8]) -> Statement {
      Statement(
        """
        SELECT id, digest, label, scope, document, created, expires, revoked, used, seal
        FROM access_token WHERE digest = $1
        """, [.bytes(digest)])
    }

    /// The statements that revoke a token, and end its sessions.
    static func revoke(_ row: TokenRow) -> [Statement] {
      [
        Statement(
          "UPDATE access_token SET revoked = $1, seal = $2 WHERE id = $3",
          [.integer(row.revoked), .bytes(row.seal), .integer(row.id)]),
        Statement("DELETE FROM access_session WHERE token = $1", [.integer(row.id)]),
      ]
    }

    static func noteUse(of id: Int64, at date: Date) -> Statement {
      Statement(
        "UPDATE access_token SET used = $1 WHERE id = $2 AND (used IS NULL OR used < $1)",
        [.integer(AccessTime.milliseconds(date)), .integer(id)])
    }

    /// The statements that add a session, and remove those that have ended and the oldest beyond the limit.
    static func insert(_ session: BrowserSession, at date: Date) -> [Statement] {
      let row = SessionRow(session)
      return [
        Statement(
          "DELETE FROM access_session WHERE expires <= $1",
          [.integer(AccessTime.milliseconds(date))]),
        Statement(
          """
          DELETE FROM access_session WHERE digest IN (
            SELECT digest FROM access_session WHERE token = $1 ORDER BY expires DESC OFFSET $2)
          """, [.integer(row.token), .integer(Int64(AccessLimits.sessionCount) - 1)]),
        Statement(
          "INSERT INTO access_session (digest, token, expires, seal) VALUES ($1, $2, $3, $4)",
          [.bytes(row.digest), .integer(row.token), .integer(row.expires), .bytes(row.seal)]),
      ]
    }

    static func removeSession(_ digest: SecretDigest) -> Statement {
      Statement("DELETE FROM access_session WHERE digest = $1", [.bytes(digest.bytes)])
    }
  }

  extension TokenRow {
    /// Reads a row of ``RemoteAccessRows/tokens``.
    init(_ row: Row) throws(PostgreSQLError) {
      guard let label = String(validating: try row.bytes(2), as: UTF8.self) else {
        throw .unexpectedValue("the entry of token \(try row.integer(0)) is not what was written")
      }
      self.init(
        id: try row.integer(0), digest: try row.bytes(1), label: label, scope: try row.text(3),
        document: try row.optionalInteger(4), created: try row.integer(5),
        expires: try row.optionalInteger(6), revoked: try row.optionalInteger(7),
        used: try row.optionalInteger(8), seal: try row.bytes(9))
    }

    /// Returns the token as its database knows it.
    func foundRecord() throws(PostgreSQLError) -> TokenRecord {
      do throws(MalformedRow) {
        return try record()
      } catch {
        throw .unexpectedValue("the entry of \(error.entry) is not what was written")
      }
    }
  }

  extension SessionRow {
    /// Reads a row of ``RemoteAccessRows/sessions``.
    init(_ row: Row) throws(PostgreSQLError) {
      self.init(
        digest: try row.bytes(0), token: try row.integer(1), expires: try row.integer(2),
        seal: try row.bytes(3))
    }

    /// Returns the session as its database knows it.
    func foundSession() throws(PostgreSQLError) -> BrowserSession {
      do throws(MalformedRow) {
        return try session()
      } catch {
        throw .unexpectedValue("the entry of \(error.entry) is not what was written")
      }
    }
  }
#endif
