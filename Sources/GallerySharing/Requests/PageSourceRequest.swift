// SPDX-License-Identifier: Apache-2.0

public import GalleryModel

/// A call of the source of the pages, which the host of a ``SharedGallery`` makes.
///
/// The host passes each answer to ``SharedGallery/respond(to:with:at:)``.
public struct PageSourceRequest: Hashable, Sendable {
  /// The number of the request, to which responses refer.
  ///
  /// Later requests have greater numbers.
  public let number: Int

  /// The call to make.
  public let call: Call

  /// A call of a source.
  public enum Call: Hashable, Sendable {
    /// Apply a change to the pages of a version, completely or not at all. The response is a
    /// receipt.
    case apply(Changeset, to: Int)

    /// Rotate a page, as a change of a version. The response is a receipt.
    case rotate(PageID, by: QuarterTurns, to: Int)

    /// Read the pages and their version.
    case pages

    /// Read the version, to find out whether the source answers again. The response may contain the
    /// pages as well.
    case version

    /// Deliver all changes after a version, no matter who makes them.
    ///
    /// The response consists of any number of changes, and of a failure or an end.
    case changes(after: Int)
  }
}

/// An answer of the source of the pages.
public enum PageSourceResponse: Hashable, Sendable {
  /// The change was applied.
  case receipt(PageSourceReceipt)

  /// The pages and their version.
  case pages(VersionedPages)

  /// The version of the pages.
  case version(Int)

  /// A change of the pages. Versions increase; changes that the gallery has requested may be among
  /// them.
  case change(PageSourceChange)

  /// There are no other writers: no more changes will be delivered.
  case end

  /// The call has failed.
  case failure(PageSourceFailure)
}
