// SPDX-License-Identifier: Apache-2.0

/// A part of the list of documents, from one snapshot.
public struct DocumentList: Hashable, Sendable {
  /// A document as shown in a library.
  public struct Entry: Identifiable, Hashable, Sendable {
    /// The document.
    public let document: Document

    /// The first page, `nil` if there is none or its entry is damaged.
    public let cover: StoredPage?

    /// The identifier of the document.
    public var id: DocumentID { document.id }
  }

  /// The documents, in the requested order.
  public let entries: [Entry]

  /// The documents of this part whose entries are damaged; whether they match is unknown.
  public let damaged: [DocumentID]

  /// The position after this part, `nil` if nothing follows.
  public let next: DocumentCursor?

  /// The version of the store, for ``PageStore/changes(after:)``.
  public let version: Int
}

/// An order of documents.
public enum DocumentOrder: String, Hashable, Sendable, CaseIterable, Codable {
  /// By creation, the oldest first.
  case oldest
  /// By creation, the newest first.
  case newest
  /// By the last change of pages, title or metadata, the latest first.
  case modified
}

/// A position in a list of documents.
///
/// It stays valid while documents are created, changed and removed: the next part begins behind it.
/// In the order ``DocumentOrder/modified``, a document changed meanwhile moves to the beginning and
/// is not in the following parts. The text is meant for URLs.
public struct DocumentCursor: Hashable, Sendable, LosslessStringConvertible {
  /// The order of the list.
  public let order: DocumentOrder

  /// The last document before the position.
  let document: Int64

  /// The date of its last change in milliseconds, zero in other orders.
  let modified: Int64

  init(order: DocumentOrder, document: Int64, modified: Int64) {
    self.order = order
    self.document = document
    self.modified = order == .modified ? modified : 0
  }

  /// Creates a cursor from its text.
  ///
  /// - Parameter description: What ``description`` returned; `nil` is returned for anything else.
  public init?(_ description: String) {
    let parts = description.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count >= 2, let order = DocumentOrder(rawValue: String(parts[0])),
      parts.count == (order == .modified ? 3 : 2), let document = Int64(parts[1]),
      let modified = order == .modified ? Int64(parts[2]) : 0
    else { return nil }
    self.init(order: order, document: document, modified: modified)
    // Numbers have one spelling.
    guard self.description == description else { return nil }
  }

  /// The text: letters, digits, periods and signs.
  public var description: String {
    "\(order.rawValue).\(document)" + (order == .modified ? ".\(modified)" : "")
  }
}
