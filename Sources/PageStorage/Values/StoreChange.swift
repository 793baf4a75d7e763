// SPDX-License-Identifier: Apache-2.0

public import GalleryPages

/// A committed change of a store, at the level of its list of documents.
///
/// It is encoded as an object with these properties; `nil` values are omitted:
///
///     {"version": 12, "kind": "renamed", "document": 1}
///     {"version": 13, "kind": "pagesChanged", "document": 1, "revision": 4}
///     {"version": 14, "kind": "pageMetadataChanged", "document": 1, "pages": [17]}
public struct StoreChange: Hashable, Sendable, Codable {
  /// The kind of change.
  public enum Kind: String, Hashable, Sendable, CaseIterable, Codable {
    /// The document was created.
    case created
    /// The title changed.
    case renamed
    /// The metadata of the document changed.
    case metadataChanged
    /// It was put into the trash.
    case trashed
    /// It was taken out of the trash.
    case restored
    /// It was removed for good: purged, or merged into another document.
    case removed
    /// Its pages changed.
    case pagesChanged
    /// The metadata of some of its pages changed; the pages and their images did not.
    case pageMetadataChanged
    /// Any document may have changed: the list must be reread.
    ///
    /// The changes after the known version are no longer logged, or the store was repaired.
    case unknown

    /// Decodes a kind; one of a later library version becomes ``unknown``.
    public init(from decoder: any Decoder) throws {
      let word = try decoder.singleValueContainer().decode(String.self)
      self = Self(rawValue: word) ?? .unknown
    }
  }

  /// The version of the store after the change; ``PageStore/changes(after:)`` continues from it.
  public let version: Int

  /// The kind of change.
  public let kind: Kind

  /// The document, `nil` if it is unknown.
  public let document: DocumentID?

  /// The document's revision after a change of its pages, `nil` for other kinds.
  public let revision: Int?

  /// The pages whose metadata changed; `nil` for other kinds and for more than 256 pages.
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
