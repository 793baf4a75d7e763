// SPDX-License-Identifier: Apache-2.0

import GallerySystem

/// The steps of opening a store.
struct StoreOpening {
  /// The parts of an open store.
  struct Parts {
    let folder: StoreFolder
    let engine: StoreEngine
    let reserve: ReserveFile
    var slot: Slot?
    var putAside: [String] = []
    var hasLostChanges = false
    /// Whether the folder is removed with the store.
    var isTemporary = false
  }

  let path: String
  let configuration: PageStoreConfiguration

  /// Opens a store for reading; nothing is written.
  func runForReading() throws(PageStoreError) -> Parts {
    let folder = try StoreFolder.open(at: path, sharing: configuration.sharing)
    // Only excludes a repair: a reader never waits for the lock.
    _ = try? SystemCalls.tryLock(folder.root.descriptor, .shared)
    let catalog = try Catalog(readingOnly: folder, lockTimeout: configuration.lockTimeout)
    do throws(PageStoreError) {
      try StoreCopyCheck(folder: folder, catalog: catalog).runForReading()
      return Parts(
        folder: folder, engine: .folder(catalog),
        reserve: ReserveFile(folder: folder.root, byteCount: 0),
        hasLostChanges: try !Recovery(folder: folder, catalog: catalog).hasAllChanges())
    } catch {
      catalog.close()
      throw error
    }
  }

  /// Opens a store for writing, and creates it if the folder is empty.
  func run() throws(PageStoreError) -> Parts {
    let folder = try StoreFolder.openOrMake(at: path, sharing: configuration.sharing)
    // Excludes a repair as long as the store is open.
    try folder.root.waitForLock(.shared, configuration.lockTimeout)
    let reserve = ReserveFile(folder: folder.root, byteCount: configuration.reserveByteCount)
    // Opening also writes: SQLite's shared memory, and files set aside.
    return try reserve.used { () throws(PageStoreError) in try run(folder, reserve) }
  }

  private func run(
    _ folder: StoreFolder, _ reserve: ReserveFile
  ) throws(PageStoreError) -> Parts {
    try CatalogCreation(folder: folder, isUnfinishedCopy: configuration.opensUnfinishedCopy)
      .runIfNeeded(lockTimeout: configuration.lockTimeout)
    let catalog = try Catalog(
      in: folder, lockTimeout: configuration.lockTimeout, keepsLog: true)
    do throws(PageStoreError) {
      // Refuse a torn or outdated copy before changing anything.
      let copyCheck = StoreCopyCheck(folder: folder, catalog: catalog)
      let isCopy = try copyCheck.run()
      var (slot, aside) = try Recovery(folder: folder, catalog: catalog).run()
      try catalog.endKeepingLog()
      aside += try StoreMigration(folder: folder, catalog: catalog).run(&slot)
      if isCopy { try copyCheck.adopt() }
      try OriginalRemoval(folder: folder, catalog: catalog).runIfWorthwhile()
      return Parts(
        folder: folder, engine: .folder(catalog), reserve: reserve, slot: slot, putAside: aside)
    } catch {
      catalog.close()
      throw error
    }
  }
}
