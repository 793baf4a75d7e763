// SPDX-License-Identifier: Apache-2.0

import GRDB
import GalleryPages

/// A connection that reads, of one user at a time.
///
/// It is safe to pass on between threads as long as only ``ReaderConnections`` does so, under its
/// lock: who took it from there is alone with it. That is also why ``page(_:)`` may leave out the
/// queue that GRDB puts in front of a connection.
final class ReaderConnection: @unchecked Sendable {
  private let queue: DatabaseQueue
  /// Whether SQLite may have been unable to make the file that its processes share.
  private let isAlone: Bool
  /// What the connection takes for unchanged, `nil` if SQLite keeps it from what others write.
  private let files: CatalogueFiles?
  /// The version that views stand for, `nil` if the catalogue was of the present one.
  private let earlierVersion: Int64?
  /// Which of the catalogues that there were one after the other it reads.
  var generation = 0
  /// Ready to run: GRDB would look for it by its text at each lookup.
  private var pageByID: Statement?

  init(
    _ queue: DatabaseQueue, isAlone: Bool = false, files: CatalogueFiles? = nil
  ) throws {
    earlierVersion = try queue.unsafeRead { db in try CatalogueViews.version(of: db) }
    self.isAlone = isAlone
    self.files = files
    self.queue = queue
  }

  deinit { try? close() }

  /// Ends the connection, as soon as that takes no locks of this process away.
  private func closeWithoutLocks(_ files: CatalogueFiles) {
    let queue = TransferredValue(queue)
    guard let file = files.file else { return }
    CatalogueLocks.close(file) { try? queue.value.close() }
  }

  /// Whether the connection reads what is there now.
  func isCurrent() throws -> Bool { try files?.areCurrent() ?? true && hasPresentTables() }

  /// Whether nobody has given the catalogue other tables since it was opened.
  func hasPresentTables() throws -> Bool {
    guard let earlierVersion else { return true }
    return try read { db in try CatalogueViews.stand(for: earlierVersion, in: db) }
  }

  /// Ends the connection; nothing else may be asked of it.
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

  /// Returns the entry of a page, wherever it is.
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
    // Whoever reads alone opens another connection then, in another way.
    if isAlone, let error = error as? DatabaseError, CatalogueFailure.isAboutSharing(error) {
      return error
    }
    return CatalogueFailure.error(error, in: db)
  }
}
