// SPDX-License-Identifier: Apache-2.0

import GalleryPages

@testable import PageStorage

extension TableCatalog {
  func document(_ id: DocumentID) throws -> DocumentRow? {
    try load(.document(id))
    return tables.documents[id]
  }

  func documentState(_ id: DocumentID) throws -> DocumentState? { try document(id)?.state }

  func lastDocumentNumber() throws -> Int64 {
    try load(.query("last document"))
    return tables.lastDocument
  }

  private var sortedDocuments: [DocumentRow] {
    tables.documents.values.sorted { $0.state.id.rawValue < $1.state.id.rawValue }
  }

  func readDocuments(
    in order: DocumentOrder, after start: DocumentCursor?, _ take: (DocumentCursor) throws -> Bool
  ) throws {
    try load(.query("documents in order"))
    let cursors = sortedDocuments.map {
      DocumentCursor(order: order, document: $0.state.id.rawValue, modified: $0.state.modified)
    }.sorted { $0.precedes($1) }
    for cursor in cursors where start.map({ $0.precedes(cursor) }) ?? true {
      guard try take(cursor) else { return }
    }
  }

  func readDocuments(_ take: (Result<DocumentRow, any Error>) throws -> Void) throws {
    try load(.query("all documents"))
    for row in sortedDocuments { try take(.success(row)) }
  }

  func readDocuments(
    withMetadata key: String, after floor: DocumentID, _ take: (DocumentRow) throws -> Bool
  ) throws {
    try load(.query("documents with \(key)"))
    for row in sortedDocuments.reversed()
    where row.state.trashed == nil && row.state.id.rawValue > floor.rawValue {
      guard DocumentRow.pairs(of: row.metadata)?[key] != nil else { continue }
      guard try take(row) else { return }
    }
  }

  func insert(_ document: DocumentRow) {
    tables.documents[document.state.id] = document
    tables.lastDocument = max(tables.lastDocument, document.state.id.rawValue)
    changedRowCount += 1
  }

  func update(_ document: DocumentRow) {
    tables.documents[document.state.id] = document
    changedRowCount += 1
  }

  func update(_ state: DocumentState) {
    tables.documents[state.id]?.state = state
    changedRowCount += 1
  }

  func removeDocument(_ id: DocumentID) {
    tables.documents[id] = nil
    changedRowCount += 1
  }
}

extension DocumentCursor {
  /// Whether a document comes before another one in the order.
  fileprivate func precedes(_ other: Self) -> Bool {
    switch order {
    case .oldest: document < other.document
    case .newest: document > other.document
    case .modified: (modified, document) > (other.modified, other.document)
    }
  }
}

// MARK: - Changes

extension TableCatalog {
  func firstChangeNumber() throws -> Int64 {
    try load(.query("first change"))
    return tables.changes.keys.min() ?? 0
  }

  func lastChangeNumber() throws -> Int64 {
    try load(.query("last change"))
    return tables.changes.keys.max() ?? 0
  }

  private func changes(where isTaken: (ChangeRow) -> Bool) -> [ChangeRow] {
    tables.changes.values.filter(isTaken).sorted { $0.number < $1.number }
  }

  func changes(after number: Int64, limit: Int) throws -> [LoggedChange] {
    try load(.query("changes after \(number)"))
    return changes { $0.number > number }.prefix(limit).map { LoggedChange(row: $0, isSound: true) }
  }

  func changes(
    of document: DocumentID, afterRevision revision: Int, limit: Int
  ) throws -> [LoggedChange] {
    try load(.query("changes of \(document) after \(revision)"))
    return changes { $0.document == document && $0.revision > revision }
      .prefix(limit).map { LoggedChange(row: $0, isSound: true) }
  }

  func changedDocuments(after number: Int64, limit: Int) throws -> Set<DocumentID>? {
    try load(.query("documents changed after \(number)"))
    let found = changes { $0.number > number }
    return found.count < limit ? Set(found.map(\.document)) : nil
  }

  func insert(_ change: ChangeRow) {
    tables.changes[change.number] = change
    changedRowCount += 1
  }

  func removeChanges(through number: Int64) {
    tables.changes = tables.changes.filter { $0.key > number }
  }

  func removeChanges(of document: DocumentID) {
    tables.changes = tables.changes.filter { $1.document != document || $1.revision == 0 }
  }
}
