// SPDX-License-Identifier: Apache-2.0

public import GalleryModel
public import PageStorage

/// The owner of the pages that a ``Gallery`` shows, which may answer late and may be shared.
///
/// A source counts its changes: each one takes it from a version to the next one. A gallery names
/// the version that a change of its own begins at, so that a source with several writers can refuse
/// a change that was made for older pages.
///
/// ``StoredDocument`` is one over a store, ``MemoryPageSource`` the simplest one.
public protocol PageSource: Sendable {
  /// The changes of a source, one after the other.
  ///
  /// They may fail with any error, or never: a gallery takes what they throw as
  /// ``PageSourceError/init(_:)`` does.
  associatedtype Changes: AsyncSequence & Sendable where Changes.Element == PageSourceChange

  /// Returns the pages as they are now.
  ///
  /// - Returns: The pages and the version that they are.
  /// - Throws: ``PageSourceError``, `.gone` if there will never be any pages again.
  func pages() async throws(PageSourceError) -> VersionedPages

  /// Returns the version of the pages, by which a gallery finds out whether a source that has failed
  /// answers again.
  ///
  /// By default it is that of ``pages()``.
  ///
  /// - Returns: The version.
  /// - Throws: ``PageSourceError``, `.gone` if there will never be a version again.
  func version() async throws(PageSourceError) -> Int

  /// Makes a change, all of it or nothing.
  ///
  /// A gallery asks for one change at a time, at the moment at which it is to be seen. A page that
  /// is inserted and gets another picture in the same change is one insertion, of a page whose
  /// `contentVersion` is greater by one than the gallery was given.
  ///
  /// - Parameters:
  ///   - changeset: The change, which fits the pages of `version`.
  ///   - version: The version that the gallery knows.
  /// - Returns: The version after the change, and the number of pages that it has if that is known.
  /// - Throws: ``PageSourceError/conflict(version:)`` if the source has another version already. The
  ///   gallery then makes the change anew for the pages of that version, and asks again. Any other error
  ///   ends the edit: the pages stay what they were, in the source and on the screen.
  func apply(
    _ changeset: Changeset, to version: Int
  ) async throws(PageSourceError) -> PageSourceReceipt

  /// Turns a page, which keeps its bytes; `changes(after:)` tells it as a replacement.
  ///
  /// A source that cannot turn pages throws ``PageSourceError/unsupportedRotation``.
  ///
  /// - Parameters:
  ///   - page: The page.
  ///   - turns: What is added to its rotation.
  ///   - version: The version that the gallery knows.
  /// - Returns: The version after the change, and the number of pages that it has if that is known.
  /// - Throws: As ``apply(_:to:)`` does.
  func rotate(
    _ page: PageID, by turns: QuarterTurns, to version: Int
  ) async throws(PageSourceError) -> PageSourceReceipt

  /// Returns a page that was deleted and can be inserted again under its name.
  ///
  /// By default it throws ``PageSourceError/unsupportedRestoration``.
  ///
  /// - Parameter page: The page.
  /// - Returns: The page, and the index that it had.
  /// - Throws: ``PageSourceError`` if there is none, or if deleted pages are not kept.
  func deletedPage(_ page: PageID) async throws(PageSourceError) -> DeletedPage

  /// Returns the changes after a version, whoever makes them.
  ///
  /// Changes that a gallery has asked for itself may be among them; it knows them by their version.
  ///
  /// - Parameter version: The version from which on changes are wanted.
  /// - Returns: The changes in order, without a gap, each of a greater version than the one before. If
  ///   the sequence fails, or a version is not greater, the gallery asks for the version again and again,
  ///   less and less often, at first after 100 milliseconds and at last every 10 seconds, and then for
  ///   the changes after the version that it knows. ``PageSourceError/gone`` closes the gallery. A
  ///   sequence that ends says that nobody else changes the pages: the gallery does not ask again.
  func changes(after version: Int) -> Changes

  /// What the source shows, by a name that is the same after a restart. `nil` by default.
  var name: PageSourceName? { get }
}

extension PageSource {
  /// Returns the version of ``pages()``.
  ///
  /// - Returns: The version.
  /// - Throws: What ``pages()`` throws.
  public func version() async throws(PageSourceError) -> Int { try await pages().version }

  /// Throws ``PageSourceError/unsupportedRestoration``.
  ///
  /// - Parameter page: The page.
  /// - Returns: Nothing.
  /// - Throws: ``PageSourceError/unsupportedRestoration``.
  public func deletedPage(_ page: PageID) async throws(PageSourceError) -> DeletedPage {
    throw .unsupportedRestoration
  }

  /// No name.
  public var name: PageSourceName? { nil }
}
