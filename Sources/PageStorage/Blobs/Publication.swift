// SPDX-License-Identifier: Apache-2.0

import Dispatch
import GRDB
import GalleryPages

/// Gives received bytes their place in the store, inside of the change that needs them.
///
/// Names below `blobs` come and go only while the write lock of the catalogue is held, so that a
/// process that stores bytes never meets one that removes the same bytes. Until the change is
/// committed the bytes keep their name in the slot as well: a change that fails takes nothing away.
struct Publication {
  let db: Database
  let folder: StoreFolder
  let slot: Slot
  let maximumPageByteCount: Int

  /// Publishes pages and returns the entries of their bytes.
  ///
  /// The order matters: records first, so that files that a killed process leaves behind can be
  /// found; then the files and their folders; the caller's commit last.
  func publish(
    _ pages: [StagedPage], records: [StoreRecord]
  ) throws -> [ContentDigest: BlobRow] {
    try record(records)
    var rows: [ContentDigest: BlobRow] = [:]
    var missing: [StagedPage] = []
    for page in pages {
      guard !page.file.isCommitted else { throw PageStoreError.notFound(.stagedPage(page.id)) }
      guard rows[page.digest] == nil else { continue }
      let known = try BlobRow.fetch(db, page.digest)
      if known == nil { try checkIsUnknown(page.digest) }
      // What is acknowledged must be readable: the bytes that are there may have been damaged since.
      let isThere =
        try known != nil
        && folder.isSound(
          page.digest, byteCount: page.byteCount, limit: maximumPageByteCount)
      if !isThere { missing.append(page) }
      rows[page.digest] =
        try known.map { try heal($0, page) }
        ?? BlobRow.insert(
          db, page.digest, byteCount: page.byteCount, header: page.header, damage: page.damage)
    }
    try place(missing)
    return rows
  }

  /// Returns the entry of bytes that came again, which tell what a damaged file could not.
  private func heal(_ known: BlobRow, _ page: StagedPage) throws -> BlobRow {
    var healed = known
    (healed.byteCount, healed.header, healed.damage) = (page.byteCount, page.header, page.damage)
    // What decoding them has told is true of these bytes too.
    if known.header != nil, known.damage != BlobRow.lostDamage { healed.damage = known.damage }
    guard healed != known else { return known }
    try healed.update(db)
    try PageRow.fitRatios(to: healed, db)
    return healed
  }

  /// Makes sure that an original which the index does not know has no entry.
  ///
  /// A file of its name tells that it may have one; then all entries are looked at.
  private func checkIsUnknown(_ digest: ContentDigest) throws {
    guard try folder.status(of: digest) != nil else { return }
    guard try BlobRow.present(db, among: [digest]).isEmpty else { throw BlobRow.damagedIndex }
  }

  private func place(_ pages: [StagedPage]) throws(PageStoreError) {
    guard !pages.isEmpty else { return }
    slot.place(pages.map(\.digest))
    let aside = Aside(folder)
    var folders: [String: Folder] = [:]
    for page in pages {
      let (blobs, name) = try folder.blobFolder(for: page.digest)
      // What stands there without an entry was left behind; with one, it is damaged.
      if try blobs.status(of: name) != nil { try aside.take(name, of: blobs) }
      try page.file.link(to: blobs, as: name)
      folders[blobs.path] = blobs
    }
    try aside.synchronize()
    try StoreFolder.synchronize(Array(folders.values))
  }
}

// MARK: - Records

extension Publication {
  /// Adds the records of the change, which the commit then makes valid.
  func record(_ records: [StoreRecord]) throws {
    let settled = try sweep()
    let change = StoreRecord.change(try ChangeLog.lastNumber(db) + 1)
    let length = try slot.records.append([change] + records, after: settled)
    try RecordRow.store(length, slot: slot.number, db)
  }

  /// Removes what a change of this process that was not committed has left behind.
  ///
  /// - Returns: The length of the records that are committed.
  @discardableResult
  func sweep() throws -> Int {
    let settled = try RecordRow.fetch(db, slot: slot.number)
    guard try slot.records.byteCount >= settled else {
      throw PageStoreError.corrupted(.records(path: slot.records.path))
    }
    let placed = slot.takePlaced()
    guard try slot.records.byteCount > settled else { return settled }
    do {
      try remove(placed)
      // After that, since the records forget them.
      try slot.records.truncate(to: settled)
    } catch {
      slot.place(placed)
      throw error
    }
    return settled
  }

  private func remove(_ placed: Set<ContentDigest>) throws {
    var folders: [String: Folder] = [:]
    for digest in placed where try BlobRow.fetch(db, digest) == nil {
      let (blobs, name) = try folder.blobFolder(of: digest)
      try blobs.remove(name)
      folders[blobs.path] = blobs
    }
    try StoreFolder.synchronize(Array(folders.values))
  }
}

extension StoreFolder {
  /// Waits until the names in some folders are on the disk.
  static func synchronize(_ folders: [Folder]) throws(PageStoreError) {
    if folders.count == 1, let folder = folders.first { return try folder.synchronize() }
    let waits = DiskWaits()
    for folder in folders {
      waits.start(0) { () throws(PageStoreError) in try folder.synchronize() }
    }
    if let failure = waits.finish()[0] { throw failure }
  }
}
