// SPDX-License-Identifier: Apache-2.0

import GRDB
import GalleryPages
import Synchronization

extension Catalog {
  /// Runs a change in a transaction.
  func commit<Result>(
    _ body: (Database) throws -> Result
  ) throws(PageStoreError) -> Result {
    try onWriter { db in
      if hasFailedCommit.withLock(\.self) { try takeBackFailedCommit(db) }
      var result: Result?
      do {
        try db.inTransaction(.immediate) {
          // From here on the write lock prevents other changes.
          try CatalogConnection.checkVersion(of: db)
          try openFile.withLock { try $0?.checkIsInPlace() }
          result = try body(db)
          return .commit
        }
      } catch {
        // Before any other use of the connection, which holds the error details.
        let failure = CatalogErrorConversion.error(error, in: db)
        if result != nil {
          hasFailedCommit.withLock { $0 = true }
          try? takeBackCommit(db)
        }
        throw CatalogErrorConversion.isAboutSync(error) ? failure : cause(of: failure)
      }
      guard let result else { throw PageStoreError.cancelled }
      return result
    }
  }

  /// Takes back the commit that failed before, and that could not be taken back then.
  private func takeBackFailedCommit(_ db: Database) throws(PageStoreError) {
    do {
      try takeBackCommit(db)
    } catch {
      throw cause(of: CatalogErrorConversion.error(error, in: db))
    }
  }

  /// Returns why a change failed: a file system that became read-only fails in many ways.
  func cause(of error: PageStoreError) -> PageStoreError {
    guard case .io = error else { return error }
    do throws(PageStoreError) {
      try folder.incoming.checkTakesFiles()
      return error
    } catch let found {
      return found == .readOnly ? .readOnly : error
    }
  }

  /// Ensures that a failed commit never takes effect.
  ///
  /// If the log was written and only its sync failed, SQLite discards the change, but a recovery
  /// after a crash would find it in the log. The next commit overwrites it, and nothing else is
  /// written before that. The commit must change something, because SQLite would otherwise write
  /// nothing.
  private func takeBackCommit(_ db: Database) throws {
    try db.inTransaction(.immediate) {
      try CatalogConnection.checkVersion(of: db)
      guard let next = try db.counter(.page), next < DocumentRow.maximumID else {
        throw PageStoreError.corrupted(.catalog(message: CatalogFault.pageCounter))
      }
      try db.set(.page, to: next + 1)
      return .commit
    }
    hasFailedCommit.withLock { $0 = false }
  }

  /// Verifies that the catalog that is open for writing is still the file at its path.
  ///
  /// - Throws: `PageStoreError.moved`, `.io`.
  func checkIsInPlace() throws(PageStoreError) {
    guard let file = openFile.withLock(\.self) else { throw isReadOnly ? .readOnly : .closed }
    try file.checkIsInPlace()
  }
}
