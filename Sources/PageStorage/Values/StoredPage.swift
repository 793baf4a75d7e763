// SPDX-License-Identifier: Apache-2.0

public import FoundationEssentials
public import GalleryPages

/// The stored facts about a page, without its bytes.
public struct StoredPage: Identifiable, Hashable, Sendable {
  /// The page's identifier: unique in the store, and never reused.
  public let id: PageID

  /// The document that the page belongs to, even while the page is in the trash.
  public let document: DocumentID

  /// The SHA-256 of the original bytes.
  public let digest: ContentDigest

  /// The number of original bytes.
  public let byteCount: Int

  /// The facts in the file's header, `nil` if it could not be read.
  public let header: PageHeader?

  /// The number of times that the page's image was replaced or rotated.
  public let contentVersion: Int

  /// The user's rotation.
  public let rotation: QuarterTurns

  /// The reason why the page cannot be shown properly, `nil` for a sound page.
  ///
  /// Ingest checks the header only: damage in the pixel data is found when they are first decoded,
  /// for a thumbnail or for verification.
  public let damage: String?

  /// The date at which the page was added to the store, in whole milliseconds.
  ///
  /// `nil` if it is unknown: the page was added by an earlier version of the library, or its entry was lost
  /// and repaired. A copy of a page has the date of its original.
  public let created: Date?

  /// The date of the deletion and the former index, `nil` if the page is not in the trash.
  public let trash: Trash?

  /// The state of a page in the trash.
  public struct Trash: Hashable, Sendable {
    /// The date of the deletion, in whole milliseconds.
    public let date: Date
    /// The index of the page before the deletion.
    public let index: Int
  }

  /// Whether the page's file could not be read on ingest or was found damaged later.
  public var isDamaged: Bool { damage != nil }

  /// Width divided by height as shown, with the user's rotation; `nil` if unknown.
  public var aspectRatio: Double? {
    header.map { rotation.swapsSides ? 1 / $0.aspectRatio : $0.aspectRatio }
  }

  /// The page in the gallery's form.
  public var page: Page {
    let size = aspectRatio.flatMap { try? PageShape(aspectRatio: $0) }
    return Page(id: id, size: size, contentVersion: contentVersion)
  }
}
