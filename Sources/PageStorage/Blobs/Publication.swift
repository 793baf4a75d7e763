// SPDX-License-Identifier: Apache-2.0

import GRDB
import GalleryPages

/// The move of received bytes to their final paths, within the change that needs them.
///
/// Files in `blobs` are added and removed only under the write lock of the catalog, so that storing
/// and removing the same bytes never overlap. Until the commit, the bytes keep their name in the
/// slot as well: a failed change loses nothing.
struct Publication {
  let batch: PublicationBatch
  let slot: Slot

  var db: Database { batch.db }
  var folder: StoreFolder { batch.folder }

  /// Publishes pages with the commit, and returns the entries of their bytes.
  func publish(
    _ pages: [StagedPage], records: [StoreRecord]
  ) throws -> [ContentDigest: BlobRow] {
    try record(records)
    var rows: [ContentDigest: BlobRow] = [:]
    for page in pages {
      guard !batch.isTaken(page) else { throw PageStoreError.notFound(.stagedPage(page.id)) }
      guard rows[page.digest] == nil else { continue }
      let known = try db.original(page.digest)
      if try !isThere(page, known) { batch.add(page) }
      rows[page.digest] =
        try known.map { try heal($0, page) }
        ?? BlobRow.insert(
          db, page.digest, byteCount: page.byteCount, header: page.header, damage: page.damage)
    }
    return rows
  }

  /// Returns whether the bytes of a page are stored, or will be by an earlier write of the commit.
  private func isThere(_ page: StagedPage, _ known: BlobRow?) throws -> Bool {
    if batch.isArriving(page.digest) { return true }
    if known == nil { try checkIsUnknown(page.digest) }
    // Acknowledged bytes must be readable: existing ones may have been damaged since.
    return try known != nil
      && folder.isSound(
        page.digest, byteCount: page.byteCount, limit: batch.maximumPageByteCount)
  }

  /// Updates the entry of bytes received again, from which a damaged file is restored.
  private func heal(_ known: BlobRow, _ page: StagedPage) throws -> BlobRow {
    var healed = known
    (healed.byteCount, healed.header, healed.damage) = (page.byteCount, page.header, page.damage)
    // Decoding damage found earlier also applies to these equal bytes.
    if known.header != nil, known.damage != BlobRow.lostDamage { healed.damage = known.damage }
    guard healed != known else { return known }
    try db.update(healed)
    try PageRow.fitRatios(to: healed, db)
    return healed
  }

  /// Verifies that an original missing from the index has no entry.
  ///
  /// If its file exists, an entry is possible; then all entries are read.
  private func checkIsUnknown(_ digest: ContentDigest) throws {
    guard try folder.status(of: digest) != nil else { return }
    guard try db.presentOriginals(among: [digest]).isEmpty else { throw BlobRow.damagedIndex }
  }

  /// Adds records, which the commit makes valid.
  func record(_ records: [StoreRecord]) throws {
    try sweep()
    batch.add(records)
  }

  /// Removes leftovers of this process's uncommitted change.
  func sweep() throws { try batch.sweep(slot) }
}
