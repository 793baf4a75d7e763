// SPDX-License-Identifier: Apache-2.0
#if PostgreSQL
  import Foundation
  import PostgreSQLClient
  import Testing

  /// The server of `Scripts/engines.sh`.
  enum TestServer {
    /// Its location, `nil` if there is none.
    static let location = ProcessInfo.processInfo.environment["GALLERY_POSTGRESQL"]

    static func connect(to other: String? = nil) async throws -> PostgreSQLConnection {
      try await .connect(to: try #require(other ?? location))
    }

    /// The folder of its socket.
    static func socketFolder() throws -> String {
      let location = try #require(location.flatMap(URLComponents.init(string:)))
      return try #require(location.queryItems?.first { $0.name == "host" }?.value)
    }

    /// A number that no other test uses, for names of tables and channels.
    static func uniqueName(_ prefix: String) -> String {
      "\(prefix)_\(UInt64.random(in: 0...UInt64(Int64.max)))"
    }
  }

  extension Trait where Self == ConditionTrait {
    /// Tests of a server run with `Scripts/engines.sh`.
    static var needsPostgreSQL: Self {
      .enabled(if: TestServer.location != nil, "Scripts/engines.sh starts PostgreSQL")
    }
  }
#endif
