// SPDX-License-Identifier: Apache-2.0

import GRDB
import GallerySystem

/// The recovery of files left by killed processes.
///
/// Its cost depends on these files, not on the size of the store. No original is removed: one
/// without a page is moved to `aside`, with its records.
struct Recovery {
  let folder: StoreFolder
  let catalog: Catalog

  /// Cleans all slots without an owner.
  ///
  /// - Returns: One of them for the caller, and the paths set aside.
  /// - Throws: `PageStoreError.corrupted(.lostChanges)` if the catalog is older than the last
  ///   acknowledged change.
  func run() throws(PageStoreError) -> (slot: Slot?, aside: [String]) {
    try checkMarks()
    let aside = AsideFolder(folder)
    var own: Slot?
    try Slot.forEachAbandoned(in: folder) { (slot) throws(PageStoreError) in
      let isFit = try clean(slot, aside)
      if own == nil, isFit { own = slot }
    }
    try aside.synchronize()
    return (own, aside.paths)
  }

  /// Verifies that the catalog has all changes acknowledged to any process.
  func checkMarks() throws(PageStoreError) {
    guard try hasAllChanges() else { throw .corrupted(.lostChanges) }
  }

  /// Returns whether the catalog has all changes acknowledged to any process.
  func hasAllChanges() throws(PageStoreError) -> Bool {
    try UnknownChanges(folder: folder, catalog: catalog).areNone()
  }

  /// Cleans a slot.
  ///
  /// - Returns: Whether it can be used.
  func clean(_ slot: Slot, _ aside: AsideFolder) throws(PageStoreError) -> Bool {
    let settled = try catalog.lookUp { db in try RecordRow.fetch(db, slot: slot.number) }
    let found = try slot.records.byteCount
    // Lost records require a repair; until then, other slots are used.
    guard found >= settled else { return false }
    try checkMark(of: slot, hasUnknownRecords: found > settled)
    if found > settled { try putAside(slot, aside) }
    try slot.removeReceivedFiles()
    return true
  }

  /// Verifies that the mark of a slot can tell whether records that the catalog lacks were
  /// acknowledged.
  ///
  /// Stores of the first version had no marks, and backups of early ones had none.
  private func checkMark(of slot: Slot, hasUnknownRecords: Bool) throws(PageStoreError) {
    guard try !slot.records.hasReadableMark() else { return }
    let isOfEarlierVersion = try catalog.isOfEarlierVersion()
    guard isOfEarlierVersion || !hasUnknownRecords else {
      throw .corrupted(.records(path: slot.records.path + RecordFile.markSuffix))
    }
    try slot.records.resetMark()
  }

  /// Sets aside files of an uncommitted change.
  private func putAside(_ slot: Slot, _ aside: AsideFolder) throws(PageStoreError) {
    try catalog.write { db in
      // Check again, under the lock.
      let settled = try RecordRow.fetch(db, slot: slot.number)
      let records = try slot.records.records(from: settled)
      let last = try ChangeLog.lastNumber(db)
      let unknown = records.count { UnknownChanges.isUnknown($0, after: last) }
      guard unknown <= UnknownChanges.limit else { throw PageStoreError.corrupted(.lostChanges) }
      try putAsideOriginals(Set(records.compactMap(\.digest)), db, aside)
      let lines = records.flatMap(\.line)
      if !lines.isEmpty { try aside.keep(lines, as: "records-\(slot.number)") }
      try aside.synchronize()
      try slot.records.truncate(to: settled)
    }
  }

  private func putAsideOriginals(
    _ digests: Set<ContentDigest>, _ db: Database, _ aside: AsideFolder
  ) throws {
    let present = try digests.filter { try folder.status(of: $0) != nil }
    guard !present.isEmpty else { return }
    var folders: [String: Folder] = [:]
    for digest in present.subtracting(try db.presentOriginals(among: present)) {
      let (blobs, name) = try folder.blobFolder(of: digest)
      let target = try aside.opened()
      // Under its full name, so that it can be found again.
      try SystemCalls.renameToFreeName(
        name, in: blobs.descriptor, to: digest.description, in: target.descriptor)
      aside.note(target.path(of: digest.description))
      folders[blobs.path] = blobs
    }
    try StoreFolder.synchronize(Array(folders.values))
  }
}
