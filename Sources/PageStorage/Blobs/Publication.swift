// SPDX-License-Identifier: Apache-2.0

import Dispatch
import GRDB
import GalleryPages

/// The move of received bytes to their final paths, within the change that needs them.
///
/// Files in `blobs` are added and removed only under the write lock of the catalog, so that storing
/// and removing the same bytes never overlap. Until the commit, the bytes keep their name in the
/// slot as well: a failed change loses nothing.
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
      // Acknowledged bytes must be readable: existing ones may have been damaged since.
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

  /// Updates the entry of bytes received again, from which a damaged file is restored.
  private func heal(_ known: BlobRow, _ page: StagedPage) throws -> BlobRow {
    var healed = known
    (healed.byteCount, healed.header, healed.damage) = (page.byteCount, page.header, page.damage)
    // Decoding damage found earlier also applies to these equal bytes.
    if known.header != nil, known.damage != BlobRow.lostDamage { healed.damage = known.damage }
    guard healed != known else { return known }
    try healed.update(db)
    try PageRow.fitRatios(to: healed, db)
    return healed
  }

  /// Verifies that an original missing from the index has no entry.
  ///
  /// If its file exists, an entry is possible; then all entries are read.
  private func checkIsUnknown(_ digest: ContentDigest) throws {
    guard try folder.status(of: digest) != nil else { return }
    guard try BlobRow.present(db, among: [digest]).isEmpty else { throw BlobRow.damagedIndex }
  }

  private func place(_ pages: [StagedPage]) throws(PageStoreError) {
    guard !pages.isEmpty else { return }
    slot.place(pages.map(\.digest))
    let aside = AsideFolder(folder)
    var folders: [String: Folder] = [:]
    for page in pages {
      let (blobs, name) = try folder.blobFolder(for: page.digest)
      // An existing file without an entry was left behind; one with an entry is damaged.
      if try blobs.status(of: name) != nil { try aside.take(name, of: blobs) }
      try link(page, to: blobs, as: name)
      folders[blobs.path] = blobs
    }
    try aside.synchronize()
    try StoreFolder.synchronize(Array(folders.values))
  }

  private func link(
    _ page: StagedPage, to folder: Folder, as name: String
  ) throws(PageStoreError) {
    do {
      try page.file.link(to: folder, as: name)
    } catch {
      // The page may have been discarded since the change began.
      throw page.file.isCommitted ? .notFound(.stagedPage(page.id)) : error
    }
  }
}

// MARK: - Records

extension Publication {
  /// Appends the records of the change, which the commit makes valid.
  func record(_ records: [StoreRecord]) throws {
    let settled = try sweep()
    let change = StoreRecord.change(try ChangeLog.lastNumber(db) + 1)
    let length = try slot.records.append([change] + records, after: settled)
    try RecordRow.store(length, slot: slot.number, db)
  }

  /// Removes leftovers of this process's uncommitted change.
  ///
  /// - Returns: The length of the committed records.
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
      // Truncate last: until then the records list the files.
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
  /// Syncs folders.
  static func synchronize(_ folders: [Folder]) throws(PageStoreError) {
    if folders.count == 1, let folder = folders.first { return try folder.synchronize() }
    let syncs = DiskSyncs()
    for folder in folders {
      syncs.start(0) { () throws(PageStoreError) in try folder.synchronize() }
    }
    if let failure = syncs.finish()[0] { throw failure }
  }
}
