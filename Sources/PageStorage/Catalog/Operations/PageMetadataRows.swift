// SPDX-License-Identifier: Apache-2.0

import GalleryPages

/// The metadata of pages.
protocol PageMetadataRows {
  /// Returns the metadata of a page.
  ///
  /// - Throws: `PageStoreError.corrupted(.metadata)` if they are damaged.
  func metadata(of page: PageID) throws -> PageMetadataRow?

  /// Writes the metadata of a page.
  func replace(_ metadata: PageMetadataRow) throws

  /// Removes the metadata of a page.
  func removeMetadata(of page: PageID) throws
}
