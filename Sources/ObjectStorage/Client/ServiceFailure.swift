// SPDX-License-Identifier: Apache-2.0
#if ObjectStorage

  import AsyncHTTPClient
  import Glibc
  import NIOCore
  import NIOHTTP1
  import NIOPosix

  /// Why a service could not be reached, in words.
  enum ServiceFailure {
    /// Returns the words for an error of the client.
    static func reason(_ error: any Error) -> String {
      switch error {
      case let error as NIOConnectionError: noConnection(error)
      case let error as HTTPClientError: reason(error)
      case let error as IOError where refusals.contains(error.errnoCode):
        "it takes no connection (\(text(error)))"
      case let error as IOError: "the connection was lost (\(text(error)))"
      case is HTTPParserError: "what answers there does not speak HTTP"
      case _ where isOfTLS(error):
        "TLS failed: its certificate is not trusted, or it does not speak TLS"
      default: "the connection was lost"
      }
    }

    private static func reason(_ error: HTTPClientError) -> String {
      switch error {
      case .connectTimeout, .tlsHandshakeTimeout, .getConnectionFromPoolTimeout:
        "it takes no connection in time"
      case .readTimeout, .writeTimeout, .deadlineExceeded: "it does not answer in time"
      case .invalidURL, .emptyHost, .emptyScheme: "its address is not one of HTTP"
      default: "the connection was lost"
      }
    }

    private static func noConnection(_ error: NIOConnectionError) -> String {
      let failures = error.connectionErrors.compactMap { $0.error as? IOError }
      let cause =
        if let failure = failures.first {
          text(failure)
        } else if error.connectionErrors.isEmpty {
          "its name is unknown"
        } else {
          "it takes no connection in time"
        }
      return "no connection to \(error.host):\(error.port) (\(cause))"
    }

    /// What the system says of a machine that is not there, or has no such service.
    private static let refusals = [ECONNREFUSED, EHOSTUNREACH, ENETUNREACH, ETIMEDOUT]

    private static func text(_ error: IOError) -> String {
      String(cString: strerror(error.errnoCode))
    }

    /// Whether it is one of the library for TLS, which only a client with TLS needs.
    private static func isOfTLS(_ error: any Error) -> Bool {
      String(reflecting: type(of: error)).hasPrefix("NIOSSL.")
    }
  }
#endif
