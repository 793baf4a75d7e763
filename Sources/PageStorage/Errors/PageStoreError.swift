// SPDX-License-Identifier: Apache-2.0

public import GalleryPages
public import PageImaging

/// Why a call of a page store failed, sorted by who can do something about it.
///
/// A call that throws has changed nothing, unless its documentation says otherwise.
public enum PageStoreError: Error, Hashable, Sendable {
  /// The document or page does not exist, or is not where the call needs it.
  case notFound(Item)

  /// Another process or call holds the store's write lock, and did not let go in the time that
  /// `PageStoreConfiguration.lockTimeout` allows.
  case locked(waited: Duration)

  /// There is no room left on the disk.
  ///
  /// Everything stored earlier is readable, and deleting and purging work.
  case full(operation: String)

  /// Stored data are not what was stored.
  case corrupted(Damage)

  /// A page costs more than the store's configuration allows.
  case limitExceeded(Limit, found: Int, allowed: Int)

  /// A call to the operating system failed with `errno`.
  ///
  /// If a disk fails both when a change is confirmed and when it is taken back, then what the change
  /// did may show after a crash.
  case io(operation: String, errno: Int32)

  /// The store was written by a later version of this library.
  case versionTooNew(found: Int, supported: Int)

  /// The folder holds a catalogue that is not one of a page store.
  case notAStore(path: String)

  /// A name in the folder of the store is that of a link, a device or something else that no store has
  /// there.
  ///
  /// It was not touched. Remove it, or bring back what was there.
  case irregularFile(path: String, kind: FileKind)

  /// A folder cannot take a backup; nothing was written.
  case unfitTarget(path: String, UnfitTarget)

  /// The bytes of a page are not an image that can be shown.
  case refused(ImagingError)

  /// The bytes of a page are not those that were announced, see ``PageInput/digest``.
  case otherDigest(expected: ContentDigest, found: ContentDigest)

  /// The document has changed since the revision that the caller knows.
  case conflict(DocumentID, expected: Int, found: Int)

  /// A change does not fit the pages of its document.
  case invalidChange(UpdateError)

  /// The caller's own stream of bytes failed, in its own words.
  case streamFailed(message: String)

  /// A file that was to become a page could not be opened or read; `errno` says why.
  ///
  /// The store is fine.
  case inputFailed(operation: String, errno: Int32)

  /// The work was cancelled before it changed anything.
  case cancelled

  /// The store was opened for reading, or lies where this process may only read.
  ///
  /// `PageStoreConfiguration.Access.readOnly` opens the latter.
  case readOnly

  /// The store was closed.
  case closed
}

extension PageStoreError {
  /// What was not found.
  public enum Item: Hashable, Sendable {
    /// No document has this name.
    case document(DocumentID)
    /// No page has this name, or it is in the trash.
    case page(PageID)
    /// No page in the trash has this name.
    case trashedPage(PageID)
    /// The document has fewer pages.
    case index(Int, count: Int)
    /// The staged page was committed already, or given up.
    case stagedPage(PageID)
  }

  /// What was found damaged.
  public enum Damage: Hashable, Sendable {
    /// The original bytes of a page are missing or are not those that were stored.
    case original(ContentDigest)
    /// The entry of a page in the catalogue.
    case page(PageID)
    /// The metadata of a page; the page itself can be read.
    case metadata(PageID)
    /// The entry of a document in the catalogue.
    case document(DocumentID)
    /// The order of a document's pages.
    case order(DocumentID)
    /// The records from which a lost catalogue would be made anew, in a file of this path.
    case records(path: String)
    /// The catalogue is older than what was acknowledged.
    ///
    /// Its log was damaged or lost, or the folder is a copy that was made while others changed the store.
    /// Nothing was changed; `PageStore.repair(at:)` brings back what the records know.
    case lostChanges
    /// The catalogue as a whole, in the words of SQLite.
    case catalogue(message: String)
  }

  /// Why a folder cannot take a backup.
  public enum UnfitTarget: String, Hashable, Sendable, CaseIterable {
    /// It is the folder of the store itself.
    case isSource
    /// It is in the folder of the store.
    case isInSource
    /// The store is in it.
    case holdsSource
    /// Something else is there, such as a store that no backup has made.
    case notABackup
    /// It is a backup in which something was changed since: a store in use.
    case changed
    /// It is a backup of another store.
    case ofAnotherStore
  }

  /// The name of a limit.
  public enum Limit: String, Hashable, Sendable, CaseIterable {
    /// The bytes of one page.
    case pageByteCount
    /// The bytes of a document's title and metadata.
    case metadataByteCount
    /// The bytes of a page's metadata in their encoded form, see ``PageMetadata``.
    case pageMetadataByteCount
  }
}

extension PageStoreError {
  /// The same error as one of an input, if it is about a file.
  var ofInput: Self {
    switch self {
    case .io(let operation, let errno): .inputFailed(operation: operation, errno: errno)
    // Of reading no file system should say so (`ENOSPC`); the disk of the store is another matter.
    case .full(let operation): .inputFailed(operation: operation, errno: 28)
    default: self
    }
  }

  /// Whether the system did not understand what it was asked for (`EINVAL`).
  var isInvalidArgument: Bool {
    if case .io(_, errno: 22) = self { true } else { false }
  }
}
