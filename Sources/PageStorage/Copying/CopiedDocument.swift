// SPDX-License-Identifier: Apache-2.0

import GalleryPages

/// A document with everything that a copy of it has, free of the numbers that a store gives to its own rows.
struct CopiedDocument: Equatable, Sendable {
  /// A page with its original and its metadata.
  struct Page: Equatable, Sendable {
    /// The row, with neither an original nor a leaf.
    var row: PageRow
    /// The row of the original, without a number.
    var original: BlobRow
    /// The metadata in stored form, `nil` if there are none or if they are damaged.
    var metadata: ExactText?
    /// Whether the metadata are damaged.
    var hasLostMetadata = false
  }

  var title: ExactText
  /// The metadata in stored form.
  var metadata: ExactText
  /// The creation date, in milliseconds since 1970.
  var created: Int64
  /// The state, with neither a root nor a number of pages.
  var state: DocumentState
  /// The pages outside the trash, in order.
  var order: [PageID]
  /// All pages, in the trash or not.
  var pages: [PageID: Page]
  /// The pages, in the trash or not, whose row or that of whose original is lost or altered, or whose row names another
  /// document.
  var lostPages: Set<PageID>

  /// The originals of all pages.
  var originals: [ContentDigest: BlobRow] {
    Dictionary(pages.values.map { ($0.original.digest, $0.original) }) { first, _ in first }
  }
}

// MARK: - Reading

extension CopiedDocument {
  /// Reads a document, in the trash or not.
  ///
  /// - Parameters:
  ///   - id: The document.
  ///   - db: The transaction.
  /// - Returns: The document, `nil` if there is none or if it is being purged.
  /// - Throws: `PageStoreError.corrupted` if its row or its order is damaged; the engine's errors.
  static func read(_ id: DocumentID, _ db: any CatalogTransaction) throws -> Self? {
    try db.prepareDocument(id)
    guard let row = try db.document(id), !row.state.isBeingPurged else { return nil }
    var order = PageOrder(db, id, root: row.state.root, count: row.state.count)
    let present = try order.pages(in: 0..<order.count)
    let trashed = try db.pages(where: .trash(of: id)).map(\.rawValue)
    var state = row.state
    (state.root, state.count) = (0, 0)
    var document = Self(
      title: ExactText(row.title), metadata: ExactText(row.metadata), created: row.created,
      state: state,
      order: present.map { PageID($0) }, pages: [:], lostPages: [])
    let ids = present + trashed
    for (page, found) in zip(ids, try db.copiedPages(ids, orThrow: order.damage)) {
      if let found, found.row.document == id {
        document.pages[PageID(page)] = found
      } else {
        document.lostPages.insert(PageID(page))
      }
    }
    return document
  }
}

extension CatalogTransaction {
  /// Returns pages, `nil` for those that cannot be read.
  fileprivate func copiedPages(
    _ ids: [UInt64], orThrow damage: PageStoreError
  ) throws -> [CopiedDocument.Page?] {
    try DamagedRows.read(ids) { ids in
      try pages(ids, orThrow: damage).map { try CopiedDocument.Page($0, self) }
    } one: { id in
      try page(id).map { try CopiedDocument.Page($0, self) }
    } substitute: { _ in
      nil
    }
  }
}

extension CopiedDocument.Page {
  fileprivate init(_ row: PageRow, _ db: any CatalogTransaction) throws {
    self.row = row
    original = try db.original(id: row.blob)
    do {
      metadata = try PageMetadataRow.text(db, of: row.id).map(ExactText.init)
    } catch PageStoreError.corrupted(.metadata) {
      hasLostMetadata = true
    }
    (self.row.blob, self.row.leaf, original.id) = (0, 0, 0)
  }

  /// The page as it was stored.
  var storedPage: StoredPage { StoredPage(row, original) }
}

/// A text that equals only texts of the same bytes: strings that Swift takes for equal may differ in them.
struct ExactText: Equatable, Sendable {
  let text: String

  init(_ text: String) { self.text = text }

  static func == (one: Self, other: Self) -> Bool { one.text.utf8.elementsEqual(other.text.utf8) }
}
