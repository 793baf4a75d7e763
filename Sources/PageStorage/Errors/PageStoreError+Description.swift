// SPDX-License-Identifier: Apache-2.0

import GalleryPages
import GallerySystem
import PageImaging

extension PageStoreError {
  /// A stable, machine-readable code; it does not change when a message is reworded.
  public var code: String {
    switch self {
    case .notFound: "notFound"
    case .locked: "locked"
    case .full: "full"
    case .corrupted: "corrupted"
    case .limitExceeded: "limitExceeded"
    case .io: "io"
    case .versionTooNew: "versionTooNew"
    case .unreachable: "unreachable"
    case .outcomeUnknown: "outcomeUnknown"
    case .unfitLocation: "unfitLocation"
    case .unsupported: "unsupported"
    case .notAStore: "notAStore"
    case .irregularFile: "irregularFile"
    case .unfitTarget: "unfitTarget"
    case .refused: "refused"
    case .otherDigest: "otherDigest"
    case .conflict: "conflict"
    case .keyReused: "keyReused"
    case .invalidChange: "invalidChange"
    case .streamFailed: "streamFailed"
    case .inputFailed: "inputFailed"
    case .busy: "busy"
    case .cancelled: "cancelled"
    case .readOnly: "readOnly"
    case .moved: "moved"
    case .closed: "closed"
    }
  }
}

extension PageStoreError: CustomStringConvertible {
  /// One plain-English sentence.
  public var description: String {
    switch self {
    case .notFound(let item): "There is no \(item)."
    case .locked(waited: .zero): "The store is locked by another process."
    case .locked(let waited): "The store is locked by another process; waited \(waited)."
    case .full(let operation): "The disk is full: \(operation) failed."
    case .corrupted(let damage): "The store is damaged: \(damage)."
    case .limitExceeded(let limit, let found, let allowed):
      "There are \(found) \(limit.unit); at most \(allowed) are allowed."
    case .io(let operation, let errno):
      "The call \(operation) failed: \(SystemError.message(of: errno))"
        + (SystemError(call: operation, number: errno).isOtherFileSystem
          ? "; the folders of a store must be on one file system." : ".")
    case .versionTooNew(let found, let supported):
      "The store has version \(found), but this program supports versions up to \(supported): "
        + "use a later version of the program."
    case .unreachable(let reason): "A server of the store cannot be reached: \(reason)."
    case .outcomeUnknown(let reason):
      "A server of the store was lost while it made a change, which may have been made: \(reason)."
    case .unfitLocation(let reason): "The location of the store cannot be used: \(reason)."
    case .unsupported(let operation): "A store of this kind does not support \(operation)."
    case .notAStore(let path) where path.hasSuffix("/catalogue.sqlite"):
      "\(path) is not the catalog of a page store."
    case .notAStore(let path): "\(path) holds no page store."
    case .irregularFile(let path, let kind):
      "\(path) is \(kind.words), which a store does not contain; it was not changed. Move it away."
    case .unfitTarget(let path, let reason): "\(path) cannot hold the backup: \(reason)."
    case .refused(let error): error.description
    case .otherDigest(let expected, let found):
      "The bytes have the SHA-256 \(found) instead of \(expected)."
    case .conflict(let document, let expected, let found):
      "Document \(document.rawValue) is at revision \(found), not at \(expected)."
    case .keyReused:
      "The key of the edit was used for another request; a new request needs a new key."
    case .invalidChange(let error): "The change does not match the document: \(error)"
    case .streamFailed(let message): "The stream of bytes failed: \(message)."
    case .inputFailed(_, let errno): "The file cannot be read: \(SystemError.message(of: errno))."
    case .busy(let count):
      "\(count) thumbnails are already waiting to be made; try again later."
    case .cancelled: "The operation was cancelled."
    case .readOnly: "The store is read-only."
    case .moved(let path):
      "The store \(path) was moved, removed or replaced while it was open: open it again."
    case .closed: "The store is closed."
    }
  }
}

extension PageStoreError.Item: CustomStringConvertible {
  /// The missing item as a phrase for a message.
  public var description: String {
    switch self {
    case .document(let id): "document \(id.rawValue)"
    case .page(let id): "page \(id.rawValue)"
    case .trashedPage(let id): "page \(id.rawValue) in the trash"
    case .trashedDocument(let id): "document \(id.rawValue) in the trash"
    case .index(let index, let count): "page at index \(index) of \(count)"
    case .stagedPage(let id): "staged page \(id.rawValue)"
    }
  }
}

extension PageStoreError.Damage: CustomStringConvertible {
  /// The damaged item as a phrase for a message.
  public var description: String {
    switch self {
    case .original(let digest): "the original \(digest) is missing or was changed"
    case .page(let id): "the entry of page \(id.rawValue) is missing or was changed"
    case .metadata(let id): "the metadata of page \(id.rawValue) were changed"
    case .receipt(let number):
      "receipt \(number) of an edit was changed; repair removes it"
    case .document(let id): "the entry of document \(id.rawValue) was changed"
    case .records(let path): "the records in \(path) were changed"
    case .lostChanges:
      "the catalog is older than the acknowledged changes: its log was damaged or lost, or the folder was copied from a store in use; nothing was changed; repair restores what the records contain"
    case .order(let id): "the order of document \(id.rawValue) is broken"
    case .catalog(let message): "the catalog has a fault (\(message))"
    }
  }
}

extension PageStoreError.UnfitTarget: CustomStringConvertible {
  /// The reason as a clause for a message.
  public var description: String {
    switch self {
    case .isSource: "it is the store itself"
    case .isInSource: "it is inside the store"
    case .holdsSource: "it contains the store"
    case .notAFolder: "it is not a folder"
    case .isStore: "it is another store"
    case .notABackup: "it contains other files"
    case .changed: "it was changed after it was made, and is now an independent store"
    case .ofAnotherStore: "it is the backup of another store"
    case .newer:
      "it has later changes than the store, which may be an older copy; use another folder"
    }
  }
}

extension PageStoreError.Limit {
  /// The unit of the limit as a phrase for a message.
  fileprivate var unit: String {
    switch self {
    case .pageByteCount: "bytes in one page"
    case .metadataByteCount: "bytes of title and metadata"
    case .pageMetadataByteCount: "bytes of metadata of one page"
    case .responseByteCount: "bytes in the response of an edit"
    }
  }
}
