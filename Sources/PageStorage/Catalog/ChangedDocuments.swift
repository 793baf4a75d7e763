// SPDX-License-Identifier: Apache-2.0

/// The documents that commits after a known one have changed.
struct ChangedDocuments: Sendable {
  /// The number of the last change.
  let last: Int64

  /// The documents, `nil` if any document may have changed.
  let documents: Set<DocumentID>?
}

extension ChangedDocuments {
  /// Reads what has changed.
  ///
  /// - Parameters:
  ///   - known: The number of the known change, `nil` for none.
  ///   - db: The transaction.
  /// - Throws: `PageStoreError.corrupted`, the engine's errors.
  init(after known: Int64?, in db: any CatalogTransaction) throws {
    last = try ChangeLog.lastNumber(db)
    documents = last == known ? [] : try ChangeLog.documents(changedAfter: known, in: db)
  }
}
