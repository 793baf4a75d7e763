// SPDX-License-Identifier: Apache-2.0

import GalleryPages

/// The document that receives pages added by a program on its own.
package enum PageDestination: Hashable, Sendable {
  /// A document chosen by a user.
  case document(DocumentID)
  /// The newest document of an owner.
  case owner(DocumentOwner)
}

/// A metadata entry that marks the documents filled by one program.
package struct DocumentOwner: Hashable, Sendable {
  /// The key of the entry.
  package var key: String

  /// The value of the entry.
  package var value: String

  /// The last document to skip, or `nil` to skip none.
  package var floor: DocumentID?

  /// Creates a description of an owner.
  ///
  /// - Parameters:
  ///   - key: The key of the metadata entry, in ASCII letters.
  ///   - value: The value of that entry.
  ///   - floor: The last document to skip.
  /// - Precondition: `key` holds ASCII letters only.
  package init(key: String, value: String, floor: DocumentID? = nil) {
    precondition(key.utf8.allSatisfy { UInt8(ascii: "A")...UInt8(ascii: "z") ~= $0 })
    (self.key, self.value, self.floor) = (key, value, floor)
  }
}

// MARK: - Lookup

extension PageDestination {
  /// Returns the destination's page with the given bytes, which may be in the trash.
  ///
  /// Stored bytes that are damaged do not count: they should be added again.
  func page(
    withContent digest: ContentDigest, _ db: any CatalogTransaction,
    where isSound: (BlobRow) throws -> Bool
  ) throws -> PageID? {
    guard let blob = try db.original(digest) else { return nil }
    let pages = try db.firstPages(ofOriginal: blob.id)
    guard let found = try pages.first(where: { try contains($0.document, db) }),
      try isSound(blob)
    else { return nil }
    return found.page
  }

  private func contains(_ id: DocumentID, _ db: any CatalogTransaction) throws -> Bool {
    switch self {
    case .document(let chosen): return id == chosen
    case .owner(let owner):
      guard id.rawValue > owner.floorNumber else { return false }
      return try db.document(id)?.document.metadata[owner.key] == owner.value
    }
  }
}

extension DocumentOwner {
  fileprivate var floorNumber: Int64 { floor?.rawValue ?? 0 }

  /// Returns the newest document that is not in the trash.
  func newest(_ db: any CatalogTransaction) throws -> Document? {
    var newest: Document?
    try db.readDocuments(withMetadata: key, after: DocumentID(floorNumber)) { row in
      let document = try? row.document
      if document?.metadata[key] == value { newest = document }
      return newest == nil
    }
    return newest
  }
}
