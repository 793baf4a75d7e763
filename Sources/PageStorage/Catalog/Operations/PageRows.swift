// SPDX-License-Identifier: Apache-2.0

import GalleryPages

/// The rows of pages.
protocol PageRows {
  /// Returns the row of a page, in the trash or not.
  func page(_ id: PageID) throws -> PageRow?

  /// Returns the rows of pages, in the trash or not.
  ///
  /// - Throws: `damage` if one of them has no row.
  func pages(_ ids: [UInt64], orThrow damage: PageStoreError) throws -> [PageRow]

  /// Lets an engine on another machine load the rows of pages together, before they are asked for one by one.
  func preparePages(_ ids: [PageID]) throws

  /// Lets an engine on another machine load pages together with their document and their places in its order.
  func preparePlaces(of pages: [PageID]) throws

  /// Returns a page with its original, in the trash or not.
  func storedPage(_ id: PageID) throws -> StoredPage?

  /// Returns pages with their originals, in the trash or not.
  ///
  /// - Throws: `damage` if one of them has no row.
  func storedPages(_ ids: [UInt64], orThrow damage: PageStoreError) throws -> [StoredPage]

  /// Returns what lists of pages contain of pages, in the trash or not.
  ///
  /// - Throws: `damage` if one of them has no row.
  func listedPages(_ ids: [UInt64], orThrow damage: PageStoreError) throws -> [ListedPage]

  /// Returns the pages that a query selects.
  func pages(where query: PageQuery) throws -> [PageID]

  /// Returns pages in a document's trash, each with the date of its deletion, the last deleted first.
  ///
  /// - Parameters:
  ///   - document: The document.
  ///   - cursor: The page before the first one, `nil` for the beginning.
  ///   - limit: The maximum number of pages.
  /// - Returns: The pages.
  /// - Throws: The engine's errors.
  func trash(
    of document: DocumentID, after cursor: TrashCursor?, limit: Int
  ) throws -> [TrashCursor]

  /// Returns the first page of each document that has an original, the lowest page first.
  func firstPages(ofOriginal id: Int64) throws -> [(document: DocumentID, page: PageID)]

  /// Returns the first document after another one, `nil` for the first of all, that pages name and that has no row.
  func ownerWithoutRow(after document: DocumentID?) throws -> DocumentID?

  /// Returns the date of the last deletion among the pages in a document's trash.
  func lastDeletion(in document: DocumentID) throws -> Int64?

  /// Returns the pages of a document that were deleted after a date, with the pages before them.
  func deletions(
    in document: DocumentID, after time: Int64
  ) throws -> [(page: PageID, entry: PageRow.TrashEntry)]

  /// The highest number of a page.
  func lastPageNumber() throws -> Int64

  /// Adds a page.
  func insert(_ page: PageRow) throws

  /// Writes the row of a page.
  func update(_ page: PageRow) throws

  /// Writes the leaves of pages, in ascending order of the pages.
  func setLeaves(_ leaves: [(page: UInt64, leaf: Int64)]) throws

  /// Removes the row of a page, but no other rows.
  func removePage(_ id: PageID) throws
}
