// SPDX-License-Identifier: Apache-2.0
#if PostgreSQL
  import Foundation
  public import PostgreSQLClient
  import Testing

  /// A schema of its own in the database of `Scripts/engines.sh`.
  public struct TestSchema: Sendable {
    /// The address of the database, which looks up tables in the schema.
    public let location: String

    /// The name of the schema.
    public let name: String

    /// The name of a role that only this test uses.
    public var role: String { "role_\(name)" }

    /// The settings of a pool of connections.
    public var configuration: ConnectionPool.Configuration { .init(location: location) }

    /// The address of the server, `nil` without one.
    public static let server = ProcessInfo.processInfo.environment["GALLERY_POSTGRESQL"]

    /// Creates a schema, or finds the one of this name.
    public init(name: String = "s\(UInt64.random(in: 0...UInt64(Int64.max)))") async throws {
      let server = try #require(Self.server)
      let connection = try await PostgreSQLConnection.connect(to: server)
      // Of several connections that create the same schema, all but one may fail.
      _ = try? await connection.run([Statement("CREATE SCHEMA IF NOT EXISTS \(name)")])
      await connection.close()
      self.name = name
      location = "\(server)&options=-csearch_path%3D\(name)"
    }

    /// Runs a statement in the schema, on a connection of its own.
    ///
    /// - Returns: Its rows.
    @discardableResult
    public func run(_ sql: String, _ parameters: [Parameter] = []) async throws -> Rows {
      let connection = try await PostgreSQLConnection.connect(to: location)
      let rows = try await connection.run([Statement(sql, parameters)])[0]
      await connection.close()
      return rows
    }
  }
#endif
