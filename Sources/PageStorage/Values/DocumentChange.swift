// SPDX-License-Identifier: Apache-2.0

public import GalleryPages

/// A committed change of a document.
///
/// It is encoded as an object with these three properties; a `nil` changeset is omitted.
public struct DocumentChange: Hashable, Sendable, Codable {
  /// The document.
  public let document: DocumentID

  /// The document's revision after the change.
  public let revision: Int

  /// The change as a gallery's changeset: rotated pages are among the replacements.
  ///
  /// `nil` if the document must be reread: the change was too large or is no longer logged.
  public let changeset: Changeset?
}
