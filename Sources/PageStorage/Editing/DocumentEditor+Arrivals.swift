// SPDX-License-Identifier: Apache-2.0

import GalleryPages

extension DocumentEditor {
  /// Inserts or finds the entries of the pages that the change adds.
  mutating func addRows(
    _ change: StoreChangeset, _ blobs: [ContentDigest: BlobRow]
  ) throws -> [Changeset.Insertion] {
    try db.preparePages(change.insertions.map(\.page.id))
    let new = try change.insertions.map { insertion in
      let page = insertion.page
      try insertRow(page, blobs)
      let other = try replaceOnArrival(page.id, change, blobs)
      return Changeset.Insertion(index: insertion.index, page: other ?? page.page)
    }
    let restored = try change.restorations.map { restoration in
      let page = restoration.page
      try takeFromTrash(page)
      let other = try replaceOnArrival(page, change, blobs)
      return Changeset.Insertion(index: restoration.index, page: try other ?? current(page))
    }
    return new + restored
  }

  /// Replaces the bytes of a page added by this change, if the change contains a replacement.
  private mutating func replaceOnArrival(
    _ page: PageID, _ change: StoreChangeset, _ blobs: [ContentDigest: BlobRow]
  ) throws -> Page? {
    guard let content = change.replacementsOnArrival[page] else { return nil }
    var row = try db.presentPage(page)
    try changePicture(of: &row, to: entry(of: content, blobs), turnedBy: .none)
    try takeMetadata(of: content, for: page)
    return try current(page)
  }

  private func current(_ page: PageID) throws -> Page {
    guard let stored = try db.storedPage(page) else {
      throw PageStoreError.corrupted(.page(page))
    }
    return stored.page
  }

  /// Takes a page of the document out of the trash.
  private func takeFromTrash(_ page: PageID) throws {
    var row = try trashed(page)
    row.trash = nil
    try db.update(row)
  }

  private func insertRow(_ page: StagedPage, _ blobs: [ContentDigest: BlobRow]) throws {
    let blob = try entry(of: page, blobs)
    // A repair of the catalog may have assigned the identifier again.
    guard try db.page(page.id) == nil else {
      throw PageStoreError.notFound(.stagedPage(page.id))
    }
    try db.insert(
      PageRow(
        id: page.id, document: document, blob: blob.id, rotation: page.rotation,
        aspectRatio: page.rotation.ratio(of: blob), created: now))
    if let text = page.metadataText { try PageMetadataRow.store(text, of: page.id, db) }
  }
}
