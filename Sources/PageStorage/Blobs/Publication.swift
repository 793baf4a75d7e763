// SPDX-License-Identifier: Apache-2.0

import Dispatch
import GRDB
import GalleryModel

/// Gives received bytes their place in the store, inside of the change that needs them.
///
/// Names below `blobs` come and go only while the write lock of the catalogue is held, so that a
/// process that stores bytes never meets one that removes the same bytes. Until the change is
/// committed the bytes keep their name in the slot as well: a change that fails takes nothing away.
struct Publication {
  let db: Database
  let folder: StoreFolder
  let slot: Slot

  /// Publishes pages and returns the entries of their bytes.
  ///
  /// The order matters: records first, so that files that a killed process leaves behind can be
  /// found; then the files and their folders; the caller's commit last.
  func publish(
    _ pages: [StagedPage], records: [StoreRecord]
  ) throws -> [ContentDigest: BlobRow] {
    let settled = try sweepRecords()
    let length = try slot.records.append(records, after: settled)
    var rows: [ContentDigest: BlobRow] = [:]
    var missing: [StagedPage] = []
    for page in pages {
      guard !page.file.isCommitted else { throw PageStoreError.notFound(.stagedPage(page.id)) }
      guard rows[page.digest] == nil else { continue }
      let known = try BlobRow.fetch(db, page.digest)
      // What is acknowledged must be readable: the bytes that are there may have been damaged since.
      if try known == nil || !folder.isSound(page.digest) { missing.append(page) }
      if var healed = known, healed.damage != page.damage {
        healed.damage = page.damage
        try healed.update(db)
      }
      rows[page.digest] =
        try known
        ?? BlobRow.insert(
          db, page.digest, byteCount: page.byteCount, header: page.header, damage: page.damage)
    }
    try place(missing)
    try settle(length)
    return rows
  }

  private func place(_ pages: [StagedPage]) throws(PageStoreError) {
    for page in pages {
      let name = folder.blob(page.digest)
      // What stands there without an entry was left behind; with one, it is damaged.
      try SystemCalls.removeFile(name)
      try SystemCalls.link(page.file.path, as: name)
    }
    try folder.synchronize(Set(pages.map { folder.blobFolder($0.digest) }))
  }

  /// Adds records of what needs no bytes.
  func record(_ records: [StoreRecord]) throws {
    try settle(try slot.records.append(records, after: try sweepRecords()))
  }
}

// MARK: - Records

extension Publication {
  private func settle(_ length: Int) throws {
    try db.cachedStatement(sql: "REPLACE INTO record (slot, settled) VALUES (?, ?)")
      .execute(arguments: [slot.number, length])
  }

  /// Removes what changes that were not committed have left behind.
  ///
  /// - Returns: The length of the records that are committed.
  /// - Throws: `PageStoreError.corrupted` if changes were committed that the catalogue does not know:
  ///   SQLite passes over the rest of a log in which it finds an error.
  @discardableResult
  func sweepRecords() throws -> Int {
    let settled =
      try Int.fetchOne(
        db.cachedStatement(sql: "SELECT settled FROM record WHERE slot = ?"),
        arguments: [slot.number]) ?? 0
    guard try slot.records.byteCount > settled else { return settled }
    let rest = try slot.records.records(from: settled)
    guard rest.count(where: { $0 == .change }) <= 1 else {
      throw PageStoreError.corrupted(.catalogue(message: "it is older than what was stored"))
    }
    for digest in Set(rest.compactMap(\.digest))
    where try !BlobRow.exists(db, digest) {
      try SystemCalls.removeFile(folder.blob(digest))
    }
    try slot.records.truncate(to: settled)
    return settled
  }
}

extension StoreFolder {
  /// Waits until the names in some folders are on the disk.
  func synchronize(_ folders: Set<String>) throws(PageStoreError) {
    if folders.count == 1, let folder = folders.first {
      return try SystemCalls.synchronizeFolder(folder)
    }
    let waits = DiskWaits()
    for folder in folders {
      waits.start(0) { () throws(PageStoreError) in try SystemCalls.synchronizeFolder(folder) }
    }
    if let failure = waits.finish()[0] { throw failure }
  }
}
