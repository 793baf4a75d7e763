// SPDX-License-Identifier: Apache-2.0

public import FoundationEssentials

/// An ordered list of pages with a title.
public struct Document: Identifiable, Hashable, Sendable {
  /// The document's identifier.
  public let id: DocumentID

  /// The title, as shown to users.
  public let title: String

  /// The creation date, in whole milliseconds.
  public let created: Date

  /// The date of the last change of pages, title or metadata, in whole milliseconds.
  public let modified: Date

  /// The caller's own key-value pairs.
  public let metadata: [String: String]

  /// The number of changes of the document's pages so far.
  ///
  /// It identifies a state of the document: see ``PageStore/apply(_:to:expecting:)``.
  public let revision: Int

  /// The number of pages, excluding those in the trash.
  public let pageCount: Int

  /// The date on which the document was put into the trash, or `nil`.
  public let trashed: Date?
}
