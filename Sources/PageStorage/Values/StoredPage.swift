// SPDX-License-Identifier: Apache-2.0

public import FoundationEssentials
public import GalleryPages

/// A page as the store knows it, without its bytes.
public struct StoredPage: Identifiable, Hashable, Sendable {
  /// The page's name, unique in the store and never used again.
  public let id: PageID

  /// The document that the page belongs to, also while it is in the trash.
  public let document: DocumentID

  /// The SHA-256 of the original bytes.
  public let digest: ContentDigest

  /// The number of original bytes.
  public let byteCount: Int

  /// What the file says of itself, `nil` if it could not be read.
  public let header: PageHeader?

  /// How often the page's picture has changed: it was replaced or rotated.
  public let contentVersion: Int

  /// The rotation by the user.
  public let rotation: QuarterTurns

  /// Why the page cannot be shown as it should be, `nil` for a sound page.
  ///
  /// Only what is read when a page comes in is known at once: damage inside of the pixels is found when
  /// somebody decodes them, for a thumbnail or to verify them.
  public let damage: String?

  /// When the page was put into the trash, and the index that it had; `nil` if it is not there.
  public let trash: Trash?

  /// A stay in the trash.
  public struct Trash: Hashable, Sendable {
    /// When the page was deleted, in whole milliseconds.
    public let date: Date
    /// The index that the page had.
    public let index: Int
  }

  /// Whether the page was kept although its file could not be read, or was found damaged since.
  public var isDamaged: Bool { damage != nil }

  /// Width divided by height as shown, with the user's rotation; `nil` if it is unknown.
  public var aspectRatio: Double? {
    header.map { rotation.swapsSides ? 1 / $0.aspectRatio : $0.aspectRatio }
  }

  /// The page as a gallery knows it.
  public var page: Page {
    let size = aspectRatio.flatMap { try? PageShape(aspectRatio: $0) }
    return Page(id: id, size: size, contentVersion: contentVersion)
  }
}
