// SPDX-License-Identifier: Apache-2.0

/// The reason why the tokens of a store cannot be used.
public enum AccessDatabaseError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file is not a database of tokens, or its content was changed by something else.
  case damaged(path: String, reason: String)
  /// The file cannot be read or written: SQLite's message.
  case failed(path: String, reason: String)
  /// The file or its folder cannot be written.
  case readOnly(path: String)

  /// The path of the file.
  public var path: String {
    switch self {
    case .damaged(let path, _), .failed(let path, _), .readOnly(let path): path
    }
  }

  /// One sentence with the facts and the remedy.
  public var description: String {
    switch self {
    case .damaged(let path, let reason):
      "the tokens in \(path) are damaged (\(reason)): move the file away, and add new tokens"
    case .failed(let path, let reason): "the tokens in \(path) cannot be used: \(reason)"
    case .readOnly(let path):
      "the tokens in \(path) cannot be changed: the file or its folder is read-only"
    }
  }
}
