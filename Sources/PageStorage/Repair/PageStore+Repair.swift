// SPDX-License-Identifier: Apache-2.0

import GalleryPages
import GallerySystem

extension PageStore {
  /// Repairs entries of pages and documents, orders, indexes, records and thumbnails.
  ///
  /// No original is ever removed, and replaced files are kept, see ``RepairReport/putAside``. Pages
  /// whose original is damaged are marked; originals that belong to no page become pages of a new
  /// document. Concurrent reads through this store throw `.locked`.
  ///
  /// Others may use a store on servers meanwhile. Its damaged rows are mended where they are: orders from the sound
  /// nodes and the pages, originals from their bytes, and what a damaged row says is kept where it can be true, because
  /// there are no records that tell more. Nothing is put aside: make a backup of the database first. Originals of lost or
  /// altered bytes are marked, those of bytes that are back are not any more, and those that belong to no page become
  /// pages. What is left is in ``RepairReport/unrepairedProblems``.
  ///
  /// - Returns: A report of the repair.
  /// - Throws: `PageStoreError.locked` if another process or another `PageStore` has the store
  ///   open, and what ``repair(at:configuration:)`` can throw.
  /// - Complexity: O(bytes stored).
  @discardableResult
  public func repair() async throws(PageStoreError) -> RepairReport {
    guard configuration.access == .readWrite else { throw .readOnly }
    let catalog: Catalog
    switch engine {
    case .folder(let found): catalog = found
    case .served(let engine):
      var repair = ServedRepair(self, engine)
      return try await repair.run()
    }
    let report = try await onWriteQueue { () throws(PageStoreError) in
      self.thumbnails.removeAll()
      self.thumbnailMemory.removeAll()
      self.giveUpSlot()
      self.ids.forget()
      return try catalog.suspended { () throws(PageStoreError) in
        try self.folder.root.waitForLock(.exclusive, self.configuration.lockTimeout)
        var repair = StoreRepair(folder: self.folder, configuration: self.configuration)
        return try repair.run()
      }
    }
    watch.raise()
    return report
  }

  /// Repairs a store that may be too damaged to be opened.
  ///
  /// A damaged catalog is set aside, and a new one is built from its sound entries, the records and
  /// the originals. The report lists what only the damaged entries held: rotations, positions, the
  /// trash. No original is removed. A read error of the disk is not treated as damage: nothing is
  /// changed then.
  ///
  /// - Parameters:
  ///   - path: The folder of the store, which no other process has open; or a location on servers, whose database can be
  ///     opened, see ``repair()``.
  ///   - configuration: The configuration of the store.
  /// - Returns: A report of the repair.
  /// - Throws: `PageStoreError.locked` if another process has the store open,
  ///   `.notAStore`, `.readOnly`, `.irregularFile`, `.versionTooNew`, `.full`, `.io`; `.unfitLocation` for an unfinished
  ///   copy.
  /// - Complexity: O(bytes stored).
  @discardableResult
  public static func repair(
    at path: String, configuration: PageStoreConfiguration = PageStoreConfiguration()
  ) async throws(PageStoreError) -> RepairReport {
    guard !ServedLocation.isLocation(path) else {
      let store = try await open(at: path, configuration: configuration)
      do throws(PageStoreError) {
        let report = try await store.repair()
        await store.close()
        return report
      } catch {
        await store.close()
        throw error
      }
    }
    try await requireNoUnfinishedCopy(at: path)
    return try await BlockingWork.run(on: BlockingWork.lengthy) { () throws(PageStoreError) in
      let folder = try StoreFolder.open(
        at: path, sharing: configuration.sharing, isForRepair: true)
      try StoreFolder.checkIsWritable(folder.root)
      try folder.root.waitForLock(.exclusive, configuration.lockTimeout)
      ThumbnailCache(folder.thumbnails, byteCountLimit: configuration.thumbnailByteCount)
        .removeAll()
      let reserve = ReserveFile(folder: folder.root, byteCount: configuration.reserveByteCount)
      defer { reserve.restore() }
      return try reserve.used { () throws(PageStoreError) in
        var repair = StoreRepair(folder: folder, configuration: configuration)
        return try repair.run()
      }
    }
  }

  /// Checks that a store is not an unfinished copy, whose originals without pages would become pages.
  ///
  /// - Throws: `PageStoreError.unfitLocation`.
  private static func requireNoUnfinishedCopy(at path: String) async throws(PageStoreError) {
    let configuration = PageStoreConfiguration(access: .readOnly, lockTimeout: .zero)
    do throws(PageStoreError) {
      await (try open(at: path, configuration: configuration)).close()
    } catch {
      // Everything else is left to the repair.
      if case .unfitLocation = error { throw error }
    }
  }
}
