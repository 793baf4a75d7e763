// SPDX-License-Identifier: Apache-2.0

import Crypto
import FoundationEssentials
import PageStorage

/// A row that nobody has written like that.
struct MalformedRow: Error {
  let entry: String
}

/// A token as the columns of a database.
///
/// Times are whole milliseconds since 1970.
struct TokenRow: Sendable {
  var id: Int64
  let digest: [UInt8]
  let label: String
  let scope: String
  let document: Int64?
  let created: Int64
  let expires: Int64?
  var revoked: Int64?
  var used: Int64?
  var seal: [UInt8]
}

extension TokenRow {
  /// Creates the row of a new token.
  init(id: Int64 = 0, _ digest: SecretDigest, _ grant: TokenGrant, at date: Date) {
    self.init(
      id: id, digest: digest.bytes, label: grant.label, scope: grant.scope.rawValue,
      document: grant.document?.rawValue, created: AccessTime.milliseconds(date),
      expires: grant.expires.map(AccessTime.milliseconds), seal: [])
    seal = soundSeal
  }

  /// Creates the row of a token of another store.
  init(_ token: TokenRecord) {
    self.init(id: token.id, token.digest, token.grant, at: token.created)
    if let date = token.revoked { self = revoked(at: date) }
    used = token.used.map(AccessTime.milliseconds)
  }

  /// Returns the row with the time at which it was revoked.
  func revoked(at date: Date) -> Self {
    var row = self
    row.revoked = AccessTime.milliseconds(date)
    row.seal = row.soundSeal
    return row
  }

  /// The checksum of what the row should contain.
  private var soundSeal: [UInt8] {
    AccessSeal.seal(of: digest, [document, created, expires, revoked], [scope, label])
  }

  /// Returns the token.
  ///
  /// - Throws: `MalformedRow` if its checksum differs.
  func record() throws(MalformedRow) -> TokenRecord {
    guard let digest = SecretDigest(digest), let scope = AccessScope(rawValue: scope),
      seal == soundSeal
    else { throw MalformedRow(entry: "token \(id)") }
    let grant = TokenGrant(
      label: label, scope: scope, document: document.map { DocumentID($0) },
      expires: expires.map(AccessTime.date))
    return TokenRecord(
      id: id, grant: grant, created: AccessTime.date(created), used: used.map(AccessTime.date),
      revoked: revoked.map(AccessTime.date), digest: digest)
  }
}

/// A session as the columns of a database.
struct SessionRow: Sendable {
  let digest: [UInt8]
  let token: Int64
  let expires: Int64
  let seal: [UInt8]
}

extension SessionRow {
  init(_ session: BrowserSession) {
    let (digest, expires) = (session.digest.bytes, AccessTime.milliseconds(session.expires))
    self.init(
      digest: digest, token: session.token, expires: expires,
      seal: AccessSeal.seal(of: digest, [session.token, expires]))
  }

  /// Returns the session.
  ///
  /// - Throws: `MalformedRow` if its checksum differs.
  func session() throws(MalformedRow) -> BrowserSession {
    guard let found = SecretDigest(digest), seal == AccessSeal.seal(of: digest, [token, expires])
    else { throw MalformedRow(entry: "a session") }
    return BrowserSession(digest: found, token: token, expires: AccessTime.date(expires))
  }
}

/// The times of rows.
enum AccessTime {
  static func milliseconds(_ date: Date) -> Int64 {
    Int64((date.timeIntervalSince1970 * 1000).rounded())
  }

  static func date(_ milliseconds: Int64) -> Date {
    Date(timeIntervalSince1970: Double(milliseconds) / 1000)
  }
}

/// Checksums of everything that gives permissions, so that a damaged row never opens more than was granted.
enum AccessSeal {
  /// Returns a checksum of the values of a row.
  static func seal(
    of digest: [UInt8], _ numbers: [Int64?], _ texts: [String] = []
  ) -> [UInt8] {
    let parts = numbers.map { $0.map(String.init) ?? "-" } + texts
    let bytes = digest + Array(parts.joined(separator: "\n").utf8)
    return Array(SHA256.hash(data: bytes).prefix(16))
  }
}
