// SPDX-License-Identifier: Apache-2.0

import GRDB
import Synchronization

/// The connections that read, as many as are used at a time.
final class ReaderConnections: Sendable {
  private struct State {
    var idle: [ReaderConnection] = []
    var isClosed = false
  }

  /// How often a read is begun that others disturb, where they cannot be kept away.
  private static let attemptLimit = 100

  private let path: String
  private let configuration: Configuration
  private let isAlone: Bool
  private let state = Mutex(State())

  /// Creates the connections of a catalogue.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - configuration: How a connection is set up.
  ///   - isAlone: Whether no connection of this process writes, so that SQLite may be unable to make
  ///     the file that it shares with others.
  init(path: String, configuration: Configuration, isAlone: Bool = false) {
    self.path = path
    self.isAlone = isAlone
    var configuration = configuration
    configuration.readonly = true
    // A snapshot is a transaction of its own making, see `Catalogue.read`.
    configuration.allowsUnsafeTransactions = true
    self.configuration = configuration
  }

  /// Calls `body` with a connection that nobody else uses meanwhile.
  ///
  /// Where others cannot be kept from writing, it is called again if the result may be of two states of
  /// the catalogue.
  func with<Result>(_ body: (ReaderConnection) throws -> Result) throws(PageStoreError) -> Result {
    do {
      guard !isAlone else { return try withUndisturbed(body) }
      let connection = try take()
      defer { giveBack(connection) }
      return try body(connection)
    } catch {
      throw CatalogueFailure.error(error)
    }
  }

  private func withUndisturbed<Result>(
    _ body: (ReaderConnection) throws -> Result
  ) throws -> Result {
    for _ in 0..<Self.attemptLimit {
      let connection = try take()
      let outcome = Swift.Result { try body(connection) }
      let isSound = connection.isCurrent && !Self.isAboutSharing(outcome)
      if isSound { giveBack(connection) } else { try? connection.close() }
      if isSound { return try outcome.get() }
    }
    throw PageStoreError.locked(waited: .zero)
  }

  private func take() throws -> ReaderConnection {
    while true {
      let idle: ReaderConnection? = try state.withLock { state in
        guard !state.isClosed else { throw PageStoreError.closed }
        return state.idle.popLast()
      }
      guard let idle else { return try open() }
      if idle.isCurrent { return idle }
      try? idle.close()
    }
  }

  private func giveBack(_ connection: ReaderConnection) {
    let isClosed = state.withLock { state in
      if !state.isClosed { state.idle.append(connection) }
      return state.isClosed
    }
    if isClosed { try? connection.close() }
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
  // In KiB: pages all over a document of a million, which SQLite's 2 MB do not hold.
  private static let cacheSize = "PRAGMA cache_size = -8192"

  private func open() throws -> ReaderConnection {
    do {
      return try connection(path, Self.cacheSize)
    } catch let error as DatabaseError where isAlone && CatalogueFailure.isAboutSharing(error) {
      return try openAlone()
    }
  }

  private func openAlone() throws -> ReaderConnection {
    let files = CatalogueFiles(at: path)
    // First of all, so that the index of a log is not looked for in a file.
    let settings = "PRAGMA locking_mode = EXCLUSIVE; " + Self.cacheSize
    return try connection(files.name, settings, files)
  }

  private func connection(
    _ name: String, _ settings: String, _ files: CatalogueFiles? = nil
  ) throws -> ReaderConnection {
    var configuration = configuration
    configuration.prepareDatabase { db in try db.execute(sql: settings) }
    return try ReaderConnection(
      path: name, configuration: configuration, isAlone: isAlone, files: files)
  }

  /// Whether a read failed because a process was killed whose work nobody can finish here.
  private static func isAboutSharing<Result>(_ outcome: Swift.Result<Result, any Error>) -> Bool {
    guard case .failure(let error as DatabaseError) = outcome else { return false }
    return CatalogueFailure.isAboutSharing(error)
  }
}
