// SPDX-License-Identifier: Apache-2.0

import GRDB
import GallerySystem

/// The folder of a backup, under an exclusive lock.
///
/// A backup is marked in its catalog, with the number of its last change. This protects other
/// stores, and backups that were changed since, from being replaced.
struct BackupTarget {
  let folder: StoreFolder
  /// The number of a record file that the existing catalog does not use.
  let slot: Int
  /// The folder for files that do not have their final names yet.
  let incoming: Folder

  /// Opens the folder, and creates it if it is missing.
  ///
  /// - Throws: `PageStoreError.unfitTarget` before anything is written.
  init(opening path: String, for backup: StoreBackup) throws(PageStoreError) {
    try BackupPath(path: path).check(against: backup.folder.root)
    let root = try StoreFolder.makeRoot(path, backup.configuration.sharing)
    try root.waitForLock(.exclusive, backup.configuration.lockTimeout)
    try StoreFolder.checkNames(in: root)
    try StoreFolder.checkIsWritable(root)
    let isNew = try Self.isNew(root)
    folder = try isNew ? Self.make(in: root) : StoreFolder(root: root)
    let used = try isNew ? [] : Self.checkEarlier(folder, backup)
    slot = (0...used.count).first { !used.contains($0) } ?? 0
    try folder.incoming.makeFolder("\(slot)")
    try folder.incoming.synchronize()
    incoming = try folder.incoming.folder("\(slot)")
    try removeReceivedFiles()
  }

  /// Returns whether the folder is empty or holds an unfinished first backup.
  private static func isNew(_ root: Folder) throws(PageStoreError) -> Bool {
    let names = try root.names()
    let hasCatalog = names.contains(StoreFolder.catalogName)
    if names.isEmpty || names.contains(StoreFolder.backupMarkName) && !hasCatalog { return true }
    let isComplete = try StoreFolder.isComplete(root)
    guard hasCatalog, isComplete else {
      throw .unfitTarget(path: root.path, hasCatalog || isComplete ? .isStore : .notABackup)
    }
    return false
  }

  private static func make(in root: Folder) throws(PageStoreError) -> StoreFolder {
    if try root.status(of: StoreFolder.backupMarkName) == nil {
      SystemCalls.closeFile(try root.create(StoreFolder.backupMarkName))
      try root.synchronize()
    }
    if try !StoreFolder.isComplete(root) { try StoreFolder.make(in: root) }
    return try StoreFolder(root: root)
  }

  /// Removes temporary files of a killed backup.
  private func removeReceivedFiles() throws(PageStoreError) {
    for name in try incoming.names() {
      guard let number = Int(name), name == "\(number)",
        try incoming.status(of: name)?.kind == .file
      else { continue }
      try incoming.remove(name)
    }
  }
}

// MARK: - An earlier backup

extension BackupTarget {
  /// Verifies that a catalog belongs to an unchanged backup of the same store.
  ///
  /// - Returns: The numbers of the record files that it needs.
  private static func checkEarlier(
    _ folder: StoreFolder, _ backup: StoreBackup
  ) throws(PageStoreError) -> Set<Int> {
    try folder.checkCatalogHeader()
    func unfit(_ reason: PageStoreError.UnfitTarget) -> PageStoreError {
      .unfitTarget(path: folder.path, reason)
    }
    let timeout = backup.configuration.lockTimeout
    let earlier =
      try hasLog(folder)
      ? Catalog(in: folder, lockTimeout: timeout)
      : Catalog(readingOnly: folder, lockTimeout: timeout)
    defer { earlier.close() }
    let (number, last, used) = try earlier.read { db in
      guard try !db.isMissing(.backup) else { throw unfit(.isStore) }
      return (
        try db.counter(.backup), try ChangeLog.lastNumber(db),
        Set(try db.integers("SELECT slot FROM record").map { Int(clamping: $0) })
      )
    }
    guard number == last, try CommitMark.last(in: folder.records) <= last else {
      throw unfit(.changed)
    }
    let (documents, own) = (try documents(of: earlier), try documents(of: backup.catalog))
    guard documents.isEmpty || !documents.isDisjoint(with: own) else {
      throw unfit(.ofAnotherStore)
    }
    guard try last <= lastNumber(ofBackupOf: backup.catalog) else { throw unfit(.newer) }
    return used
  }

  /// Returns the last number that a backup of the store would have.
  private static func lastNumber(ofBackupOf catalog: Catalog) throws(PageStoreError) -> Int64 {
    try catalog.read { db in
      let last = try ChangeLog.lastNumber(db)
      // A backup counts as one change of its own. In an unchanged backup it is the last one.
      let isBackup = try !db.isMissing(.backup) && db.counter(.backup) == last
      return isBackup ? last : last + 1
    }
  }

  /// Returns whether there are SQLite log files, which must not be combined with a new catalog;
  /// SQLite removes them on close.
  private static func hasLog(_ folder: StoreFolder) throws(PageStoreError) -> Bool {
    for suffix in ["-wal", "-shm"] {
      if try folder.root.status(of: StoreFolder.catalogName + suffix) != nil { return true }
    }
    return false
  }

  /// The identity of a store: its documents, and when they were created.
  private static func documents(
    of catalog: Catalog
  ) throws(PageStoreError) -> Set<[Int64]> {
    try catalog.lookUp { db in
      var documents: Set<[Int64]> = []
      try db.each("SELECT id, created FROM document") { row in
        documents.insert([row.integer(0), row.integer(1)])
      }
      return documents
    }
  }
}

// MARK: - Records

extension BackupTarget {
  /// Calls `body` with an empty record file, and syncs it.
  func withEmptyRecords<Result>(
    _ body: (Int32) throws(PageStoreError) -> Result
  ) throws(PageStoreError) -> Result {
    try RecordFile.makeMark(slot, in: folder.records)
    let (file, _) = try folder.records.openToWrite("\(slot)")
    defer { SystemCalls.closeFile(file) }
    try SystemCalls.truncate(file, to: 0)
    let result = try body(file)
    try folder.records.synchronize()
    return result
  }

  /// Removes files that the installed catalog does not need.
  func finish() throws(PageStoreError) {
    let own = ["\(slot)", RecordFile.markName(slot)]
    let old = try folder.records.names().filter { !own.contains($0) }
    for names in RecordFile.inOrderOfRemoval(old) {
      for name in names {
        guard Slot.number(in: RecordFile.recordName(of: name)) != nil,
          try folder.records.status(of: name)?.kind == .file
        else { continue }
        try folder.records.remove(name)
      }
      try folder.records.synchronize()
    }
    if try folder.root.remove(StoreFolder.backupMarkName) { try folder.root.synchronize() }
  }
}
