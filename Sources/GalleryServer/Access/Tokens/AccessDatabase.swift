// SPDX-License-Identifier: Apache-2.0

public import FoundationEssentials
import GRDB
import Synchronization

/// The tokens of a store and the sessions of browsers, in a database beside the catalog.
///
/// Several processes may use it: each sees the changes of the others at once. A backup of the store does
/// not contain it, so that restoring one neither revives a revoked token nor opens a copy.
public final class AccessDatabase: Sendable {
  /// The name of the file in the folder of the store.
  public static let fileName = "access.sqlite"

  /// The path of the file.
  public let path: String

  private struct State {
    var connections: AccessConnections?
    var version: Int64?
    var snapshot = AccessSnapshot()

    /// Forgets a file that another one has replaced.
    mutating func replace() { (connections, version) = (nil, nil) }
  }

  private let state = Mutex(State())

  /// Creates the access to the tokens of a store; nothing is opened yet.
  ///
  /// - Parameter store: The path of the store's folder.
  public init(store: String) { path = store + "/" + Self.fileName }

  /// Returns all tokens in the order in which they were added, also revoked and expired ones.
  ///
  /// - Returns: The tokens; none if there is no file.
  /// - Throws: `AccessDatabaseError`.
  public func tokens() throws(AccessDatabaseError) -> [TokenRecord] { try snapshot().tokens }

  /// Adds a token, and creates the file if it is missing.
  ///
  /// - Parameters:
  ///   - grant: The permissions.
  ///   - date: The present time.
  /// - Returns: The token, whose text is not stored, and its record.
  /// - Throws: `AccessDatabaseError`.
  public func addToken(
    _ grant: TokenGrant, at date: Date
  ) throws(AccessDatabaseError) -> (token: AccessToken, record: TokenRecord) {
    let token = AccessToken()
    let record = try write(makesFile: true) { db in
      try AccessRows.insert(token.secret.digest, grant, at: date, in: db)
    }
    guard let record else { throw .failed(path: path, reason: "the file was removed") }
    return (token, record)
  }

  /// Revokes a token, and ends its sessions.
  ///
  /// - Parameters:
  ///   - id: The number of the token.
  ///   - date: The present time.
  /// - Returns: The token, `nil` if there is none.
  /// - Throws: `AccessDatabaseError`.
  public func revokeToken(
    _ id: Int64, at date: Date
  ) throws(AccessDatabaseError) -> TokenRecord? {
    try write { db in try AccessRows.revoke(id, at: date, in: db) } ?? nil
  }

  /// Returns the present tokens and sessions.
  ///
  /// Reads them only if a process has changed them since.
  func snapshot() throws(AccessDatabaseError) -> AccessSnapshot {
    try withConnections(makesFile: false) { connections, state in
      let version = try connections.version()
      if version != state.version {
        state.snapshot = try connections.read(AccessRows.snapshot)
        state.version = version
      }
    }
    return state.withLock { $0.snapshot }
  }

  /// Makes a change in a transaction; `nil` if there is no file.
  @discardableResult
  func write<Result>(
    makesFile: Bool = false, _ body: (Database) throws -> Result
  ) throws(AccessDatabaseError) -> Result? {
    var result: Result?
    // The lock is not held during the commit, so that requests are checked meanwhile.
    var connections: AccessConnections?
    try withConnections(makesFile: makesFile) { found, _ in connections = found }
    do {
      result = try connections?.write(body)
    } catch {
      throw AccessConnections.convert(error, path)
    }
    return result
  }

  private func withConnections(
    makesFile: Bool, _ body: (AccessConnections, inout State) throws -> Void
  ) throws(AccessDatabaseError) {
    do {
      try state.withLock { state in
        if state.connections?.isReplaced == true { state.replace() }
        if state.connections == nil {
          state.connections = try AccessConnections(path: path, makesFile: makesFile)
        }
        if let connections = state.connections { try body(connections, &state) }
      }
    } catch {
      throw AccessConnections.convert(error, path)
    }
  }
}
