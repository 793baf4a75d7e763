// SPDX-License-Identifier: Apache-2.0

import GalleryPages

/// The metadata of pages.
protocol PageMetadataRows {
  /// Returns the metadata of a page.
  ///
  /// - Throws: `PageStoreError.corrupted(.metadata)` if they are damaged.
  func metadata(of page: PageID) throws -> PageMetadataRow?

  /// Lets an engine on another machine load the metadata of pages together, before they are asked for one by one.
  func prepareMetadata(of pages: [PageID]) throws

  /// Writes the metadata of a page.
  func replace(_ metadata: PageMetadataRow) throws

  /// Removes the metadata of a page.
  func removeMetadata(of page: PageID) throws
}
