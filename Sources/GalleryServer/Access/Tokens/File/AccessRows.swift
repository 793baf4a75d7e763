// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import GRDB

/// The rows of the database of tokens in a file.
enum AccessRows {
  static func snapshot(_ db: Database) throws -> AccessSnapshot {
    let tokens = try Row.fetchAll(db, sql: "SELECT * FROM token ORDER BY id")
    let sessions = try Row.fetchAll(db, sql: "SELECT * FROM session")
    return AccessSnapshot(
      tokens: try tokens.map { try TokenRow($0).record() },
      sessions: try sessions.map { try SessionRow($0).session() })
  }

  static func insert(
    _ digest: SecretDigest, _ grant: TokenGrant, at date: Date, in db: Database
  ) throws -> TokenRecord {
    var row = TokenRow(digest, grant, at: date)
    try db.execute(
      sql: """
        INSERT INTO token (digest, label, scope, document, created, expires, seal)
        VALUES (?, ?, ?, ?, ?, ?, ?)
        """,
      arguments: [
        Data(row.digest), row.label, row.scope, row.document, row.created, row.expires,
        Data(row.seal),
      ])
    row.id = db.lastInsertedRowID
    return try row.record()
  }

  static func copy(_ token: TokenRecord, in db: Database) throws -> TokenCopyOutcome {
    let row = TokenRow(token)
    let known = try Row.fetchOne(
      db, sql: "SELECT * FROM token WHERE digest = ?", arguments: [Data(row.digest)])
    if let known = try known.map({ try TokenRow($0).record() }) {
      guard let date = token.revoked, known.revoked == nil else { return .known }
      _ = try revoke(known.id, at: date, in: db)
      return .revoked
    }
    let isTaken = try Row.fetchOne(
      db, sql: "SELECT 1 FROM token WHERE id = ?", arguments: [row.id])
    guard isTaken == nil else { return .numberTaken }
    try db.execute(
      sql: """
        INSERT INTO token (id, digest, label, scope, document, created, expires, revoked, used, seal)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
      arguments: [
        row.id, Data(row.digest), row.label, row.scope, row.document, row.created, row.expires,
        row.revoked, row.used, Data(row.seal),
      ])
    return .added
  }

  static func revoke(_ id: Int64, at date: Date, in db: Database) throws -> TokenRecord? {
    let found = try Row.fetchOne(db, sql: "SELECT * FROM token WHERE id = ?", arguments: [id])
    guard let row = try found.map({ try TokenRow($0) }) else { return nil }
    let record = try row.record()
    guard record.revoked == nil else { return record }
    let revoked = row.revoked(at: date)
    try db.execute(
      sql: "UPDATE token SET revoked = ?, seal = ? WHERE id = ?",
      arguments: [revoked.revoked, Data(revoked.seal), id])
    try db.execute(sql: "DELETE FROM session WHERE token = ?", arguments: [id])
    return try revoked.record()
  }

  static func noteUse(of id: Int64, at date: Date, in db: Database) throws {
    try db.execute(
      sql: "UPDATE token SET used = ?1 WHERE id = ?2 AND (used IS NULL OR used < ?1)",
      arguments: [AccessTime.milliseconds(date), id])
  }

  static func insert(_ session: BrowserSession, at date: Date, in db: Database) throws {
    try db.execute(
      sql: "DELETE FROM session WHERE expires <= ?", arguments: [AccessTime.milliseconds(date)])
    try db.execute(
      sql: """
        DELETE FROM session WHERE digest IN (
          SELECT digest FROM session WHERE token = ? ORDER BY expires DESC LIMIT -1 OFFSET ?)
        """, arguments: [session.token, AccessLimits.sessionCount - 1])
    let row = SessionRow(session)
    try db.execute(
      sql: "INSERT INTO session VALUES (?, ?, ?, ?)",
      arguments: [Data(row.digest), row.token, row.expires, Data(row.seal)])
  }

  static func removeSession(_ digest: SecretDigest, in db: Database) throws {
    try db.execute(sql: "DELETE FROM session WHERE digest = ?", arguments: [Data(digest.bytes)])
  }
}

// Subscripts of rows end the process if a column has another type.

extension TokenRow {
  fileprivate init(_ row: Row) throws {
    self.init(
      id: try row.decode(forColumn: "id"),
      digest: Array(try row.decode(Data.self, forColumn: "digest")),
      label: try row.decode(forColumn: "label"), scope: try row.decode(forColumn: "scope"),
      document: try row.decode(forColumn: "document"),
      created: try row.decode(forColumn: "created"),
      expires: try row.decode(forColumn: "expires"),
      revoked: try row.decode(forColumn: "revoked"), used: try row.decode(forColumn: "used"),
      seal: Array(try row.decode(Data.self, forColumn: "seal")))
  }
}

extension SessionRow {
  fileprivate init(_ row: Row) throws {
    self.init(
      digest: Array(try row.decode(Data.self, forColumn: "digest")),
      token: try row.decode(forColumn: "token"), expires: try row.decode(forColumn: "expires"),
      seal: Array(try row.decode(Data.self, forColumn: "seal")))
  }
}
