// SPDX-License-Identifier: Apache-2.0
#if PostgreSQL

  /// Why statements were not run, or have no results.
  public enum PostgreSQLError: Error, Hashable, Sendable {
    /// No connection could be made; nothing was sent.
    case unreachable(String)

    /// The connection ended before all results arrived: whether statements took effect is unknown.
    case lost(String)

    /// The results did not arrive in time, and the connection was closed: whether statements took effect is
    /// unknown.
    case timedOut

    /// All connections of the pool were in use for too long; nothing was sent.
    case busy(waited: Duration)

    /// The pool was closed; nothing was sent.
    case closed

    /// The server refused a statement. Those behind it in the same call were not run.
    case refused(Refusal)

    /// A value is not of the type that the caller expects.
    case unexpectedValue(String)

    /// The refusal of a statement by the server.
    public struct Refusal: Hashable, Sendable {
      /// The five characters of the condition, see appendix A of PostgreSQL's documentation.
      public let sqlState: String

      /// The primary message of the server, in its language.
      public let message: String

      /// The name of the violated constraint, if it is one.
      public let constraint: String?

      /// The index of the statement in its call.
      public let index: Int

      /// Creates a refusal.
      public init(sqlState: String, message: String, constraint: String? = nil, index: Int) {
        self.sqlState = sqlState
        self.message = message
        self.constraint = constraint
        self.index = index
      }
    }

    /// Whether the same transaction may succeed if it is run again: it was the victim of a conflict, and had no
    /// effect (`serialization_failure`, `deadlock_detected`, `lock_not_available`).
    public var isConflict: Bool {
      guard case .refused(let refusal) = self else { return false }
      return ["40001", "40P01", "55P03"].contains(refusal.sqlState)
    }

    /// Whether the connection can still be used.
    ///
    /// One to a standby (`read_only_sql_transaction`) is not kept: another one may lead to a server that takes
    /// writes.
    var leavesConnectionUsable: Bool {
      guard case .refused(let refusal) = self else { return false }
      return refusal.sqlState != "25006"
    }
  }
#endif
