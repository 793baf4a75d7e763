// SPDX-License-Identifier: Apache-2.0

import GRDB

/// Deals with what processes that ended in the middle of something have left behind.
///
/// It costs what was left behind and not what is stored. No original is removed: one that no page has goes
/// to `aside`, with the records that name it.
struct Recovery {
  let folder: StoreFolder
  let catalogue: Catalogue

  /// Cleans all slots that nobody has.
  ///
  /// - Returns: One of them, to be used by the caller, and what was put aside.
  /// - Throws: `PageStoreError.corrupted(.lostChanges)` if the catalogue is older than what was acknowledged.
  func run() throws(PageStoreError) -> (slot: Slot?, aside: [String]) {
    try checkMarks()
    let aside = Aside(folder)
    var own: Slot?
    try Slot.forEachAbandoned(in: folder) { (slot) throws(PageStoreError) in
      let isFit = try clean(slot, aside)
      if own == nil, isFit { own = slot }
    }
    try aside.synchronize()
    return (own, aside.paths)
  }

  /// Makes sure that the catalogue has all changes that any process was told to be on the disk.
  func checkMarks() throws(PageStoreError) {
    // Marks first: they never say more than the catalogue that is read after them.
    let acknowledged = try CommitMark.last(in: folder.records)
    let last = try catalogue.lookUp { db in try ChangeLog.lastNumber(db) }
    guard acknowledged <= last else { throw .corrupted(.lostChanges) }
  }

  /// Cleans a slot.
  ///
  /// - Returns: Whether it can be used.
  func clean(_ slot: Slot, _ aside: Aside) throws(PageStoreError) -> Bool {
    let settled = try catalogue.lookUp { db in try RecordRow.fetch(db, slot: slot.number) }
    let found = try slot.records.byteCount
    // Records that are lost are a case for repair; until then other slots are used.
    guard found >= settled else { return false }
    if found > settled { try putAside(slot, aside) }
    try removeReceivedFiles(slot)
    return true
  }

  /// Puts aside what belongs to a change that was not committed.
  private func putAside(_ slot: Slot, _ aside: Aside) throws(PageStoreError) {
    try catalogue.write { db in
      // Once more, with the lock.
      let settled = try RecordRow.fetch(db, slot: slot.number)
      let records = try slot.records.records(from: settled)
      let last = try ChangeLog.lastNumber(db)
      let unknown = records.count { record in
        if case .change(let number) = record { number == 0 || number > last } else { false }
      }
      // A process leaves the records of one change. Those of more that the catalogue does not know tell that
      // it has lost some.
      guard unknown <= 1 else { throw PageStoreError.corrupted(.lostChanges) }
      try putAsideOriginals(Set(records.compactMap(\.digest)), db, aside)
      let lines = records.flatMap(\.line)
      if !lines.isEmpty { try aside.keep(lines, as: "records-\(slot.number)") }
      try aside.synchronize()
      try slot.records.truncate(to: settled)
    }
  }

  private func putAsideOriginals(
    _ digests: Set<ContentDigest>, _ db: Database, _ aside: Aside
  ) throws {
    let present = try digests.filter { try folder.status(of: $0) != nil }
    guard !present.isEmpty else { return }
    var folders: [String: Folder] = [:]
    for digest in present.subtracting(try BlobRow.present(db, among: present)) {
      let (blobs, name) = try folder.blobFolder(of: digest)
      let target = try aside.opened()
      // Under its whole name, by which it is found again.
      try SystemCalls.renameToFreeName(
        name, in: blobs.descriptor, to: digest.description, in: target.descriptor)
      aside.note(target.path(of: digest.description))
      folders[blobs.path] = blobs
    }
    try StoreFolder.synchronize(Array(folders.values))
  }

  /// Removes the files that the owner of a slot was receiving; whatever else is there stays.
  private func removeReceivedFiles(_ slot: Slot) throws(PageStoreError) {
    for name in try slot.folder.names() {
      guard let number = Int(name), number > 0, name == "\(number)",
        try slot.folder.status(of: name)?.kind == .file
      else { continue }
      try slot.folder.remove(name)
    }
  }
}
