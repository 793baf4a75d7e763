// SPDX-License-Identifier: Apache-2.0

public import GalleryModel

/// The owner of the pages that a ``Gallery`` shows, which may answer late and may be shared.
///
/// A source counts its changes: each one takes it from a version to the next one. A gallery names
/// the version that a change of its own begins at, so that a source with several writers can refuse
/// a change that was made for older pages.
///
/// ``StoredDocument`` is one over a store, ``MemoryPageSource`` the simplest one.
public protocol PageSource: Sendable {
  /// The changes of a source, one after the other.
  associatedtype Changes: AsyncSequence & Sendable where Changes.Element == PageSourceChange

  /// Returns the pages as they are now.
  ///
  /// - Returns: The pages and the version that they are.
  /// - Throws: An error if they cannot be read.
  func pages() async throws -> VersionedPages

  /// Makes a change, all of it or nothing.
  ///
  /// A gallery asks for one change at a time, at the moment at which it is to be seen.
  ///
  /// - Parameters:
  ///   - changeset: The change, which fits the pages of `version`.
  ///   - version: The version that the gallery knows.
  /// - Returns: The version after the change, and the number of pages that it has if that is known.
  /// - Throws: ``PageSourceConflict`` if the source has another version already. The gallery then
  ///   waits for the changes in between and asks anew. Any other error ends the edit: the pages
  ///   stay what they were, in the source and on the screen.
  func apply(_ changeset: Changeset, to version: Int) async throws -> PageSourceReceipt

  /// Returns the changes after a version, whoever makes them.
  ///
  /// Changes that a gallery has asked for itself may be among them; it knows them by their version.
  ///
  /// - Parameter version: The version from which on changes are wanted.
  /// - Returns: The changes in order, without a gap. If it ends or fails, the gallery goes on without
  ///   the changes of others until it has to ask for the pages anew.
  func changes(after version: Int) -> Changes
}

/// The pages of a source at one moment.
public struct VersionedPages: Hashable, Sendable {
  /// The pages in order, with different names.
  public var pages: [Page]

  /// The number of changes that led to them.
  public var version: Int

  /// Creates the pages of a version.
  ///
  /// - Parameters:
  ///   - pages: The pages in order, with different names.
  ///   - version: The number of changes that led to them.
  public init(pages: [Page], version: Int) {
    self.pages = pages
    self.version = version
  }
}

/// What a source says of a change that it has made.
public struct PageSourceReceipt: Hashable, Sendable {
  /// The version after the change.
  public var version: Int

  /// The number of pages after the change, `nil` if the source does not tell.
  public var pageCount: Int?

  /// Creates a receipt.
  ///
  /// - Parameters:
  ///   - version: The version after the change.
  ///   - pageCount: The number of pages after the change. `nil` by default: the gallery then trusts the
  ///     version alone.
  public init(version: Int, pageCount: Int? = nil) {
    self.version = version
    self.pageCount = pageCount
  }
}

/// A change of a source.
public struct PageSourceChange: Hashable, Sendable {
  /// The version after the change.
  public var version: Int

  /// What has changed, against the version before; `nil` if the pages are to be read anew.
  public var changeset: Changeset?

  /// Creates a change.
  ///
  /// - Parameters:
  ///   - version: The version after the change.
  ///   - changeset: What has changed, against the version before; `nil` if the pages are to be read
  ///     anew.
  public init(version: Int, changeset: Changeset?) {
    self.version = version
    self.changeset = changeset
  }
}

/// The error of a source that has changed in the meantime.
public struct PageSourceConflict: Error, Hashable, Sendable {
  /// The version that the source has.
  public var version: Int

  /// Creates a conflict.
  ///
  /// - Parameter version: The version that the source has.
  public init(version: Int) { self.version = version }
}
