// SPDX-License-Identifier: Apache-2.0

import GRDB

/// A snapshot of the catalog for a backup, under a temporary name.
struct BackupSnapshot {
  /// An original that the snapshot refers to.
  struct Original {
    let digest: ContentDigest
    let byteCount: Int
  }

  private let folder: StoreFolder
  private let queue: DatabaseQueue
  private var creation: CatalogCreation { CatalogCreation(folder: folder) }

  /// Copies a catalog page by page, in one read transaction.
  ///
  /// - Parameters:
  ///   - catalog: The catalog, which may be changed concurrently.
  ///   - folder: The backup.
  /// - Throws: `PageStoreError`.
  init(of catalog: Catalog, in folder: StoreFolder) throws(PageStoreError) {
    self.folder = folder
    let name = try CatalogCreation(folder: folder).makeFile()
    do {
      queue = try CatalogConnection.openAnything(
        named: CatalogConnection.shared(name),
        CatalogConnection.configuration(lockTimeout: .zero))
    } catch {
      throw CatalogErrorConversion.error(error)
    }
    do throws(PageStoreError) {
      try write { copy in
        // The file is private, and it is synced before it is renamed.
        try copy.execute(sql: "PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF")
        try CatalogConnection.withoutReadFailures { () throws(PageStoreError) in
          try catalog.lookUp { db in try db.backup(to: copy) }
        }
        try CatalogSchema.check(copy, version: CatalogConnection.version(of: copy))
        try CatalogMigration.run(copy)
      }
    } catch {
      discard()
      throw error
    }
  }

  /// Verifies the consistency of the catalog.
  ///
  /// - Returns: The originals that it refers to.
  /// - Throws: `PageStoreError.corrupted`: a damaged catalog must not replace a sound one.
  func check(_ report: inout BackupReport) throws(PageStoreError) -> [Original] {
    var found = VerificationReport()
    var originals: [Original] = []
    try CatalogConnection.withoutReadFailures { () throws(PageStoreError) in
      try write { db in
        _ = try CatalogVerification(db: db).run(&found)
        try db.each("SELECT \(BlobRow.columns) FROM blob NOT INDEXED ORDER BY id") { row in
          guard let blob = BlobRow(row) else {
            throw PageStoreError.corrupted(
              .catalog(message: "the entry of an original was changed"))
          }
          originals.append(Original(digest: blob.digest, byteCount: blob.byteCount))
        }
      }
    }
    if let problem = found.problems.first { throw .corrupted(problem.damage) }
    (report.pageCount, report.originalCount) = (found.pageCount, originals.count)
    return originals
  }

  /// Verifies that no entry was lost, which only the records of the store reveal.
  ///
  /// - Parameter source: The store.
  /// - Throws: `PageStoreError.corrupted` if one is, `.io`.
  func checkHasAll(of source: StoreFolder) throws(PageStoreError) {
    let missing = try write { db in
      try RecordVerification(folder: source, db: db).missingEntries()
    }
    if let problem = missing.first { throw .corrupted(problem.damage) }
  }

  /// Writes the records of all documents and pages.
  ///
  /// - Returns: The length of the file.
  func writeRecords(to target: BackupTarget) throws(PageStoreError) -> Int {
    try target.withEmptyRecords { (file) throws(PageStoreError) in
      try write { db in try RecordRewriting.write(db, to: file) }
    }
  }

  /// Renames the catalog to its final name.
  func install(recordByteCount: Int, slot: Int) throws(PageStoreError) {
    let status = try folder.root.status(of: CatalogCreation.temporaryName)
    try write { db in
      try db.inTransaction(.immediate) {
        // Their files are not in the backup.
        try db.execute(sql: "DELETE FROM doomed; DELETE FROM record")
        try RecordRow.store(recordByteCount, slot: slot, db)
        let last = try ChangeLog.lastNumber(db)
        try ChangeLog.appendUnnamed(after: last, to: db)
        try db.set(.backup, to: last + 1)
        if let status { try CatalogIdentity(status).store(db) }
        return .commit
      }
      try db.execute(sql: "PRAGMA journal_mode = WAL")
    }
    do {
      try queue.close()
    } catch {
      throw CatalogErrorConversion.error(error)
    }
    try creation.complete()
    try creation.install()
  }

  /// Removes the snapshot if it is not installed.
  func discard() {
    try? queue.close()
    try? creation.removeFile()
  }

  private func write<Result>(_ body: (Database) throws -> Result) throws(PageStoreError) -> Result {
    do {
      return try queue.writeWithoutTransaction { db in
        do { return try body(db) } catch { throw CatalogErrorConversion.error(error, in: db) }
      }
    } catch {
      throw CatalogErrorConversion.error(error)
    }
  }
}

extension VerificationReport.Problem {
  /// The problem as the damage of a store error.
  fileprivate var damage: PageStoreError.Damage {
    switch self {
    case .original(_, let digest), .unreadable(_, let digest, _): .original(digest)
    case .page(let id), .image(let id, _): .page(id)
    case .metadata(let id): .metadata(id)
    case .receipt(let number): .receipt(number: number)
    case .document(let id): .document(id)
    case .order(let id): .order(id)
    case .records(let path), .orphan(let path): .records(path: path)
    case .catalog(let message): .catalog(message: message)
    case .missingIndex(let name, _): .catalog(message: "the index \(name) is missing")
    case .lostChanges: .lostChanges
    }
  }
}
