// SPDX-License-Identifier: Apache-2.0

import Crypto
import FoundationEssentials
import GRDB
import PageStorage

/// The rows of the database of tokens.
///
/// Each token and session has a checksum of everything that gives permissions, so that a damaged file never opens more
/// than was granted. Times are whole milliseconds since 1970.
enum AccessRows {
  /// The connection in whose transaction rows are changed.
  typealias Connection = Database

  /// A row that nobody has written like that.
  struct Malformed: Error {
    let entry: String
  }

  /// The maximum number of sessions of one token; further ones end the oldest.
  private static let sessionLimit = 100

  static func snapshot(_ db: Database) throws -> AccessSnapshot {
    let tokens = try Row.fetchAll(db, sql: "SELECT * FROM token ORDER BY id").map(token)
    let sessions = try Row.fetchAll(db, sql: "SELECT * FROM session")
    return AccessSnapshot(tokens: tokens, sessions: try sessions.map(session))
  }

  static func insert(
    _ digest: SecretDigest, _ grant: TokenGrant, at date: Date, in db: Database
  ) throws -> TokenRecord {
    let created = milliseconds(date)
    let expires = grant.expires.map(milliseconds)
    let seal = seal(of: digest, grant, created: created, expires: expires, revoked: nil)
    try db.execute(
      sql: """
        INSERT INTO token (digest, label, scope, document, created, expires, seal)
        VALUES (?, ?, ?, ?, ?, ?, ?)
        """,
      arguments: [
        Data(digest.bytes), grant.label, grant.scope.rawValue, grant.document?.rawValue, created,
        expires, seal,
      ])
    return try find(db.lastInsertedRowID, in: db) ?? malformed("a new token")
  }

  static func revoke(_ id: Int64, at date: Date, in db: Database) throws -> TokenRecord? {
    guard let token = try find(id, in: db) else { return nil }
    guard token.revoked == nil else { return token }
    let revoked = milliseconds(date)
    let seal = seal(
      of: token.digest, token.grant, created: milliseconds(token.created),
      expires: token.grant.expires.map(milliseconds), revoked: revoked)
    try db.execute(
      sql: "UPDATE token SET revoked = ?, seal = ? WHERE id = ?", arguments: [revoked, seal, id])
    try db.execute(sql: "DELETE FROM session WHERE token = ?", arguments: [id])
    return try find(id, in: db)
  }

  static func noteUse(of id: Int64, at date: Date, in db: Database) throws {
    try db.execute(
      sql: "UPDATE token SET used = ?1 WHERE id = ?2 AND (used IS NULL OR used < ?1)",
      arguments: [milliseconds(date), id])
  }

  static func insert(_ session: BrowserSession, at date: Date, in db: Database) throws {
    try db.execute(sql: "DELETE FROM session WHERE expires <= ?", arguments: [milliseconds(date)])
    try db.execute(
      sql: """
        DELETE FROM session WHERE digest IN (
          SELECT digest FROM session WHERE token = ? ORDER BY expires DESC LIMIT -1 OFFSET ?)
        """, arguments: [session.token, sessionLimit - 1])
    try db.execute(
      sql: "INSERT INTO session VALUES (?, ?, ?, ?)",
      arguments: [
        Data(session.digest.bytes), session.token, milliseconds(session.expires),
        seal(of: session.digest, [session.token, milliseconds(session.expires)]),
      ])
  }

  static func removeSession(_ digest: SecretDigest, in db: Database) throws {
    try db.execute(sql: "DELETE FROM session WHERE digest = ?", arguments: [Data(digest.bytes)])
  }

  private static func find(_ id: Int64, in db: Database) throws -> TokenRecord? {
    try Row.fetchOne(db, sql: "SELECT * FROM token WHERE id = ?", arguments: [id]).map(token)
  }

  // Subscripts of rows end the process if a column has another type.
  private static func token(_ row: Row) throws -> TokenRecord {
    let id: Int64 = try row.decode(forColumn: "id")
    let digest = SecretDigest(Array(try row.decode(Data.self, forColumn: "digest")))
    let name: String = try row.decode(forColumn: "scope")
    guard let digest, let scope = AccessScope(rawValue: name) else {
      return try malformed("token \(id)")
    }
    let created: Int64 = try row.decode(forColumn: "created")
    let expires: Int64? = try row.decode(forColumn: "expires")
    let revoked: Int64? = try row.decode(forColumn: "revoked")
    let used: Int64? = try row.decode(forColumn: "used")
    let document: Int64? = try row.decode(forColumn: "document")
    let grant = TokenGrant(
      label: try row.decode(forColumn: "label"), scope: scope,
      document: document.map { DocumentID($0) }, expires: expires.map(date))
    let seal = seal(of: digest, grant, created: created, expires: expires, revoked: revoked)
    guard try row.decode(Data.self, forColumn: "seal") == seal else {
      return try malformed("token \(id)")
    }
    return TokenRecord(
      id: id, grant: grant, created: date(created), used: used.map(date),
      revoked: revoked.map(date), digest: digest)
  }

  private static func session(_ row: Row) throws -> BrowserSession {
    let token: Int64 = try row.decode(forColumn: "token")
    let expires: Int64 = try row.decode(forColumn: "expires")
    let seal: Data = try row.decode(forColumn: "seal")
    guard let digest = SecretDigest(Array(try row.decode(Data.self, forColumn: "digest"))),
      seal == self.seal(of: digest, [token, expires])
    else { return try malformed("a session") }
    return BrowserSession(digest: digest, token: token, expires: date(expires))
  }

  private static func malformed<Result>(_ entry: String) throws -> Result {
    throw Malformed(entry: entry)
  }

  private static func seal(
    of digest: SecretDigest, _ grant: TokenGrant, created: Int64, expires: Int64?, revoked: Int64?
  ) -> Data {
    seal(
      of: digest, [grant.document?.rawValue, created, expires, revoked],
      [grant.scope.rawValue, grant.label])
  }

  /// Returns a checksum of the values of a row.
  private static func seal(
    of digest: SecretDigest, _ numbers: [Int64?], _ texts: [String] = []
  ) -> Data {
    let parts = numbers.map { $0.map(String.init) ?? "-" } + texts
    let bytes = digest.bytes + Array(parts.joined(separator: "\n").utf8)
    return Data(SHA256.hash(data: bytes).prefix(16))
  }

  private static func milliseconds(_ date: Date) -> Int64 {
    Int64((date.timeIntervalSince1970 * 1000).rounded())
  }

  private static func date(_ milliseconds: Int64) -> Date {
    Date(timeIntervalSince1970: Double(milliseconds) / 1000)
  }
}
