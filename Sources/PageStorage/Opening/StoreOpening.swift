// SPDX-License-Identifier: Apache-2.0

/// The steps in which a store is opened.
struct StoreOpening {
  /// The parts of an open store.
  struct Parts {
    let folder: StoreFolder
    let catalogue: Catalogue
    let reserve: ReserveFile
    var slot: Slot?
    var putAside: [String] = []
  }

  let path: String
  let configuration: PageStoreConfiguration

  /// Opens a store to be read; nothing is written.
  func runForReading() throws(PageStoreError) -> Parts {
    let folder = try StoreFolder.open(at: path, sharing: configuration.sharing)
    // Only to keep a repair away: a reader never waits.
    _ = try? SystemCalls.tryLock(folder.root.descriptor, .shared)
    let catalogue = try Catalogue(readingOnly: folder, lockTimeout: configuration.lockTimeout)
    do throws(PageStoreError) {
      try StoreCopyCheck(folder: folder, catalogue: catalogue).runForReading()
    } catch {
      catalogue.close()
      throw error
    }
    return Parts(
      folder: folder, catalogue: catalogue, reserve: ReserveFile(folder: folder.root, byteCount: 0))
  }

  /// Opens a store to be changed, and makes it if there is nothing.
  func run() throws(PageStoreError) -> Parts {
    let folder = try StoreFolder.openOrMake(at: path, sharing: configuration.sharing)
    // As long as it is open, nobody repairs it.
    try folder.root.waitForLock(.shared, configuration.lockTimeout)
    let reserve = ReserveFile(folder: folder.root, byteCount: configuration.reserveByteCount)
    // Opening writes as well: SQLite's shared memory, and what was left behind goes aside.
    return try reserve.used { () throws(PageStoreError) in try run(folder, reserve) }
  }

  private func run(
    _ folder: StoreFolder, _ reserve: ReserveFile
  ) throws(PageStoreError) -> Parts {
    try CatalogueCreation(folder: folder).runIfNeeded(lockTimeout: configuration.lockTimeout)
    let catalogue = try Catalogue(
      in: folder, lockTimeout: configuration.lockTimeout, keepsLog: true)
    do throws(PageStoreError) {
      // What is torn or has lost changes is refused as it is.
      let copyCheck = StoreCopyCheck(folder: folder, catalogue: catalogue)
      let isCopy = try copyCheck.run()
      var (slot, aside) = try Recovery(folder: folder, catalogue: catalogue).run()
      try catalogue.endKeepingLog()
      aside += try StoreMigration(folder: folder, catalogue: catalogue).run(&slot)
      if isCopy { try copyCheck.adopt() }
      try OriginalRemoval(folder: folder, catalogue: catalogue).runIfWorthwhile()
      return Parts(
        folder: folder, catalogue: catalogue, reserve: reserve, slot: slot, putAside: aside)
    } catch {
      catalogue.close()
      throw error
    }
  }
}
