// SPDX-License-Identifier: Apache-2.0

public import FoundationEssentials
public import PageStorage

/// The permissions of a new token.
public struct TokenGrant: Hashable, Sendable {
  /// The name for people; may be empty.
  public var label: String

  /// The largest permission.
  public var scope: AccessScope

  /// The only document that the token opens, `nil` for all.
  public var document: DocumentID?

  /// The time at which the token ends, `nil` for never.
  public var expires: Date?

  /// Creates a grant.
  ///
  /// - Parameters:
  ///   - label: The name for people; empty by default.
  ///   - scope: The largest permission; reading by default.
  ///   - document: The only document that the token opens; `nil`, the default, for all.
  ///   - expires: The time at which the token ends, in whole milliseconds; `nil`, the default, for never.
  public init(
    label: String = "", scope: AccessScope = .read, document: DocumentID? = nil,
    expires: Date? = nil
  ) {
    self.label = label
    self.scope = scope
    self.document = document
    self.expires = expires
  }
}

/// A token as it is stored: everything except its secret.
public struct TokenRecord: Sendable, Identifiable {
  /// The number by which it is revoked; never used again in the same database.
  public let id: Int64

  /// The permissions.
  public let grant: TokenGrant

  /// The time at which it was added.
  public let created: Date

  /// The time of its last use, to about a minute; `nil` if it was never used.
  public let used: Date?

  /// The time at which it was revoked, `nil` if it was not.
  public let revoked: Date?

  let digest: SecretDigest

  /// Returns whether it gives access at a time.
  ///
  /// - Parameter date: The time.
  /// - Returns: Whether it is neither revoked nor expired.
  public func isValid(at date: Date) -> Bool {
    revoked == nil && grant.expires.map { date < $0 } != false
  }

  /// The identity of its clients, from its digest: numbers repeat in another database.
  var clientID: ClientID {
    ClientID(rawValue: "token-" + Hexadecimal.text(of: digest.bytes.prefix(8)))
  }
}

/// A browser that has signed in with a token.
package struct BrowserSession: Sendable {
  let digest: SecretDigest
  let token: Int64
  let expires: Date
}
