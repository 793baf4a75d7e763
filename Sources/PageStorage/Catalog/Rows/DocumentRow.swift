// SPDX-License-Identifier: Apache-2.0

import Foundation

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

  var checksum: Checksum {
    var sum = Checksum()
    sum.add(state.id.rawValue)
    sum.add(created)
    for text in [title, metadata] { Array(text.utf8).withUnsafeBytes { sum.add($0) } }
    return sum
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

  /// An upper limit of all document and page identifiers.
  static let maximumID: Int64 = 1 << 60
}
