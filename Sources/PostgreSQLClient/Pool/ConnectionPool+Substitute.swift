// SPDX-License-Identifier: Apache-2.0
#if PostgreSQL

  extension ConnectionPool {
    /// A server that is used while another one cannot be reached, such as a standby for its primary.
    public struct Substitute: Sendable {
      /// The server, see ``PostgreSQLConnection/connect(to:timeout:on:)``.
      public var location: String

      /// A question that the server answers with `true` when it can be used; it is repeated for two seconds.
      public var condition: Statement

      /// The time after which a connection to it is given up, and the other server is tried again.
      public var maximumAge = Duration.seconds(1)

      /// Creates settings for a server.
      public init(location: String, condition: Statement) {
        (self.location, self.condition) = (location, condition)
      }
    }

    /// What a pool knows of a server and its substitute.
    struct Substitution {
      /// When each connection to the substitute is to be given up.
      private var ends: [ObjectIdentifier: ContinuousClock.Instant] = [:]
      /// When the server is tried again after it could not be reached, `nil` if it could.
      private(set) var nextAttempt: ContinuousClock.Instant?

      var isUsed: Bool { nextAttempt != nil }

      func isCurrent(_ connection: PostgreSQLConnection) -> Bool {
        guard let end = ends[ObjectIdentifier(connection)] else { return true }
        return isUsed && .now < end
      }

      mutating func forget(_ connection: PostgreSQLConnection) {
        ends[ObjectIdentifier(connection)] = nil
      }

      mutating func note(_ connection: PostgreSQLConnection, maximumAge: Duration) {
        ends[ObjectIdentifier(connection)] = .now + maximumAge
      }

      /// Notes whether the server could be reached; connections to the substitute are given up if so.
      mutating func noteServer(nextAttempt: ContinuousClock.Instant?) {
        self.nextAttempt = nextAttempt
      }
    }

    /// Whether the server could not be reached the last time, so that its substitute is used.
    public var usesSubstitute: Bool { substitution.isUsed }

    /// Whether a connection may be used: one to a substitute, only as long as it is one.
    func isCurrent(_ connection: PostgreSQLConnection) -> Bool {
      substitution.isCurrent(connection)
    }

    /// Connects to the server, or to its substitute.
    ///
    /// While a server that does not answer is tried again by one task, others do not wait for it.
    func connect() async throws(PostgreSQLError) -> PostgreSQLConnection {
      guard let substitute = configuration.substitute else { return try await connectToServer() }
      if let next = substitution.nextAttempt {
        guard next <= .now else { return try await connect(to: substitute) }
        substitution.noteServer(nextAttempt: .now + configuration.connectTimeout)
      }
      do throws(PostgreSQLError) {
        let connection = try await connectToServer()
        substitution.noteServer(nextAttempt: nil)
        return connection
      } catch {
        guard case .unreachable = error else { throw error }
        let connection = try await connect(to: substitute)
        substitution.noteServer(nextAttempt: .now + substitute.maximumAge)
        return connection
      }
    }

    private func connectToServer() async throws(PostgreSQLError) -> PostgreSQLConnection {
      try await prepared(
        try await PostgreSQLConnection.connect(
          to: configuration.location, timeout: configuration.connectTimeout,
          on: configuration.thread))
    }

    private func prepared(
      _ connection: PostgreSQLConnection
    ) async throws(PostgreSQLError) -> PostgreSQLConnection {
      guard !configuration.preparation.isEmpty else { return connection }
      do throws(PostgreSQLError) {
        _ = try await connection.run(
          configuration.preparation, timeout: configuration.connectTimeout)
      } catch {
        await connection.close()
        throw error
      }
      return connection
    }

    private func connect(
      to substitute: Substitute
    ) async throws(PostgreSQLError) -> PostgreSQLConnection {
      let connection = try await prepared(
        try await PostgreSQLConnection.connect(
          to: substitute.location, timeout: configuration.connectTimeout,
          on: configuration.thread))
      do throws(PostgreSQLError) {
        try await Self.wait(for: substitute.condition, on: connection)
      } catch {
        await connection.close()
        throw error
      }
      substitution.note(connection, maximumAge: substitute.maximumAge)
      return connection
    }

    private static func wait(
      for condition: Statement, on connection: PostgreSQLConnection
    ) async throws(PostgreSQLError) {
      for _ in 0..<40 {
        if try await connection.run([condition])[0][0].boolean(0) { return }
        try? await Task.sleep(for: .milliseconds(50))
      }
      throw .unreachable("a standby has not caught up")
    }
  }
#endif
