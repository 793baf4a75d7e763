// SPDX-License-Identifier: Apache-2.0

import GalleryPages

/// What a purge of the trash selects.
protocol RemovableRows {
  /// Returns the documents that were deleted up to a date, including those that are being purged.
  func documents(deletedUpTo time: Int64) throws -> [DocumentID]

  /// Returns the documents that are being purged and have no pages left.
  func emptyDocumentsBeingPurged() throws -> [DocumentID]

  /// Returns pages without a row that have sound metadata: an earlier version left them.
  func pagesWithLeftMetadata() throws -> [PageID]

  /// Removes the metadata of those pages that have no row.
  func removeLeftMetadata(of pages: some Sequence<PageID>) throws

  /// Removes some nodes of the orders of documents that are being purged.
  ///
  /// - Returns: The number of removed nodes, zero if none is left.
  func removeNodesOfDocumentsBeingPurged(atMost count: Int) throws -> Int
}
