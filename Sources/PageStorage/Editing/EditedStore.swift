// SPDX-License-Identifier: Apache-2.0

public import GalleryPages

/// A store as an edit has left it, before the edit is committed.
///
/// It is valid during the call that it is passed to.
public struct EditedStore {
  private let db: any CatalogTransaction

  init(_ db: any CatalogTransaction) { self.db = db }

  /// Returns a document that is not in the trash.
  ///
  /// - Parameter id: The document.
  /// - Returns: The document.
  /// - Throws: `PageStoreError.notFound`, `.corrupted`, `.io`.
  public func document(_ id: DocumentID) throws(PageStoreError) -> Document {
    try read { try db.presentDocument(id).document }
  }

  /// Returns a page, which may be in the trash.
  ///
  /// - Parameter id: The page.
  /// - Returns: The page.
  /// - Throws: `PageStoreError.notFound`, `.corrupted`, `.io`.
  public func page(_ id: PageID) throws(PageStoreError) -> StoredPage {
    try read {
      guard let page = try db.storedPage(id) else {
        throw PageStoreError.notFound(.page(id))
      }
      return page
    }
  }

  /// Returns the index of a page in its document.
  ///
  /// - Parameter page: The page.
  /// - Returns: The index.
  /// - Throws: `PageStoreError.notFound` if it is in the trash, `.corrupted`, `.io`.
  /// - Complexity: O(log n) for n pages of the document.
  public func index(of page: PageID) throws(PageStoreError) -> Int {
    try read {
      let row = try db.presentPage(page)
      var editor = try DocumentEditor(db, row.document)
      return try editor.index(of: row)
    }
  }

  /// Returns the page at an index.
  ///
  /// - Parameters:
  ///   - index: The index.
  ///   - document: The document.
  /// - Returns: The page.
  /// - Throws: `PageStoreError.notFound`, also if there is no such index; `.corrupted`, `.io`.
  /// - Complexity: O(log n) for n pages of the document.
  public func page(at index: Int, of document: DocumentID) throws(PageStoreError) -> StoredPage {
    let id = try read {
      var editor = try DocumentEditor(db, document)
      let count = editor.order.count
      guard (0..<count).contains(index) else {
        throw PageStoreError.notFound(.index(index, count: count))
      }
      return PageID(try editor.order.pages(in: index..<index + 1)[0])
    }
    return try page(id)
  }

  private func read<Value>(_ body: () throws -> Value) throws(PageStoreError) -> Value {
    do {
      return try body()
    } catch {
      throw db.storeError(error)
    }
  }
}
