// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import GallerySystem

/// The entry of a document in the catalog.
struct DocumentRow {
  /// The title, as written by users.
  var title: String
  /// The metadata in stored form.
  var metadata: String
  /// The creation date, in milliseconds since 1970.
  var created: Int64
  /// The part of the entry that edits of pages change.
  var state: DocumentState

  static let columns = DocumentState.columns + ", title, metadata, created, checksum"

  var checksum: Checksum {
    var sum = Checksum()
    sum.add(state.id.rawValue)
    sum.add(created)
    for text in [title, metadata] { Array(text.utf8).withUnsafeBytes { sum.add($0) } }
    return sum
  }

  /// Reads the columns of ``columns`` without verification.
  init(unchecked row: FastRow) {
    state = DocumentState(unchecked: row)
    title = row.text(7) ?? ""
    metadata = row.text(8) ?? ""
    created = row.integer(9)
  }

  /// Reads the columns of ``columns`` and verifies the checksums.
  init(_ row: FastRow) throws {
    self.init(unchecked: row)
    guard state.isSound(row), row.has(checksum, at: 10) else {
      throw PageStoreError.corrupted(.document(state.id))
    }
  }

  init(title: String, metadata: String, created: Int64, state: DocumentState) {
    self.title = title
    self.metadata = metadata
    self.created = created
    self.state = state
  }
}

// MARK: - Reading

extension DocumentRow {
  /// The document in its public form.
  var document: Document {
    get throws {
      guard let pairs = Self.pairs(of: metadata) else {
        throw PageStoreError.corrupted(.document(state.id))
      }
      return Document(
        id: state.id, title: title, created: Date(milliseconds: created),
        modified: Date(milliseconds: state.modified), metadata: pairs, revision: state.revision,
        pageCount: state.count, trashed: state.trashed.map { Date(milliseconds: $0) })
    }
  }

  /// Returns the entry of a document.
  static func fetch(_ db: Database, _ id: DocumentID, isTrashed: Bool = false) throws -> Self {
    let row = try db.cachedStatement(sql: "SELECT \(columns) FROM document WHERE id = ?")
      .first(binding: id.rawValue) { try DocumentRow($0) }
    guard let row, row.state.isBeingPurged == false, (row.state.trashed != nil) == isTrashed else {
      throw PageStoreError.notFound(.document(id))
    }
    return row
  }

  /// The stored form of empty metadata.
  static let emptyMetadata = "{}"

  /// Decodes stored metadata, `nil` if they are invalid.
  static func pairs(of text: String) -> [String: String]? {
    try? JSONDecoder().decode([String: String].self, from: Data(text.utf8))
  }

  /// The record of the metadata, `nil` if there are none or they are unreadable.
  var metadataRecord: StoreRecord? {
    guard metadata != Self.emptyMetadata, Self.pairs(of: metadata) != nil else { return nil }
    return .documentMetadata(state.id, text: metadata)
  }

  /// Returns the records of a new document.
  static func arrival(
    of id: DocumentID, title: String, metadata: [String: String]
  ) throws -> [StoreRecord] {
    let text = try text(of: metadata)
    return [.document(id, title: title)]
      + (metadata.isEmpty ? [] : [.documentMetadata(id, text: text)])
  }

  /// Returns the stored form of metadata.
  static func text(of metadata: [String: String]) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return String(decoding: try encoder.encode(metadata), as: UTF8.self)
  }
}

// MARK: - Writing

extension DocumentRow {
  /// Adds a document without pages.
  static func insert(
    _ db: Database, title: String, metadata: [String: String]
  ) throws -> DocumentID {
    // An altered row ID must not exhaust the identifiers.
    let last = max(try lastID(db), try counter(db))
    guard last >= 0, last < Self.maximumID - 1 else {
      throw PageStoreError.corrupted(.catalog(message: "the counter of documents"))
    }
    let now = SystemCalls.milliseconds
    let row = DocumentRow(
      title: title, metadata: try text(of: metadata), created: now,
      state: DocumentState(id: DocumentID(last + 1), modified: now))
    try row.insert(db)
    try ChangeLog.append(.created, of: row.state.id, to: db)
    return row.state.id
  }

  /// An upper limit of all document and page identifiers.
  static let maximumID: Int64 = 1 << 60

  private static func lastID(_ db: Database) throws -> Int64 {
    try db.integer("SELECT MAX(id) FROM document") ?? 0
  }

  /// Returns SQLite's counter of the last document identifier.
  private static func counter(_ db: Database) throws -> Int64 {
    try db.integer("SELECT MAX(seq) FROM sqlite_sequence WHERE name = 'document'") ?? 0
  }

  /// Returns whether new documents get unused identifiers.
  static func isCounterSound(_ db: Database) throws -> Bool {
    let last = try counter(db)
    return try last >= lastID(db) && last < maximumID
  }

  func insert(_ db: Database) throws {
    try db.execute(
      sql: """
        INSERT INTO document \
        (id, root, pageCount, revision, modified, trashed, stateChecksum, title, metadata, \
        created, checksum) VALUES (?, ?, ?, ?, ?, ?, ?, CAST(? AS TEXT), ?, ?, ?)
        """,
      arguments: [
        state.id.rawValue, state.root, state.count, state.revision, state.modified, state.trashed,
        state.checksum.stored, titleBytes, metadata, created, checksum.stored,
      ])
  }

  /// The title as a blob parameter: a text parameter would end at its first NUL.
  private var titleBytes: Data { Blob(Array(title.utf8)) }

  /// Writes the user's changes and the state.
  func update(_ db: Database) throws {
    try db.execute(
      sql: """
        UPDATE document SET title = CAST(? AS TEXT), metadata = ?, created = ?, checksum = ? \
        WHERE id = ?
        """,
      arguments: [titleBytes, metadata, created, checksum.stored, state.id.rawValue])
    try state.update(db)
  }

  /// Adds the checksums that the first version did not have.
  static func addChecksums(_ db: Database) throws {
    for id in try db.integers("SELECT id FROM document") {
      let row = try db.first("SELECT \(columns) FROM document WHERE id = ?", [id]) {
        DocumentRow(unchecked: $0)
      }
      try row?.update(db)
    }
  }
}
