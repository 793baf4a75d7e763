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
      case .timedOut, .busy: .locked(waited: .seconds(30))
      case .unexpectedValue(let message): .corrupted(.catalog(message: message))
      case .refused(let refusal): self.error(refusal)
      }
    }

    /// The conditions are those of appendix A of PostgreSQL's documentation.
    private static func error(_ refusal: PostgreSQLError.Refusal) -> PageStoreError {
      switch refusal.sqlState {
      case "53100", "53200": .full(operation: "write to the catalog")
      case "40001", "40P01", "55P03", "53300", "57P03": .locked(waited: .zero)
      // A standby, and a user who may only read.
      case "25006", "42501": .readOnly
      default:
        .corrupted(.catalog(message: "PostgreSQL refused a statement: \(refusal.message)"))
      }
    }
  }
#endif
