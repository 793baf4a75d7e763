// SPDX-License-Identifier: Apache-2.0
#if PostgreSQL

  import PostgreSQLClient

  /// The errors of PostgreSQL as those of a store.
  enum RemoteErrorConversion {
    static func error(_ error: any Error) -> PageStoreError {
      switch error {
      case let error as PageStoreError: error
      case let error as RemoteTransaction.LateFailure: error.error
      case let error as PostgreSQLError: self.error(error)
      case is CancellationError: .cancelled
      default: .corrupted(.catalog(message: "\(error)"))
      }
    }

    private static func error(_ error: PostgreSQLError) -> PageStoreError {
      switch error {
      case .unreachable(let reason), .lost(let reason): .unreachable(reason: reason)
      case .timedOut: .unreachable(reason: "the database did not answer in time")
      case let error where error.isLoss: .unreachable(reason: reason(of: error))
      case .busy(let waited): .locked(waited: waited)
      case .closed: .closed
      case .unexpectedValue(let message): .corrupted(.catalog(message: message))
      case .refused(let refusal): self.error(refusal)
      }
    }

    /// The conditions are those of appendix A of PostgreSQL's documentation.
    private static func error(_ refusal: PostgreSQLError.Refusal) -> PageStoreError {
      switch refusal.sqlState {
      case "53100": .full(operation: "write to the catalog")
      // Also without memory for its locks.
      case "40001", "40P01", "55P03", "53200", "53300": .locked(waited: .zero)
      // A time limit that was set for the role or the database, or somebody who ended the statement.
      case "57014": .io(operation: "use the database (\(refusal.message))", errno: timedOut)
      case "3F000":
        .unfitLocation(
          reason:
            "\(refusal.message): the schema of its search_path is missing, or this role may not use it"
        )
      // Statements are prepared once for each connection.
      case "26000", "42P05":
        .unfitLocation(
          reason:
            "\(refusal.message): a pooler in between must keep a connection for each session "
            + "(pgbouncer: pool_mode = session)")
      case "25006": .readOnly
      case "42501":
        .unfitLocation(
          reason: "\(refusal.message): the owner of the tables has to GRANT that to this role")
      default:
        .corrupted(.catalog(message: "PostgreSQL refused a statement: \(refusal.message)"))
      }
    }

    /// Returns the error for a loss after which nobody can tell whether a change was made.
    static func unknownOutcome(_ loss: PostgreSQLError) -> PageStoreError {
      guard case .unreachable(let reason) = error(loss) else {
        return .outcomeUnknown(reason: "\(loss)")
      }
      return .outcomeUnknown(reason: reason)
    }

    private static func reason(of error: PostgreSQLError) -> String {
      guard case .refused(let refusal) = error else { return "the connection was lost" }
      return refusal.message
    }

    /// ETIMEDOUT.
    private static let timedOut: Int32 = 110
  }
#endif
