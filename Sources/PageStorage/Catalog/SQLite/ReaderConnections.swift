// SPDX-License-Identifier: Apache-2.0

import GRDB
import Synchronization

/// A pool of read connections, as many as are used concurrently.
final class ReaderConnections: Sendable {
  private struct State {
    var idle: [ReaderConnection] = []
    var isClosed = false
    var isSuspended = false
    /// The number of times that the catalog was replaced.
    var generation = 0
  }

  /// The maximum number of attempts at a read that other processes disturb.
  private static let attemptLimit = 100

  private let folder: StoreFolder
  private let configuration: Configuration
  private let isAlone: Bool
  private let state = Mutex(State())

  /// Creates the connections of a catalog.
  ///
  /// - Parameters:
  ///   - folder: The store.
  ///   - configuration: The configuration of a connection.
  ///   - isAlone: Whether no connection of this process writes, so that SQLite may be unable to
  ///     create the -shm file.
  init(_ folder: StoreFolder, configuration: Configuration, isAlone: Bool = false) {
    self.folder = folder
    self.isAlone = isAlone
    var configuration = configuration
    configuration.readonly = true
    // Snapshots use explicit transactions, see `Catalog.read`.
    configuration.allowsUnsafeTransactions = true
    self.configuration = configuration
  }

  /// Calls `body` with a connection that is not in use otherwise.
  ///
  /// Without locks, it is called again if the result may mix two states of the catalog. It is also
  /// called again after another process has migrated the catalog.
  func with<Result>(_ body: (ReaderConnection) throws -> Result) throws(PageStoreError) -> Result {
    do {
      guard !isAlone else { return try withUndisturbed(body) }
      return try withPresentTables(body)
    } catch {
      throw CatalogErrorConversion.error(error)
    }
  }

  private func withPresentTables<Result>(
    _ body: (ReaderConnection) throws -> Result
  ) throws -> Result {
    for _ in 0..<Self.attemptLimit {
      let connection = try take()
      let outcome = Swift.Result { try body(connection) }
      let isSound = try connection.hasPresentTables()
      if isSound { giveBack(connection) } else { try? connection.close() }
      if isSound { return try outcome.get() }
    }
    throw PageStoreError.locked(waited: .zero)
  }

  private func withUndisturbed<Result>(
    _ body: (ReaderConnection) throws -> Result
  ) throws -> Result {
    for _ in 0..<Self.attemptLimit {
      let taken = Swift.Result { try take() }
      if Self.isAboutSharing(taken) { continue }
      let connection = try taken.get()
      let outcome = Swift.Result { try body(connection) }
      let isSound = try connection.isCurrent() && !Self.isAboutSharing(outcome)
      if isSound { giveBack(connection) } else { try? connection.close() }
      if isSound { return try outcome.get() }
    }
    throw PageStoreError.locked(waited: .zero)
  }

  private func take() throws -> ReaderConnection {
    while true {
      let (idle, generation, isSuspended) = try state.withLock { state in
        guard !state.isClosed else { throw PageStoreError.closed }
        return (
          state.isSuspended ? nil : state.idle.popLast(), state.generation, state.isSuspended
        )
      }
      // A read must not wait on its own thread for a repair.
      guard !isSuspended else { throw PageStoreError.locked(waited: .zero) }
      guard let idle else {
        let connection = try open()
        connection.generation = generation
        return connection
      }
      if try idle.isCurrent() { return idle }
      try? idle.close()
    }
  }

  private func giveBack(_ connection: ReaderConnection) {
    let isClosed = state.withLock { state in
      let isLate = state.isClosed || state.generation != connection.generation
      if !isLate { state.idle.append(connection) }
      return isLate
    }
    if isClosed { try? connection.close() }
  }

  /// Runs a closure while no read can start.
  ///
  /// - Throws: `PageStoreError.closed`.
  func suspended<Result>(_ body: () -> Result) throws(PageStoreError) -> Result {
    let idle = try state.withLock { (state) throws(PageStoreError) in
      guard !state.isClosed else { throw PageStoreError.closed }
      state.isSuspended = true
      state.generation += 1
      defer { state.idle = [] }
      return state.idle
    }
    for connection in idle { try? connection.close() }
    defer { state.withLock { $0.isSuspended = false } }
    return body()
  }

  func close() {
    let idle = state.withLock { state in
      state.isClosed = true
      defer { state.idle = [] }
      return state.idle
    }
    for connection in idle { try? connection.close() }
  }
}

// MARK: - Opening

extension ReaderConnections {
  // In KiB: lookups spread over a document of a million pages exceed SQLite's 2 MB.
  private static let cacheSize = "PRAGMA cache_size = -8192"

  /// The time within which a process usually finishes closing the catalog.
  private static let closingTimeout = Duration.milliseconds(200)

  private func open() throws -> ReaderConnection {
    guard isAlone else {
      return try ReaderConnection(connection(CatalogConnection.shared(folder.catalog)))
    }
    let files = try CatalogFileSnapshot(folder)
    do {
      if files.areShared, let shared = try openShared(files) { return shared }
      return try openAlone(files)
    } catch {
      // The files were changed or removed meanwhile.
      guard try !files.areCurrent() else { throw error }
      throw DatabaseError(resultCode: .SQLITE_READONLY, message: "\(error)")
    }
  }

  /// Reads concurrently with writers, using their -shm file without writing to it.
  ///
  /// - Returns: `nil` if that file does not cover the log, or if a process that was the last to
  ///   close the catalog still locks it: no process changes it then.
  private func openShared(_ files: CatalogFileSnapshot) throws -> ReaderConnection? {
    do {
      let queue = try connection(
        CatalogConnection.observing(folder.catalog), lockTimeout: Self.closingTimeout)
      try queue.unsafeRead { db in try db.each("SELECT 1 FROM document LIMIT 1") { _ in } }
      return try ReaderConnection(queue, isAlone: true)
    } catch  where CatalogErrorConversion.isAboutSharing(error) || Self.isLock(error) {
      return nil
    }
  }

  private func openAlone(_ files: CatalogFileSnapshot) throws -> ReaderConnection {
    if files.hasLog { try folder.synchronizeLog() }
    // First of all, so that the index of the log is not expected in a file.
    let queue = try connection(files.name, first: "PRAGMA locking_mode = EXCLUSIVE")
    return try ReaderConnection(queue, isAlone: true, files: files)
  }

  private func connection(
    _ name: String, first setting: String? = nil, lockTimeout: Duration? = nil
  ) throws -> DatabaseQueue {
    var configuration = configuration
    if let lockTimeout {
      let retries = LockRetryPolicy(lockTimeout)
      configuration.busyMode = .callback { retries.waitToRetry(attempt: $0) }
    }
    if let setting { configuration.prepareDatabase { db in try db.execute(sql: setting) } }
    configuration.prepareDatabase { db in try db.execute(sql: Self.cacheSize) }
    return try CatalogConnection.open(named: name, configuration)
  }

  private static func isLock(_ error: any Error) -> Bool {
    if case .locked = CatalogErrorConversion.error(error) { true } else { false }
  }

  /// Returns whether a read failed because files changed or need a recovery that is not possible
  /// here.
  private static func isAboutSharing<Result>(_ outcome: Swift.Result<Result, any Error>) -> Bool {
    guard case .failure(let error as DatabaseError) = outcome else { return false }
    return CatalogErrorConversion.isAboutSharing(error)
  }
}
