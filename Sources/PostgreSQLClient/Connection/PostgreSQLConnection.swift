// SPDX-License-Identifier: Apache-2.0
#if PostgreSQL

  import CLibPQ
  import Dispatch

  /// A connection to a PostgreSQL server, in pipeline mode. No thread waits for its network.
  ///
  /// One task uses it at a time: the next call may begin when the one before has returned.
  public actor PostgreSQLConnection {
    /// The number of statements that a connection prepares and keeps.
    static let preparedLimit = 256

    let libpq: ConnectionHandle
    let watch: SocketWatch
    /// The names of the prepared statements, by their text.
    var prepared: [String: String] = [:]
    var isRunning = false
    var failure: PostgreSQLError?

    init(_ libpq: ConnectionHandle, _ watch: SocketWatch) {
      self.libpq = libpq
      self.watch = watch
    }

    deinit { watch.close() }

    /// Whether further statements can be sent.
    public var isUsable: Bool { failure == nil && !isRunning }

    /// Returns whether further statements can be sent, also after a look at what the server has sent unasked,
    /// such as the end of the connection.
    func checkIsUsable() -> Bool {
      guard isUsable else { return false }
      if libpq.readUnasked() { return true }
      failure = libpq.loss
      end()
      return false
    }

    /// Whether a transaction is open, also one that has failed and only can be rolled back.
    public var isInTransaction: Bool { libpq.isInTransaction }

    /// Closes the connection; the server rolls back an open transaction.
    public func close() {
      failure = failure ?? .lost("the connection was closed")
      watch.close()
      if !isRunning { libpq.finish() }
    }

    /// Runs statements in one round trip.
    ///
    /// Without `BEGIN` among them, they are one transaction. If one is refused, the rest is not run. Cancelling
    /// the task has no effect.
    ///
    /// - Parameters:
    ///   - statements: The statements, in order.
    ///   - timeout: The time after which the connection is closed.
    /// - Returns: The rows of each statement.
    /// - Throws: `PostgreSQLError.refused`, `.lost`, `.timedOut`.
    /// - Precondition: No other call is running.
    public func run(
      _ statements: [Statement], timeout: Duration = .seconds(30)
    ) async throws(PostgreSQLError) -> [Rows] {
      try begin(timeout)
      defer { end() }
      do throws(PostgreSQLError) {
        let steps = try send(statements)
        try await flush()
        return try await receive(steps)
      } catch {
        if !error.leavesConnectionUsable { failure = error }
        throw error
      }
    }

    /// Begins a call that ends at a time.
    func begin(_ timeout: Duration) throws(PostgreSQLError) {
      precondition(!isRunning, "two tasks use one connection")
      if let failure { throw failure }
      isRunning = true
      watch.setDeadline(.now() + timeout)
    }

    func end() {
      isRunning = false
      guard failure != nil else { return }
      watch.close()
      libpq.finish()
    }
  }

  extension DispatchTime {
    static func + (time: Self, duration: Duration) -> Self {
      let (seconds, attoseconds) = duration.components
      return time + DispatchTimeInterval.seconds(Int(seconds))
        + DispatchTimeInterval.nanoseconds(Int(attoseconds / 1_000_000_000))
    }
  }
#endif
