// SPDX-License-Identifier: Apache-2.0
#if PostgreSQL
  import FoundationEssentials
  import PageStorage
  import PostgreSQLClient
  import Synchronization

  /// The tokens of a store and the sessions of browsers in tables beside the store's catalog.
  ///
  /// Several servers may use them. Each decides requests with what it has read at most a second ago; its own
  /// changes it knows at once.
  final class RemoteAccessDatabase: AccessStorage {
    /// The longest time for which a change of another process may be unknown.
    static let maximumAge = Duration.seconds(1)

    /// The age of tokens among which unknown credentials are looked for: those who guess cause no more reads.
    private static let newestAge = Duration.milliseconds(5)

    /// The maximum time of a transaction.
    static let timeout = Duration.seconds(5)

    struct State {
      var snapshot = AccessSnapshot()
      var version: Int64?
      /// Whether there were tables at any time: what was closed does not open by itself.
      var hasFoundTables = false
      /// A time at which the snapshot was the present one.
      var time: ContinuousClock.Instant?
      /// The number of changes of this process, which make what is being read meanwhile outdated.
      var changeCount = 0
      var reading: (changeCount: Int, task: Task<Outcome, Never>)?

      func snapshot(maximumAge: Duration) -> AccessSnapshot? {
        time.flatMap { .now - $0 < maximumAge ? snapshot : nil }
      }
    }

    typealias Outcome = Result<AccessSnapshot, AccessDatabaseError>

    /// The location of the store without its password, for messages.
    let name: String
    private let pool: ConnectionPool
    let state = Mutex(State())

    /// Creates the access to the tokens of a store; nothing is connected yet.
    init(_ location: ServedLocation) {
      name = location.description
      var configuration = ConnectionPool.Configuration(location: location.database)
      configuration.limit = 2
      configuration.preparation = [.durability]
      configuration.connectTimeout = Self.timeout
      configuration.substitute = location.standby.map { .standby(at: $0) }
      pool = ConnectionPool(configuration)
    }

    func recentSnapshot() -> AccessSnapshot? {
      state.withLockIfAvailable { $0.snapshot(maximumAge: Self.maximumAge) } ?? nil
    }

    /// Returns the tokens and sessions as they were at most a second ago; one task reads them for all that wait.
    func presentSnapshot() async throws(AccessDatabaseError) -> AccessSnapshot {
      try await snapshot(maximumAge: Self.maximumAge)
    }

    func newestSnapshot() async throws(AccessDatabaseError) -> AccessSnapshot {
      // What is being read may have begun before the credentials were added.
      if let begun = state.withLock(\.reading) { _ = await begun.task.value }
      return try await snapshot(maximumAge: Self.newestAge)
    }

    private func snapshot(
      maximumAge: Duration
    ) async throws(AccessDatabaseError) -> AccessSnapshot {
      if let recent = state.withLock({ $0.snapshot(maximumAge: maximumAge) }) { return recent }
      let task = state.withLock { state in
        if let reading = state.reading, reading.changeCount == state.changeCount {
          return reading.task
        }
        let changeCount = state.changeCount
        let task = Task { await self.update(changeCount) }
        state.reading = (changeCount, task)
        return task
      }
      return try await task.value.get()
    }

    /// Reads the tokens and sessions if they have changed.
    private func update(_ changeCount: Int) async -> Outcome {
      let begin = ContinuousClock.now
      let known = state.withLock { (version: $0.version, snapshot: $0.snapshot) }
      let found = await outcome { connection throws(PostgreSQLError) in
        try await self.snapshot(known.version, known.snapshot, connection)
      }
      return state.withLock { state in
        if state.reading?.changeCount == changeCount { state.reading = nil }
        if case .success(let found) = found, state.changeCount == changeCount {
          (state.version, state.snapshot, state.time) = (found.version, found.snapshot, begin)
        }
        return found.map(\.snapshot)
      }
    }

    private func snapshot(
      _ version: Int64?, _ snapshot: AccessSnapshot, _ connection: PostgreSQLConnection
    ) async throws(PostgreSQLError) -> (version: Int64?, snapshot: AccessSnapshot) {
      guard try await Self.areTablesMade(connection) else {
        if state.withLock(\.hasFoundTables) {
          throw .unexpectedValue("the tables were dropped while the server ran")
        }
        return (nil, AccessSnapshot())
      }
      state.withLock { $0.hasFoundTables = true }
      if let version {
        let rows = try await connection.run([RemoteAccessRows.version], timeout: Self.timeout)
        if try rows[0].firstRow().integer(0) == version { return (version, snapshot) }
      }
      let rows = try await connection.run(
        [
          Statement("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"), RemoteAccessRows.version,
          RemoteAccessRows.tokens, RemoteAccessRows.sessions, Statement("COMMIT"),
        ], timeout: Self.timeout)
      let (tokens, sessions) = (try Self.records(rows[2]), try Self.sessions(rows[3]))
      // They are made with the first token, and none is ever removed: lost rows must not open the store.
      guard !tokens.isEmpty else {
        throw .unexpectedValue("there are tables of tokens without a token; add one")
      }
      return (
        try rows[1].firstRow().integer(0), AccessSnapshot(tokens: tokens, sessions: sessions)
      )
    }

    static func areTablesMade(
      _ connection: PostgreSQLConnection
    ) async throws(PostgreSQLError) -> Bool {
      let rows = try await connection.run([RemoteAccessRows.areTablesMade], timeout: timeout)
      return try rows[0][0].boolean(0)
    }

    static func records(_ rows: Rows) throws(PostgreSQLError) -> [TokenRecord] {
      try rows.map { row throws(PostgreSQLError) in try TokenRow(row).foundRecord() }
    }

    private static func sessions(_ rows: Rows) throws(PostgreSQLError) -> [BrowserSession] {
      try rows.map { row throws(PostgreSQLError) in try SessionRow(row).foundSession() }
    }

    func close() async { await pool.close() }
  }

  // MARK: - Rights

  extension RemoteAccessDatabase {
    func refusal() async -> AccessDatabaseError? {
      let lack = await outcome { connection throws(PostgreSQLError) in
        let rows = try await connection.run([RemoteAccessRows.lack], timeout: Self.timeout)[0]
        return try rows.first.map { row throws(PostgreSQLError) in
          (tables: try row.optionalText(0), grant: try row.optionalText(1))
        }
      }
      switch lack {
      case .failure(let error): return error
      case .success((let tables?, _)?): return .damaged(path: name, reason: "\(tables) is missing")
      case .success((nil, let grant?)?):
        return .denied(path: name, reason: "run '\(grant)' as the owner of the tables")
      case .success: return nil
      }
    }
  }

  // MARK: - Errors

  extension RemoteAccessDatabase {
    /// Runs a function with a connection of the pool.
    func run<Value: Sendable>(
      _ body: @Sendable (PostgreSQLConnection) async throws(PostgreSQLError) -> Value
    ) async throws(PostgreSQLError) -> Value {
      try await pool.withConnection(body)
    }

    func outcome<Value: Sendable>(
      _ body: @Sendable (PostgreSQLConnection) async throws(PostgreSQLError) -> Value
    ) async -> Result<Value, AccessDatabaseError> {
      do throws(PostgreSQLError) {
        return .success(try await run(body))
      } catch {
        return .failure(converted(error))
      }
    }

    func converted(_ error: PostgreSQLError) -> AccessDatabaseError {
      switch error {
      case .unexpectedValue(let reason): .damaged(path: name, reason: reason)
      case .refused(let refusal) where refusal.sqlState == "25006": .readOnly(path: name)
      case .refused(let refusal) where refusal.sqlState == "53100": .full(path: name)
      case .refused(let refusal) where refusal.sqlState == "42501":
        .denied(path: name, reason: refusal.message)
      case .refused(let refusal): .failed(path: name, reason: refusal.message)
      case .unreachable(let reason), .lost(let reason): .failed(path: name, reason: reason)
      case .timedOut: .failed(path: name, reason: "the database did not answer in time")
      case .busy: .failed(path: name, reason: "all connections to the database are in use")
      case .closed: .failed(path: name, reason: "the connections to the database were closed")
      }
    }
  }
#endif
