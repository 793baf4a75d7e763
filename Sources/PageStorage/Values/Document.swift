// SPDX-License-Identifier: Apache-2.0

public import FoundationEssentials

/// An ordered list of pages with a title.
public struct Document: Identifiable, Hashable, Sendable {
  /// The document's name.
  public let id: DocumentID

  /// The title, for people.
  public let title: String

  /// When the document was created, in whole milliseconds.
  public let created: Date

  /// When the document's pages, title or metadata last changed, in whole milliseconds.
  public let modified: Date

  /// What the caller keeps with the document.
  public let metadata: [String: String]

  /// The number of changes of the document's pages so far.
  ///
  /// It names a state of the document: see ``PageStore/apply(_:to:expecting:)``.
  public let revision: Int

  /// The number of pages, without those in the trash.
  public let pageCount: Int

  /// When the document was put into the trash, `nil` if it was not.
  public let trashed: Date?
}
