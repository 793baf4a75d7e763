// SPDX-License-Identifier: Apache-2.0

import GalleryPages

extension PageMetadataRow {
  /// Returns the stored metadata of a page, `nil` if it has none.
  static func text(_ db: some CatalogTransaction, of page: PageID) throws -> String? {
    try db.metadata(of: page)?.text
  }

  /// Returns the stored metadata of a page, `nil` if it has none or they are damaged.
  static func soundText(_ db: some CatalogTransaction, of page: PageID) throws -> String? {
    do {
      return try text(db, of: page)
    } catch PageStoreError.corrupted(.metadata) {
      return nil
    }
  }

  /// Returns the metadata of a page, which may have none.
  static func fetch(_ db: some CatalogTransaction, of page: PageID) throws -> PageMetadata {
    try db.metadata(of: page)?.metadata ?? PageMetadata()
  }

  /// Returns whether the stored metadata differ or are damaged, so that a record is needed.
  static func isNew(
    _ text: String, of page: PageID, _ db: some CatalogTransaction
  ) throws -> Bool {
    do {
      return !isSame(try self.text(db, of: page) ?? PageMetadata.emptyText, text)
    } catch PageStoreError.corrupted(.metadata) {
      return true
    }
  }

  /// Compares bytes: strings that Swift treats as equal can have different bytes and checksums.
  static func isSame(_ old: String, _ new: String) -> Bool { old.utf8.elementsEqual(new.utf8) }

  /// Writes the metadata of a page, replacing existing ones.
  static func store(_ text: String, of page: PageID, _ db: some CatalogTransaction) throws {
    guard text != PageMetadata.emptyText else { return try db.removeMetadata(of: page) }
    try db.replace(PageMetadataRow(id: page, text: text))
  }
}
