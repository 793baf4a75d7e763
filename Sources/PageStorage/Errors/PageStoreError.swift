// SPDX-License-Identifier: Apache-2.0

public import GalleryPages
public import PageImaging

/// An error of a page store, with one case per remedy.
///
/// A call that throws has changed nothing, unless documented otherwise; see ``outcomeUnknown(reason:)``.
public enum PageStoreError: Error, Hashable, Sendable {
  /// The document or page does not exist, or is not where the call requires it.
  case notFound(Item)

  /// The write lock is held by another process or call.
  ///
  /// It was not released within `PageStoreConfiguration.lockTimeout`.
  case locked(waited: Duration)

  /// The disk is full.
  ///
  /// Stored data remain readable, and deleting and purging still work.
  case full(operation: String)

  /// Stored data differ from those that were written.
  case corrupted(Damage)

  /// A page exceeds a limit of the store's configuration.
  case limitExceeded(Limit, found: Int, allowed: Int)

  /// A system call failed with `errno`.
  ///
  /// If the disk fails both while committing and while rolling back, the change may still appear
  /// after a crash.
  case io(operation: String, errno: Int32)

  /// The store was written by a later version of this library.
  case versionTooNew(found: Int, supported: Int)

  /// A server of the store cannot be reached, or ended the connection.
  case unreachable(reason: String)

  /// The connection to a server of the store was lost while a change was committed, and the server was not back in
  /// time to tell whether the change was made.
  ///
  /// It is safe to repeat with its ``EditKey``.
  case outcomeUnknown(reason: String)

  /// The location of a store on servers is incomplete or contradictory, or this program was built without the trait
  /// that it needs.
  case unfitLocation(reason: String)

  /// The engine of the store does not offer an operation, such as a backup of a store in a database,
  /// which the database's own tools make.
  case unsupported(operation: String)

  /// The folder at the path holds no page store, or the catalog at the path is not one of a page store.
  case notAStore(path: String)

  /// An entry in the store's folder is a link, a device or another type that no store creates.
  ///
  /// It was not touched. Remove it, or restore the original entry.
  case irregularFile(path: String, kind: FileKind)

  /// A folder cannot receive a backup; nothing was written.
  case unfitTarget(path: String, UnfitTarget)

  /// The bytes of a page are not a displayable image.
  case refused(ImagingError)

  /// The bytes of a page do not match the expected digest, see ``PageInput/digest``.
  case otherDigest(expected: ContentDigest, found: ContentDigest)

  /// The document has changed since the revision that the caller knows.
  case conflict(DocumentID, expected: Int, found: Int)

  /// The key of an edit was used for another request before, see ``EditKey``.
  case keyReused

  /// A change does not fit the pages of its document.
  case invalidChange(UpdateError)

  /// The caller's own stream of bytes failed with this message.
  case streamFailed(message: String)

  /// An input file could not be opened or read; `errno` gives the reason.
  ///
  /// The store is not affected.
  case inputFailed(operation: String, errno: Int32)

  /// Too many thumbnails are waiting to be made, see
  /// `PageStoreConfiguration.thumbnailQueueLimit`; retry later.
  case busy(waiting: Int)

  /// The work was cancelled before it changed anything.
  case cancelled

  /// The store was opened for reading, this process has no permission to write it, or its file
  /// system is read-only, or became so after an error of the disk.
  ///
  /// It can still be opened with `PageStoreConfiguration.Access.readOnly`.
  case readOnly

  /// The store at this path was moved, removed or replaced while it was open.
  ///
  /// Close the store, and open it where it is now.
  case moved(path: String)

  /// The store was closed.
  case closed
}

extension PageStoreError {
  /// The item that was not found.
  public enum Item: Hashable, Sendable {
    /// A document with this identifier.
    case document(DocumentID)
    /// A page with this identifier outside the trash.
    case page(PageID)
    /// A page with this identifier in the trash.
    case trashedPage(PageID)
    /// A document with this identifier in the trash.
    case trashedDocument(DocumentID)
    /// A page at this index: the document has only `count` pages.
    case index(Int, count: Int)
    /// A staged page that is still usable: it was already committed or discarded.
    case stagedPage(PageID)
  }

  /// The damaged item.
  public enum Damage: Hashable, Sendable {
    /// The original bytes of a page: they are missing or were altered.
    case original(ContentDigest)
    /// The entry of a page in the catalog.
    case page(PageID)
    /// The metadata of a page; the page itself can be read.
    case metadata(PageID)
    /// The receipt of a keyed edit: whether the edit was applied is unknown.
    ///
    /// `PageStore.repair(at:configuration:)` drops it.
    case receipt(number: Int64)
    /// The entry of a document in the catalog.
    case document(DocumentID)
    /// The order of a document's pages.
    case order(DocumentID)
    /// The record file at this path, from which a lost catalog would be rebuilt.
    case records(path: String)
    /// The catalog is older than the last acknowledged change.
    ///
    /// Its write-ahead log was damaged or lost, or the folder was copied while the store was being
    /// changed. Nothing was modified; `PageStore.repair(at:)` restores the state from the records.
    case lostChanges
    /// The catalog as a whole, with the message of the database or a clause that tells what is wrong.
    case catalog(message: String)
  }

  /// The reason why a folder cannot receive a backup.
  public enum UnfitTarget: String, Hashable, Sendable, CaseIterable {
    /// It is the store's own folder.
    case isSource
    /// It is inside the store's folder.
    case isInSource
    /// It contains the store.
    case holdsSource
    /// It is a file or another entry that is not a folder.
    case notAFolder
    /// It is a store that is not a backup.
    case isStore
    /// It holds other files.
    case notABackup
    /// It is a backup that was changed since: a store in use.
    case changed
    /// It is a backup of another store.
    case ofAnotherStore
    /// It is a backup of a later state: the store was restored from an older copy.
    case newer
  }

  /// The exceeded limit.
  public enum Limit: String, Hashable, Sendable, CaseIterable {
    /// The size of one page, in bytes.
    case pageByteCount
    /// The size of a document's title and metadata, in bytes.
    case metadataByteCount
    /// The size of a page's metadata in encoded form, in bytes; see ``PageMetadata``.
    case pageMetadataByteCount
    /// The size of the response in the receipt of an edit, in bytes.
    case responseByteCount
  }
}

extension PageStoreError {
  /// The error as an input error, if it concerns a file.
  var ofInput: Self {
    switch self {
    case .io(let operation, let errno): .inputFailed(operation: operation, errno: errno)
    // A read should not fail with `ENOSPC`; keep it apart from a full disk of the store.
    case .full(let operation): .inputFailed(operation: operation, errno: 28)
    // Likewise `EROFS`.
    case .readOnly: .inputFailed(operation: "read", errno: 30)
    default: self
    }
  }
}
