// SPDX-License-Identifier: Apache-2.0

import GalleryPages

extension PageStore {
  /// Repairs what can be repaired: entries of pages and documents, orders, indexes, records, thumbnails.
  ///
  /// No original is ever removed, and what is replaced is kept, see ``RepairReport/putAside``. Pages whose
  /// original is damaged are marked; originals that belong to no page become pages of a new document.
  /// Reads that this store is asked for meanwhile throw `.locked`.
  ///
  /// - Returns: What was done.
  /// - Throws: `PageStoreError.locked` if another process or another `PageStore` has the store open, and what
  ///   ``repair(at:configuration:)`` can throw.
  /// - Complexity: O(bytes stored).
  @discardableResult
  public func repair() async throws(PageStoreError) -> RepairReport {
    guard configuration.access == .readWrite else { throw .readOnly }
    let report = try await onWriteQueue { () throws(PageStoreError) in
      self.thumbnails.removeAll()
      self.giveUpSlot()
      self.ids.forget()
      return try self.catalogue.suspended { () throws(PageStoreError) in
        try self.folder.root.waitForLock(.exclusive, self.configuration.lockTimeout)
        return try StoreRepair(folder: self.folder, configuration: self.configuration).run()
      }
    }
    watch.raise()
    return report
  }

  /// Repairs a store that may be too damaged to be opened.
  ///
  /// A catalogue that is damaged is put aside, and a new one is made of its entries that are sound, of the
  /// records of what was stored, and of the originals. The report tells what only the damaged entries knew:
  /// rotations, places, the trash. No original is removed. A disk that fails while it is read is no damage:
  /// then nothing is changed.
  ///
  /// - Parameters:
  ///   - path: The folder of the store, which no other process has open.
  ///   - configuration: How the store behaves.
  /// - Returns: What was done.
  /// - Throws: `PageStoreError.locked` if another process has the store open, `.notAStore`,
  ///   `.irregularFile`, `.versionTooNew`, `.full`, `.io`.
  /// - Complexity: O(bytes stored).
  @discardableResult
  public static func repair(
    at path: String, configuration: PageStoreConfiguration = PageStoreConfiguration()
  ) async throws(PageStoreError) -> RepairReport {
    try await BlockingWork.run { () throws(PageStoreError) in
      let folder = try StoreFolder.open(
        at: path, sharing: configuration.sharing, isForRepair: true)
      try folder.root.waitForLock(.exclusive, configuration.lockTimeout)
      ThumbnailCache(folder.thumbnails, byteCountLimit: configuration.thumbnailByteCount)
        .removeAll()
      let reserve = ReserveFile(folder: folder.root, byteCount: configuration.reserveByteCount)
      defer { reserve.restore() }
      return try reserve.used { () throws(PageStoreError) in
        try StoreRepair(folder: folder, configuration: configuration).run()
      }
    }
  }
}
