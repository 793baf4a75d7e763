// SPDX-License-Identifier: Apache-2.0

public import PageStorage

/// The identity of a client: the same for all its requests, also after a restart.
///
/// Quotas and receipts of requests belong to it.
public struct ClientID: Hashable, Sendable, RawRepresentable {
  /// A text without secrets.
  public let rawValue: String

  /// Creates an identity.
  ///
  /// - Parameter rawValue: A text without secrets, at most 64 visible ASCII characters.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// All clients of a server without access control.
  public static let anyone = Self(rawValue: "anyone")
}

/// The client of a request, as an authorizer knows it.
public struct Client: Hashable, Sendable {
  /// The evidence that a change is the client's own intention, and not that of a foreign web page.
  public enum Evidence: Sendable {
    /// Credentials in a header that no foreign page can set: none is needed.
    case header
    /// A cookie, which browsers add by themselves: a change has to prove that a page of this server
    /// causes it.
    case cookie
    /// No credentials: a change must not come from a foreign page.
    case none
  }

  /// The identity.
  public var id: ClientID

  /// The name that the operator has given it, for the log; empty for none.
  public var label: String

  /// The largest permission.
  public var scope: AccessScope

  /// The only document that the client may use, `nil` for all.
  public var document: DocumentID?

  /// The evidence that changes need.
  public var evidence: Evidence

  /// Creates a client.
  ///
  /// - Parameters:
  ///   - id: The identity.
  ///   - label: The name for the log; empty by default.
  ///   - scope: The largest permission.
  ///   - document: The only document that the client may use; `nil`, the default, for all.
  ///   - evidence: The evidence that changes need.
  public init(
    id: ClientID, label: String = "", scope: AccessScope, document: DocumentID? = nil,
    evidence: Evidence
  ) {
    self.id = id
    self.label = label
    self.scope = scope
    self.document = document
    self.evidence = evidence
  }

  /// Any client of a server without access control.
  public static let anyone = Client(id: .anyone, scope: .admin, evidence: .none)
}
