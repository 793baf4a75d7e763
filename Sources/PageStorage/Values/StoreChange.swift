// SPDX-License-Identifier: Apache-2.0

public import GalleryPages

/// A committed change of a store, as the list of its documents sees it.
///
/// It is encoded as an object with these properties; what is `nil` is missing:
///
///     {"version": 12, "kind": "renamed", "document": 1}
///     {"version": 13, "kind": "pagesChanged", "document": 1, "revision": 4}
///     {"version": 14, "kind": "pageMetadataChanged", "document": 1, "pages": [17]}
public struct StoreChange: Hashable, Sendable, Codable {
  /// What happened to a document.
  public enum Kind: String, Hashable, Sendable, CaseIterable, Codable {
    /// The document was made.
    case created
    /// It has another title.
    case renamed
    /// It has other metadata.
    case metadataChanged
    /// It was put into the trash.
    case trashed
    /// It was taken out of the trash.
    case restored
    /// It is gone for good: purged, or its pages went to another document.
    case removed
    /// Its pages were changed.
    case pagesChanged
    /// What is kept with some of its pages was changed; the pages and their pictures are as they were.
    case pageMetadataChanged
    /// Anything may have happened to any document: the list is to be read anew.
    ///
    /// The changes after the version that was known are no longer kept, or the store was repaired.
    case unknown

    /// Reads the word; one of a later version is ``unknown``.
    public init(from decoder: any Decoder) throws {
      let word = try decoder.singleValueContainer().decode(String.self)
      self = Self(rawValue: word) ?? .unknown
    }
  }

  /// The version of the store after the change; ``PageStore/changes(after:)`` goes on from it.
  public let version: Int

  /// What happened.
  public let kind: Kind

  /// The document, `nil` if it is unknown.
  public let document: DocumentID?

  /// The document's revision after a change of its pages, `nil` for anything else.
  public let revision: Int?

  /// The pages whose metadata were changed, `nil` for anything else and if there are more than 256: then
  /// it may be any of the document.
  public let pages: [PageID]?

  init(
    version: Int, _ kind: Kind, _ document: DocumentID? = nil, revision: Int? = nil,
    pages: [PageID]? = nil
  ) {
    self.pages = pages
    self.version = version
    self.kind = kind
    self.document = document
    self.revision = revision
  }
}
