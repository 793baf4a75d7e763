// SPDX-License-Identifier: Apache-2.0

import Synchronization

extension FolderBlobs {
  /// Opens the folder in which the processes of a served store share their originals.
  ///
  /// - Parameters:
  ///   - path: The folder, which is created if it is missing and `isWritable` is set.
  ///   - sharing: Who may read what is created.
  ///   - isWritable: Whether originals may be put.
  /// - Returns: The originals.
  /// - Throws: `PageStoreError`.
  static func shared(
    at path: String, sharing: FileSharing, isWritable: Bool
  ) throws(PageStoreError) -> FolderBlobs {
    guard isWritable else {
      let folder = try StoreFolder(root: Folder(at: path, sharing: sharing))
      return FolderBlobs(folder: folder, catalog: nil) { () throws(PageStoreError) in
        throw .readOnly
      }
    }
    let folder = try StoreFolder.openOrMake(at: path, sharing: sharing)
    let own = SharedSlot(folder: folder)
    return FolderBlobs(folder: folder, catalog: nil) { () throws(PageStoreError) in
      try own.slot()
    }
  }
}

/// The slot of a process in a shared folder, taken when it is needed.
private final class SharedSlot: Sendable {
  private let folder: StoreFolder
  private let taken = Mutex<Slot?>(nil)

  init(folder: StoreFolder) { self.folder = folder }

  func slot() throws(PageStoreError) -> Slot {
    try taken.withLock { (taken) throws(PageStoreError) in
      if let taken { return taken }
      let slot = try Slot.takeFirst(in: folder) { (slot) throws(PageStoreError) in
        try slot.removeReceivedFiles()
        return true
      }
      taken = slot
      return slot
    }
  }
}
