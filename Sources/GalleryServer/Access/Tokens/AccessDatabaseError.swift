// SPDX-License-Identifier: Apache-2.0

/// The reason why the tokens of a store cannot be used.
public enum AccessDatabaseError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file is not a database of tokens, or the content of the file or of the tables was changed by
  /// something else.
  case damaged(path: String, reason: String)
  /// The tokens cannot be read or written: the message of SQLite or of PostgreSQL.
  case failed(path: String, reason: String)
  /// The user of the database may not use the tables: PostgreSQL's message.
  case denied(path: String, reason: String)
  /// The file or its folder cannot be written, or the tables cannot.
  case readOnly(path: String)
  /// The disk of the file or of the database is full.
  case full(path: String)

  /// The path of the file, or the location of the store whose database has the tokens, without its password.
  public var path: String {
    switch self {
    case .damaged(let path, _), .failed(let path, _), .denied(let path, _), .readOnly(let path),
      .full(let path):
      path
    }
  }

  /// One sentence with the facts and the remedy.
  public var description: String {
    switch self {
    case .damaged(let path, let reason):
      "the tokens in \(path) are damaged (\(reason)): "
        + (isOnServer
          ? "drop the tables access_state, access_token and access_session"
          : "move the file away")
        + ", add new tokens, and start the servers again"
    case .failed(let path, let reason): "the tokens in \(path) cannot be used: \(reason)"
    case .denied(let path, let reason):
      "the tokens in \(path) may not be used by this user of the database: \(reason)"
    case .readOnly(let path):
      "the tokens in \(path) cannot be changed: "
        + (isOnServer ? "the database" : "the file or its folder") + " is read-only"
    case .full(let path): "the tokens in \(path) cannot be changed: the disk is full"
    }
  }

  /// Whether the tokens are in a database on a server.
  private var isOnServer: Bool { path.contains("://") }
}
