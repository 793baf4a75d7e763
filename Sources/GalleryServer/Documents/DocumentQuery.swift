// SPDX-License-Identifier: Apache-2.0

import PageStorage

/// A part of the list of documents.
struct DocumentQuery: Sendable {
  /// The order of a list.
  enum Order: String, CaseIterable, Sendable {
    /// Last created first.
    case newest
    /// First created first.
    case oldest
  }

  /// The documents of one answer, and the last one if there are more.
  struct Result: Sendable {
    var documents: [Document]
    var last: DocumentID?
  }

  /// The document after which the list continues, `nil` for its beginning.
  var after: DocumentID?

  /// The maximum number of documents.
  var limit: Int

  /// A text that titles contain, in upper or lower case.
  var text: String?

  var order = Order.newest

  /// Whether to list the documents in the trash.
  var isTrashed = false

  /// Reads the documents.
  ///
  /// - Complexity: O(n) for n documents of the store.
  func run(in store: PageStore) async throws(PageStoreError) -> Result {
    var found = try await store.documentListing(isTrashed: isTrashed).documents
    if order == .newest { found.reverse() }
    if let after {
      found.removeAll {
        order == .newest ? $0.id.rawValue >= after.rawValue : $0.id.rawValue <= after.rawValue
      }
    }
    if let text = text?.lowercased(), !text.isEmpty {
      found.removeAll { !$0.title.lowercased().contains(text) }
    }
    let documents = Array(found.prefix(limit))
    return Result(
      documents: documents, last: found.count > limit ? documents.last?.id : nil)
  }
}
