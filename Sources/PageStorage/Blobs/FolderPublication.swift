// SPDX-License-Identifier: Apache-2.0

import GalleryPages

/// The move of received bytes to their final paths in the folder of a store.
///
/// Files in `blobs` are added and removed only under the write lock of the catalog, so that storing
/// and removing the same bytes never overlap. Until the commit, the bytes keep their name in the
/// slot as well: a failed change loses nothing.
struct FolderPublication: PublicationTarget {
  let batch: PublicationBatch
  let slot: Slot

  func isTaken(_ page: StagedPage) -> Bool { batch.isTaken(page) }

  func store(_ page: StagedPage, known: BlobRow?) throws {
    if try !isThere(page, known) { batch.add(page) }
  }

  func isSound(_ original: BlobRow) throws -> Bool {
    try batch.folder.isSound(original.digest, byteCount: original.byteCount, limit: .max)
  }

  /// Returns whether the bytes of a page are stored, or will be by an earlier write of the commit.
  private func isThere(_ page: StagedPage, _ known: BlobRow?) throws -> Bool {
    if batch.isArriving(page.digest) { return true }
    if known == nil { try checkIsUnknown(page.digest) }
    // Acknowledged bytes must be readable: existing ones may have been damaged since.
    return try known != nil
      && batch.folder.isSound(
        page.digest, byteCount: page.byteCount, limit: batch.maximumPageByteCount)
  }

  /// Verifies that an original missing from the index has no entry.
  ///
  /// If its file exists, an entry is possible; then all entries are read.
  private func checkIsUnknown(_ digest: ContentDigest) throws {
    guard try batch.folder.status(of: digest) != nil else { return }
    guard try batch.db.presentOriginals(among: [digest]).isEmpty else {
      throw BlobRow.damagedIndex
    }
  }

  func add(_ records: [StoreRecord]) throws {
    try sweep()
    batch.add(records)
  }

  func sweep() throws { try batch.sweep(slot) }
}
