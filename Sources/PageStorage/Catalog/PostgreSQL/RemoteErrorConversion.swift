// SPDX-License-Identifier: Apache-2.0
#if PostgreSQL

  import PostgreSQLClient

  /// The errors of PostgreSQL as those of a store.
  enum RemoteErrorConversion {
    static func error(_ error: any Error) -> PageStoreError {
      switch error {
      case let error as PageStoreError: error
      case let error as PostgreSQLError: self.error(error)
      case is CancellationError: .cancelled
      default: .corrupted(.catalog(message: "\(error)"))
      }
    }

    private static func error(_ error: PostgreSQLError) -> PageStoreError {
      switch error {
      case .unreachable, .lost: .io(operation: "connect to the catalog", errno: connectionLost)
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
      case "25006": .readOnly
      default:
        .corrupted(.catalog(message: "PostgreSQL refused a statement: \(refusal.message)"))
      }
    }

    /// ECONNRESET.
    private static let connectionLost: Int32 = 104
  }
#endif
