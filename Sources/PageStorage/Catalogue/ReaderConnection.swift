// SPDX-License-Identifier: Apache-2.0

import GRDB
import GalleryModel

/// A connection that reads, of one user at a time.
///
/// It is safe to pass on between threads as long as only ``ReaderConnections`` does so, under its
/// lock: who took it from there is alone with it. That is also why ``page(_:)`` may leave out the
/// queue that GRDB puts in front of a connection.
final class ReaderConnection: @unchecked Sendable {
  private let queue: DatabaseQueue
  /// Ready to run, because finding it by its text takes a tenth of a lookup.
  private var pageByID: Statement?

  init(path: String, configuration: Configuration) throws {
    queue = try DatabaseQueue(path: path, configuration: configuration)
  }

  deinit { try? close() }

  /// Ends the connection; nothing else may be asked of it.
  func close() throws {
    pageByID = nil
    try queue.close()
  }

  /// Runs a read.
  func read<Result>(_ body: (Database) throws -> Result) throws -> Result {
    try queue.unsafeRead { db in
      do {
        return try body(db)
      } catch {
        throw CatalogueFailure.error(error, in: db)
      }
    }
  }

  /// Returns the entry of a page, wherever it is.
  func page(_ id: PageID) throws -> PageRow? {
    let statement = try pageByID ?? queue.unsafeRead { try $0.makeStatement(sql: PageRow.query) }
    pageByID = statement
    do {
      return try PageRow.fetch(statement, id)
    } catch {
      throw queue.unsafeRead { CatalogueFailure.error(error, in: $0) }
    }
  }
}
