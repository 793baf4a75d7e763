// SPDX-License-Identifier: Apache-2.0

/// The rows of originals: the bytes that pages share.
protocol OriginalRows {
  /// Returns the row of an original.
  func original(_ digest: ContentDigest) throws -> BlobRow?

  /// Returns the row of an original.
  ///
  /// - Throws: `PageStoreError.corrupted` also if there is none.
  func original(id: Int64) throws -> BlobRow

  /// Lets an engine on another machine load the rows of originals together, before they are asked for one by one.
  func prepareOriginals(_ digests: [ContentDigest]) throws

  /// The highest number of an original.
  func lastOriginalNumber() throws -> Int64

  /// Adds an original.
  func insert(_ original: BlobRow) throws

  /// Replaces the row of an original; ``CatalogTransaction/update(_:)-(BlobRow)`` also counts it.
  func replace(_ original: BlobRow) throws

  /// Returns the first originals after another one that no page has, in ascending order.
  func originalsWithoutPage(after id: Int64, limit: Int) throws -> [Int64]

  /// Removes the rows of those originals that no page has, and lists their bytes for removal.
  func removeUnusedOriginals(among ids: [Int64]) throws
}
