// SPDX-License-Identifier: Apache-2.0

import GalleryPages

/// A row as a repair reads it.
struct UncheckedRow<Row> {
  let row: Row
  /// Whether the row has its checksum, and its values are possible ones.
  let isSound: Bool
}

extension UncheckedRow: Sendable where Row: Sendable {}

/// The rows of a catalog on a server, damaged or not: a repair reads and replaces them.
///
/// Nothing that was read is kept for the operations of ``CatalogTransaction``, which find a damaged row damaged until
/// the repair has written it.
protocol UncheckedRows {
  /// Returns the row of a document, in the trash or not.
  func uncheckedDocument(_ id: DocumentID) throws -> UncheckedRow<DocumentRow>?

  /// Returns the revision of the last logged change of a document's pages, zero without one.
  func lastLoggedRevision(of document: DocumentID) throws -> Int

  /// Returns the rows of the pages that name a document, in ascending order.
  func uncheckedPages(of document: DocumentID) throws -> [UncheckedRow<PageRow>]

  /// Returns the rows of those pages that have one.
  func uncheckedPages(_ ids: [PageID]) throws -> [UncheckedRow<PageRow>]

  /// Returns the metadata of pages.
  func uncheckedMetadata(of pages: [PageID]) throws -> [UncheckedRow<PageMetadataRow>]

  /// Returns the sound nodes of a document's order.
  func soundNodes(of document: DocumentID) throws -> [OrderNode]

  /// Returns those of the nodes that are sound, each with its document.
  func soundNodes(_ ids: [Int64]) throws -> [(document: DocumentID, node: OrderNode)]

  /// Removes all nodes of a document's order, and further ones.
  func removeOrderNodes(of document: DocumentID, and ids: [Int64]) throws

  /// Returns the rows of originals in ascending order.
  ///
  /// - Parameters:
  ///   - id: The original after which to begin.
  ///   - limit: The maximum number of originals.
  /// - Returns: The originals, each `nil` if its digest is none.
  /// - Throws: The engine's errors.
  func uncheckedOriginals(
    after id: Int64, limit: Int
  ) throws -> [(id: Int64, original: UncheckedRow<BlobRow>?)]

  /// Keeps bytes that have no row from being removed by a purge: which of them were those of lost pages is unknown.
  func keepLooseOriginals() throws

  /// Removes rows of originals, unless pages have them; their bytes stay, and belong to no page.
  func removeOriginalsWithoutPage(among ids: [Int64]) throws

  /// Removes an entry of the log of changes.
  func removeChange(_ number: Int64) throws

  /// Replaces an entry of the log of changes.
  func replace(_ change: ChangeRow) throws
}
