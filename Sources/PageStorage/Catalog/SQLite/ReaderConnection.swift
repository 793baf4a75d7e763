// SPDX-License-Identifier: Apache-2.0

import GRDB
import GalleryPages

/// A read-only connection for one user at a time.
///
/// It may move between threads as long as only ``ReaderConnections`` hands it out, under its lock,
/// to one user at a time. For the same reason, ``page(_:)`` may bypass the queue that GRDB puts in
/// front of a connection.
final class ReaderConnection: @unchecked Sendable {
  private let queue: DatabaseQueue
  /// Whether SQLite may have been unable to create the -shm file.
  private let isAlone: Bool
  /// The files that must stay unchanged, `nil` if SQLite isolates the connection from writers.
  private let files: CatalogFileSnapshot?
  /// The version behind the views, `nil` if the catalog is of the current version.
  private let earlierVersion: Int64?
  /// The generation of the catalog that it reads.
  var generation = 0
  /// Prepared once: GRDB would search for it by its text at each lookup.
  private var pageByID: Statement?

  init(
    _ queue: DatabaseQueue, isAlone: Bool = false, files: CatalogFileSnapshot? = nil
  ) throws {
    earlierVersion = try queue.unsafeRead { db in try CatalogViews.version(of: db) }
    self.isAlone = isAlone
    self.files = files
    self.queue = queue
  }

  deinit { try? close() }

  /// Closes the connection as soon as that does not release locks of this process.
  private func closeWithoutLocks(_ files: CatalogFileSnapshot) {
    let queue = TransferredValue(queue)
    guard let file = files.file else { return }
    CatalogLocks.close(file) { try? queue.value.close() }
  }

  /// Returns whether the connection reads the current state.
  func isCurrent() throws -> Bool { try files?.areCurrent() ?? true && hasPresentTables() }

  /// Returns whether the tables are unchanged since the connection was opened.
  func hasPresentTables() throws -> Bool {
    guard let earlierVersion else { return true }
    return try read { db in try CatalogViews.stand(for: earlierVersion, in: db) }
  }

  /// Closes the connection, which must not be used afterwards.
  func close() throws {
    pageByID = nil
    if let files { closeWithoutLocks(files) } else { try queue.close() }
  }

  /// Runs a read.
  func read<Result>(_ body: (Database) throws -> Result) throws -> Result {
    try queue.unsafeRead { db in
      do {
        return try body(db)
      } catch {
        throw failure(error, in: db)
      }
    }
  }

  /// Returns the entry of a page, which may be in the trash.
  func page(_ id: PageID) throws -> PageRow? {
    let statement = try pageByID ?? queue.unsafeRead { try $0.makeStatement(sql: PageRow.query) }
    pageByID = statement
    do {
      return try PageRow.fetch(statement, id)
    } catch {
      throw queue.unsafeRead { failure(error, in: $0) }
    }
  }

  private func failure(_ error: any Error, in db: Database) -> any Error {
    // A reader without writers then opens a connection in another mode.
    if isAlone, let error = error as? DatabaseError, CatalogErrorConversion.isAboutSharing(error) {
      return error
    }
    return CatalogErrorConversion.error(error, in: db)
  }
}
