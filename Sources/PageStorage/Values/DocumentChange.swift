// SPDX-License-Identifier: Apache-2.0

public import GalleryPages

/// A committed change of a document.
///
/// It is encoded as an object with these three properties; `changeset` is missing instead of `nil`.
public struct DocumentChange: Hashable, Sendable, Codable {
  /// The document.
  public let document: DocumentID

  /// The document's revision after the change.
  public let revision: Int

  /// What changed, in the terms of a gallery: pages that were rotated are among the replacements.
  ///
  /// `nil` if the document is to be read anew, because the change was large or is no longer kept.
  public let changeset: Changeset?
}
