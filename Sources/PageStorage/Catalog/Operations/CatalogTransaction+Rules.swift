// SPDX-License-Identifier: Apache-2.0

import GalleryPages

extension CatalogTransaction {
  /// Returns the row of a document.
  ///
  /// - Parameters:
  ///   - id: The document.
  ///   - isTrashed: Whether the document must be in the trash; by default, it must not be.
  /// - Returns: The row.
  /// - Throws: `PageStoreError.notFound`, also for one that is being purged; `.corrupted`.
  func presentDocument(_ id: DocumentID, isTrashed: Bool = false) throws -> DocumentRow {
    guard let row = try document(id), !row.state.isBeingPurged,
      (row.state.trashed != nil) == isTrashed
    else { throw PageStoreError.notFound(.document(id)) }
    return row
  }

  /// Returns the state of a document that is not in the trash.
  ///
  /// - Throws: `PageStoreError.notFound`, `.corrupted`.
  func presentState(of document: DocumentID) throws -> DocumentState {
    let state = try state(of: document)
    guard state.trashed == nil else { throw PageStoreError.notFound(.document(document)) }
    return state
  }

  /// Returns the state of a document, in the trash or not.
  ///
  /// - Throws: `PageStoreError.notFound`, `.corrupted`.
  func state(of document: DocumentID) throws -> DocumentState {
    guard let state = try documentState(document) else {
      throw PageStoreError.notFound(.document(document))
    }
    return state
  }

  /// Returns the row of a page that is not in the trash.
  ///
  /// - Throws: `PageStoreError.notFound`, `.corrupted`.
  func presentPage(_ id: PageID) throws -> PageRow {
    guard let row = try page(id), row.trash == nil else {
      throw PageStoreError.notFound(.page(id))
    }
    return row
  }

  /// Replaces the row of an original, and counts that what is known of originals has changed.
  func update(_ original: BlobRow) throws {
    try CounterRow.advanceOriginals(self)
    try replace(original)
  }

  /// Returns damaged receipts in ascending order.
  ///
  /// - Parameters:
  ///   - id: The row ID with which to begin.
  ///   - limit: The maximum number of receipts that are read.
  /// - Returns: The row IDs of the damaged ones, and the last one that was read, `nil` for none.
  /// - Throws: The engine's errors.
  func damagedReceipts(from id: Int64, limit: Int) throws -> (damaged: [Int64], last: Int64?) {
    var (damaged, last): ([Int64], Int64?) = ([], nil)
    try readReceipts(around: id, (below: 0, above: limit)) { facts, read in
      last = facts.id
      do { _ = try read() } catch PageStoreError.corrupted { damaged.append(facts.id) }
    }
    return (damaged, last)
  }

  /// Returns the number after that of the last page.
  func lowestFreePageNumber() throws -> Int64 {
    let last = try lastPageNumber()
    return last < .max ? last + 1 : last
  }
}
