// SPDX-License-Identifier: Apache-2.0

import GalleryPages

extension DocumentEditor {
  /// Replaces and rotates pages.
  mutating func changePictures(
    _ change: StoreChangeset, _ blobs: [ContentDigest: BlobRow]
  ) throws -> [Changeset.Replacement] {
    var contents: [Int: StagedPage?] = [:]
    for replacement in change.replacements { contents[replacement.index] = replacement.content }
    var turns: [Int: QuarterTurns] = [:]
    for rotation in change.rotations where rotation.turns != .none {
      turns[rotation.index] = rotation.turns
    }
    return try Set(contents.keys).union(turns.keys).sorted().map { index in
      var row = try row(at: index)
      let blob = try contents[index].flatMap(\.self).map { try entry(of: $0, blobs) }
      try changePicture(of: &row, to: blob, turnedBy: turns[index] ?? .none)
      if let content = contents[index] ?? nil { try takeMetadata(of: content, for: row.id) }
      let size = row.aspectRatio.flatMap { try? PageShape(aspectRatio: $0) }
      return Changeset.Replacement(index: index, size: size)
    }
  }

  private mutating func row(at index: Int) throws -> PageRow {
    let id = PageID(try order.pages(in: index..<index + 1)[0])
    guard let row = try db.page(id), row.document == document else { throw order.damage }
    return row
  }

  /// Gives a page the file name and capture time of its new file.
  ///
  /// - Throws: `PageStoreError.corrupted(.metadata)` if the metadata to keep cannot be read, which
  ///   a repair restores; `.limitExceeded`, the engine's errors.
  func takeMetadata(of content: StagedPage, for page: PageID) throws {
    let metadata = try PageMetadataRow.fetch(db, of: page).replaced(by: content.metadata)
    try PageMetadataRow.store(metadata.stored, of: page, db)
  }

  /// Returns the records of a page whose bytes are replaced.
  ///
  /// - Parameters:
  ///   - page: The page.
  ///   - metadata: Its current metadata; `nil` to look them up.
  ///   - content: The new bytes.
  /// - Returns: The record of the bytes, and a record of the metadata if they change.
  /// - Throws: `PageStoreError.limitExceeded` if the merged metadata are too long;
  ///   `.corrupted(.metadata)` if the metadata to keep cannot be read; the engine's errors.
  func records(
    of page: PageID, _ metadata: PageMetadata? = nil, replacedBy content: StagedPage
  ) throws -> [StoreRecord] {
    let old = try metadata ?? PageMetadataRow.fetch(db, of: page)
    let text = try old.replaced(by: content.metadata).stored
    let isNew =
      try metadata.map { !PageMetadataRow.isSame(try $0.stored, text) }
      ?? PageMetadataRow.isNew(text, of: page, db)
    return [.replacement(page, content.digest)] + (isNew ? [.metadata(page, text: text)] : [])
  }

  /// Returns the entry for the bytes of a staged page.
  func entry(
    of page: StagedPage, _ blobs: [ContentDigest: BlobRow]
  ) throws -> BlobRow {
    guard let blob = blobs[page.digest] else {
      throw PageStoreError.notFound(.stagedPage(page.id))
    }
    return blob
  }

  /// Replaces the bytes of a page, rotates it, or both.
  mutating func changePicture(
    of row: inout PageRow, to blob: BlobRow?, turnedBy turns: QuarterTurns
  ) throws {
    let current = try blob ?? db.original(id: row.blob)
    // A page that keeps its bytes also keeps them in use.
    if row.blob != current.id { releasedBlobs.insert(row.blob) }
    row.blob = current.id
    row.rotation = (blob == nil ? row.rotation : .none) + turns
    row.contentVersion = min(row.contentVersion, Int(Int32.max) - 1) + 1
    row.aspectRatio = current.header.map {
      row.rotation.swapsSides ? 1 / $0.aspectRatio : $0.aspectRatio
    }
    try db.update(row)
  }
}
