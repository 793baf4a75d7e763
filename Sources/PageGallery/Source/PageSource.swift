// SPDX-License-Identifier: Apache-2.0

public import GalleryModel

/// The owner of the pages that a ``Gallery`` shows, which may be slow and may be shared.
///
/// A source numbers its changes: each one leads from a version to the next one. A gallery passes
/// the version that its change is based on, so that a source with several writers can refuse a
/// change that is based on older pages.
///
/// ``StoredDocument`` is a source over a store, ``MemoryPageSource`` the simplest source.
public protocol PageSource: Sendable {
  /// The sequence of changes of a source.
  ///
  /// It may fail with any error, or never: a gallery converts errors as
  /// ``PageSourceError/init(_:)`` does.
  associatedtype Changes: AsyncSequence & Sendable where Changes.Element == PageSourceChange

  /// Returns the current pages.
  ///
  /// - Returns: The pages and their version.
  /// - Throws: ``PageSourceError``, `.gone` if the pages are permanently gone.
  func pages() async throws(PageSourceError) -> VersionedPages

  /// Returns the version of the pages, with which a gallery checks whether a failed source answers
  /// again.
  ///
  /// The default implementation returns the version of ``pages()``.
  ///
  /// - Returns: The version.
  /// - Throws: ``PageSourceError``, `.gone` if the pages are permanently gone.
  func version() async throws(PageSourceError) -> Int

  /// Applies a change, completely or not at all.
  ///
  /// A gallery requests one change at a time, at the moment at which it becomes visible. A page
  /// that is inserted and gets another image in the same change is one insertion, of a page whose
  /// `contentVersion` is greater by one than the gallery was given.
  ///
  /// - Parameters:
  ///   - changeset: The change, which fits the pages of `version`.
  ///   - version: The version known to the gallery.
  /// - Returns: The version after the change, and the number of pages if it is known.
  /// - Throws: ``PageSourceError/conflict(version:changes:)`` if the source already has another version.
  ///   The gallery then rebases the change on the pages of that version, and retries. Any other
  ///   error ends the edit: the pages stay unchanged, in the source and on the screen.
  func apply(
    _ changeset: Changeset, to version: Int
  ) async throws(PageSourceError) -> PageSourceReceipt

  /// Rotates a page, which keeps its bytes; `changes(after:)` reports a replacement.
  ///
  /// A source that cannot rotate pages throws ``PageSourceError/unsupportedRotation``.
  ///
  /// - Parameters:
  ///   - page: The page.
  ///   - turns: The turns to add to its rotation.
  ///   - version: The version known to the gallery.
  /// - Returns: The version after the change, and the number of pages if it is known.
  /// - Throws: The errors of ``apply(_:to:)``.
  func rotate(
    _ page: PageID, by turns: QuarterTurns, to version: Int
  ) async throws(PageSourceError) -> PageSourceReceipt

  /// Returns a deleted page that can be inserted again under its identifier.
  ///
  /// The default implementation throws ``PageSourceError/unsupportedRestoration``.
  ///
  /// - Parameter page: The page.
  /// - Returns: The page and its previous index.
  /// - Throws: ``PageSourceError`` if there is none, or if deleted pages are not kept.
  func deletedPage(_ page: PageID) async throws(PageSourceError) -> DeletedPage

  /// Returns the changes after a version, no matter who makes them.
  ///
  /// Changes requested by the gallery itself may be among them; it recognizes them by their
  /// version.
  ///
  /// - Parameter version: The version after which changes are returned.
  /// - Returns: The changes in order, without a gap, with increasing versions. If the sequence
  ///   fails, or a version does not increase, the gallery requests the version repeatedly, first
  ///   after 100 milliseconds and later every 10 seconds, and then the changes after the version
  ///   that it knows. ``PageSourceError/gone`` closes the gallery. If the sequence ends, there are
  ///   no other writers: the gallery does not retry.
  func changes(after version: Int) -> Changes

  /// The name of the source, which is the same after a restart. `nil` by default.
  var name: PageSourceName? { get }
}

extension PageSource {
  /// Returns the version of ``pages()``.
  ///
  /// - Returns: The version.
  /// - Throws: The errors of ``pages()``.
  public func version() async throws(PageSourceError) -> Int { try await pages().version }

  /// Throws ``PageSourceError/unsupportedRestoration``.
  ///
  /// - Parameter page: The page.
  /// - Returns: Never.
  /// - Throws: ``PageSourceError/unsupportedRestoration``.
  public func deletedPage(_ page: PageID) async throws(PageSourceError) -> DeletedPage {
    throw .unsupportedRestoration
  }

  /// No name.
  public var name: PageSourceName? { nil }
}
