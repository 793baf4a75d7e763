// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryPages

/// The log of committed changes, for observers.
enum ChangeLog {
  /// The number of logged changes of a store.
  static let lengthLimit: Int64 = 10_000

  /// The number of parts of a change above which observers reread the document.
  static let partLimit = 5_000

  /// Adds a change.
  ///
  /// - Parameters:
  ///   - changeset: The change, `nil` if observers must reread the document.
  ///   - revision: The document's revision after it.
  ///   - document: The document.
  ///   - db: The transaction.
  /// - Throws: the engine's errors.
  static func append(
    _ changeset: Changeset?, revision: Int, of document: DocumentID, to db: some CatalogTransaction
  ) throws {
    let short = changeset.flatMap {
      $0.structuralCount + $0.replacements.count <= partLimit ? $0 : nil
    }
    let parts = short.map { Data(ChangesetJSON($0).bytes) }
    try insert(lastNumber(db) + 1, parts: parts, revision: revision, of: document, to: db)
  }

  /// Appends a change of a document as a whole, without a revision.
  static func append(
    _ kind: StoreChange.Kind, of document: DocumentID, to db: some CatalogTransaction
  ) throws {
    try insert(
      lastNumber(db) + 1, parts: Data(kind.rawValue.utf8), revision: 0, of: document, to: db)
  }

  /// The maximum number of pages listed in a metadata change.
  private static let namedPageLimit = 256

  /// Appends a change of page metadata, without a revision.
  static func append(
    _ kind: StoreChange.Kind, of document: DocumentID, pages: [PageID],
    to db: some CatalogTransaction
  ) throws {
    let named = pages.count <= namedPageLimit ? pages : []
    let words = [kind.rawValue] + named.map { String($0.rawValue) }
    try insert(
      lastNumber(db) + 1, parts: Data(words.joined(separator: " ").utf8), revision: 0,
      of: document, to: db)
  }

  /// Returns the number of the last change of the store, zero if there was none.
  ///
  /// It increases with each change, and therefore distinguishes an older catalog from a later one.
  static func lastNumber(_ db: some CatalogTransaction) throws -> Int64 {
    let last = try db.lastChangeNumber()
    guard last >= 0, last < DocumentRow.maximumID else {
      throw PageStoreError.corrupted(.catalog(message: CatalogFault.changeNumbers))
    }
    return last
  }

  /// Returns the documents that were changed after a change.
  ///
  /// - Parameters:
  ///   - known: The number of the change, `nil` for none.
  ///   - db: The transaction.
  /// - Returns: The documents, `nil` if any document may have changed.
  /// - Throws: `PageStoreError.corrupted`, the engine's errors.
  static func documents(
    changedAfter known: Int64?, in db: some CatalogTransaction
  ) throws -> Set<DocumentID>? {
    guard let known, try known <= lastNumber(db) else { return nil }
    let documents = try db.changedDocuments(after: known, limit: 1_000)
    return documents?.contains(DocumentID(0)) == true ? nil : documents
  }

  /// Appends a change without a document, to use up a change number.
  ///
  /// - Parameters:
  ///   - last: The number of the change before.
  ///   - isSilent: Whether no document changed, so that observers are not notified.
  ///   - db: The transaction.
  /// - Throws: the engine's errors.
  static func appendUnnamed(
    after last: Int64, isSilent: Bool = false, to db: some CatalogTransaction
  ) throws {
    let parts = isSilent ? Data("silent".utf8) : nil
    try insert(last + 1, parts: parts, revision: 0, of: DocumentID(0), to: db)
  }

  private static func insert(
    _ number: Int64, parts: Data?, revision: Int, of document: DocumentID,
    to db: some CatalogTransaction
  ) throws {
    try db.insert(
      ChangeRow(number: number, document: document, revision: revision, parts: parts))
    if number % 256 == 0 { try db.removeChanges(through: number - lengthLimit) }
  }

  /// Returns the changes of a document after a revision, oldest first.
  ///
  /// - Parameters:
  ///   - document: The document.
  ///   - revision: The revision that the caller knows.
  ///   - byteLimit: The number of bytes of logged changes that are decoded; with more, observers reread the document.
  ///     Unlimited by default.
  ///   - db: The transaction.
  /// - Returns: The changes, with one without a changeset in place of those no longer logged.
  /// - Throws: `PageStoreError.notFound` if there is no such document, the engine's errors.
  static func changes(
    of document: DocumentID, after revision: Int, byteLimit: Int = .max,
    in db: some CatalogTransaction
  ) throws -> [DocumentChange] {
    let current = try db.presentState(of: document).revision
    guard current != revision else { return [] }
    let logged = try db.changes(of: document, afterRevision: revision, limit: 64)
    let byteCount = logged.reduce(0) { $0 + ($1.row.parts?.count ?? 0) }
    let changes = byteCount <= byteLimit ? logged.map(\.documentChange) : []
    // No change is missing or repeated.
    let isWhole = changes.enumerated().allSatisfy { place, change in
      change.revision == revision + place + 1 && change.revision <= current
    }
    guard isWhole, !changes.isEmpty else {
      return [DocumentChange(document: document, revision: current, changeset: nil)]
    }
    return changes
  }
}

extension LoggedChange {
  /// The change as observers of its document see it.
  fileprivate var documentChange: DocumentChange {
    let changeset = isSound ? row.parts : nil
    return DocumentChange(
      document: row.document, revision: row.revision,
      changeset: changeset.flatMap { try? JSONDecoder().decode(Changeset.self, from: $0) })
  }
}
