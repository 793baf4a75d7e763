// SPDX-License-Identifier: Apache-2.0

import GRDB
import Synchronization

/// The connections that read, as many as are used at a time.
final class ReaderConnections: Sendable {
  private struct State {
    var idle: [ReaderConnection] = []
    var isClosed = false
  }

  private let path: String
  private let configuration: Configuration
  private let state = Mutex(State())

  init(path: String, configuration: Configuration) {
    self.path = path
    var configuration = configuration
    configuration.readonly = true
    // A snapshot is a transaction of its own making, see `Catalogue.read`.
    configuration.allowsUnsafeTransactions = true
    configuration.prepareDatabase { db in
      // In KiB: pages all over a document of a million, which SQLite's 2 MB do not hold.
      try db.execute(sql: "PRAGMA cache_size = -8192")
    }
    self.configuration = configuration
  }

  /// Calls `body` with a connection that nobody else uses meanwhile.
  func with<Result>(_ body: (ReaderConnection) throws -> Result) throws(PageStoreError) -> Result {
    do {
      let connection = try take()
      defer { giveBack(connection) }
      return try body(connection)
    } catch {
      throw CatalogueFailure.error(error)
    }
  }

  private func take() throws -> ReaderConnection {
    let idle: ReaderConnection? = try state.withLock { state in
      guard !state.isClosed else { throw PageStoreError.closed }
      return state.idle.popLast()
    }
    return try idle ?? ReaderConnection(path: path, configuration: configuration)
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
