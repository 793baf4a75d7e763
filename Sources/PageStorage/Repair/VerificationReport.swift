// SPDX-License-Identifier: Apache-2.0

public import GalleryModel

/// What ``PageStore/verify(progress:)`` found.
public struct VerificationReport: Hashable, Sendable {
  /// Something that is not as it should be.
  public enum Problem: Hashable, Sendable {
    /// The original bytes of a page are missing or were changed.
    case original(PageID, ContentDigest)
    /// The catalogue's entry of a page cannot be used.
    case page(PageID)
    /// The order of a document's pages is broken.
    case order(DocumentID)
    /// A file below `blobs` belongs to no page.
    case orphan(path: String)
    /// SQLite finds the catalogue damaged, in its own words.
    case catalogue(message: String)
  }

  /// The number of pages, with those in the trash.
  public internal(set) var pageCount = 0

  /// The number of different originals that were read.
  public internal(set) var originalCount = 0

  /// What was found, in no particular order.
  public internal(set) var problems: [Problem] = []

  /// Whether nothing was found.
  public var isSound: Bool { problems.isEmpty }
}
