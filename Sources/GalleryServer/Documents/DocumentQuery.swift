// SPDX-License-Identifier: Apache-2.0

import PageStorage

/// The query of a part of the list of documents.
struct DocumentQuery: Sendable {
  /// The position at which the part begins, `nil` for the beginning of the list.
  var start: DocumentCursor?

  /// The maximum number of documents.
  var limit: Int

  /// The words that titles contain, in upper or lower case.
  var text: String?

  var order = DocumentOrder.newest

  /// Whether to list the documents in the trash.
  var isTrashed = false

  /// Reads the documents.
  func run(in store: PageStore) async throws(PageStoreError) -> DocumentList {
    try await store.documents(
      after: start, limit: limit, order: order, matching: text ?? "", isTrashed: isTrashed)
  }

  /// Sets the position from the text of a cursor.
  mutating func start(at text: String) throws(Problem) {
    guard let cursor = DocumentCursor(text), cursor.order == order else {
      throw .malformed(
        "The query parameter after is that of a 'next' URL, whose other parameters stay the same.")
    }
    start = cursor
  }

  /// Returns the query of the next part.
  func continuation(at next: DocumentCursor) -> String {
    var parts = ["after=\(next)", "limit=\(limit)"]
    if let text { parts.append("q=" + PercentEncoding.encode(text)) }
    if order != .newest { parts.append("order=\(order.rawValue)") }
    if isTrashed { parts.append("trash") }
    return "?" + parts.joined(separator: "&")
  }
}
