// SPDX-License-Identifier: Apache-2.0
#if PostgreSQL

  import Dispatch

  /// Connections to one server, which tasks use in turn.
  public actor ConnectionPool {
    /// The settings of a pool.
    public struct Configuration: Sendable {
      /// The server, see ``PostgreSQLConnection/connect(to:timeout:on:)``.
      public var location: String

      /// The maximum number of connections, at least 1.
      public var limit = 8

      /// The maximum time in which a connection is made.
      public var connectTimeout = Duration.seconds(10)

      /// The maximum time in which a task waits for a connection that others use.
      public var waitTimeout = Duration.seconds(10)

      /// The statements that each new connection runs first.
      public var preparation: [Statement] = []

      /// The thread that waits for the sockets; the tasks that use the connections may prefer it as well.
      public var thread = SocketThread.shared

      /// The server to use while that of ``location`` cannot be reached, `nil` for none.
      public var substitute: Substitute?

      /// Creates settings for a server.
      public init(location: String) { self.location = location }
    }

    private struct Waiter {
      let number: Int
      let continuation: CheckedContinuation<PostgreSQLConnection?, any Error>
    }

    let configuration: Configuration
    /// What is known of the server and its substitute.
    var substitution = Substitution()
    private var idle: [PostgreSQLConnection] = []
    /// The number of connections that are idle, in use, or being made.
    private(set) var count = 0
    private var waiters: [Waiter] = []
    private var lastNumber = 0
    private var isClosed = false

    /// Creates a pool, which connects when it is used.
    public init(_ configuration: Configuration) {
      precondition(configuration.limit > 0, "a pool has at least one connection")
      self.configuration = configuration
    }

    /// Calls a function with a connection that nobody else uses meanwhile.
    ///
    /// A transaction that the function leaves open is rolled back, and a lost connection is not used again.
    /// Waiting tasks get connections in the order of their calls.
    ///
    /// - Parameter body: The function, which does not keep the connection.
    /// - Returns: What the function returns.
    /// - Throws: The errors of the function; `PostgreSQLError.busy`, `.closed`, `.unreachable`.
    public nonisolated func withConnection<Value: Sendable>(
      _ body: @Sendable (PostgreSQLConnection) async throws(PostgreSQLError) -> Value
    ) async throws(PostgreSQLError) -> Value {
      let connection = try await take()
      let outcome: Result<Value, PostgreSQLError>
      do throws(PostgreSQLError) {
        outcome = .success(try await body(connection))
      } catch {
        outcome = .failure(error)
      }
      await clean(connection)
      await giveBack(connection)
      return try outcome.get()
    }

    /// Closes idle connections, and those in use when they are given back.
    ///
    /// Tasks that wait, and later ones, throw `PostgreSQLError.closed`.
    public func close() async {
      isClosed = true
      for waiter in waiters { waiter.continuation.resume(throwing: PostgreSQLError.closed) }
      waiters = []
      let closed = idle
      (idle, count) = ([], count - closed.count)
      for connection in closed { await connection.close() }
    }
  }

  // MARK: - Taking and giving back

  extension ConnectionPool {
    private func take() async throws(PostgreSQLError) -> PostgreSQLConnection {
      if isClosed { throw .closed }
      while let connection = idle.popLast() {
        if isCurrent(connection), await connection.checkIsUsable() { return connection }
        await discard(connection)
      }
      if count < configuration.limit { return try await make() }
      if let connection = try await waitForConnection() { return connection }
      return try await make(isCounted: true)
    }

    /// Makes a connection; its place is free again if that fails.
    private func make(isCounted: Bool = false) async throws(PostgreSQLError) -> PostgreSQLConnection
    {
      if !isCounted { count += 1 }
      do throws(PostgreSQLError) {
        return try await connect()
      } catch {
        freePlace()
        throw error
      }
    }

    /// Waits in line; `nil` is the place of a lost connection.
    private func waitForConnection() async throws(PostgreSQLError) -> PostgreSQLConnection? {
      lastNumber += 1
      let number = lastNumber
      let timer = Task { [configuration] in
        try await Task.sleep(for: configuration.waitTimeout)
        giveUp(number)
      }
      defer { timer.cancel() }
      do {
        return try await withCheckedThrowingContinuation { continuation in
          waiters.append(Waiter(number: number, continuation: continuation))
        }
      } catch {
        throw error as? PostgreSQLError ?? .closed
      }
    }

    private func giveUp(_ number: Int) {
      guard let index = waiters.firstIndex(where: { $0.number == number }) else { return }
      let error = PostgreSQLError.busy(waited: configuration.waitTimeout)
      waiters.remove(at: index).continuation.resume(throwing: error)
    }

    /// Ends a transaction that was left open.
    private func clean(_ connection: PostgreSQLConnection) async {
      guard await connection.isUsable, await connection.isInTransaction else { return }
      _ = try? await connection.run([Statement("ROLLBACK")])
    }

    private func giveBack(_ connection: PostgreSQLConnection) async {
      guard await connection.isUsable, !isClosed, isCurrent(connection) else {
        return await discard(connection)
      }
      if waiters.isEmpty {
        idle.append(connection)
      } else {
        waiters.removeFirst().continuation.resume(returning: connection)
      }
    }

    private func discard(_ connection: PostgreSQLConnection) async {
      substitution.forget(connection)
      await connection.close()
      freePlace()
    }

    /// Gives the place of a connection to the next waiter, which makes its own.
    private func freePlace() {
      if waiters.isEmpty {
        count -= 1
      } else {
        waiters.removeFirst().continuation.resume(returning: nil)
      }
    }
  }
#endif
