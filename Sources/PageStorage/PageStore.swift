// SPDX-License-Identifier: Apache-2.0

import Dispatch
import GRDB
import Synchronization

/// Documents and their pages, kept in a folder.
///
/// What a call has returned is on the disk: it outlives the process and the power. A call that did not
/// return, or threw, has changed nothing. Several processes may open one store at a time; each change
/// is made by one of them at once, and seen by all others as a whole.
///
///     let store = try await PageStore.open(at: "/var/lib/scans")
///     let document = try await store.createDocument(title: "Lease")
///     let page = try await store.append(.file("scan-1.jpg"), to: document.id)
///     try await store.rotate(page.id, by: .clockwise)
///     for page in try await store.pages(in: 0..<50, of: document.id) { print(page.aspectRatio ?? 0) }
///
/// The bytes of a page are kept as received, once for all pages that have the same. Deleted pages go
/// to the trash, from where they come back until they are purged.
public final class PageStore: Sendable {
  /// The folder of the store.
  public let path: String

  /// How the store behaves.
  public let configuration: PageStoreConfiguration

  let folder: StoreFolder
  let catalogue: Catalogue
  let ids = PageIDAllocator()
  let signal = ChangeSignal()
  let thumbnails: ThumbnailCache
  let thumbnailMaker = ThumbnailMaker()
  private let reserve: ReserveFile
  private let ownSlot: Mutex<Slot?>
  private let writes = DispatchQueue(label: "PageStorage.writes")

  private init(blockingOpen path: String, _ configuration: PageStoreConfiguration)
    throws(PageStoreError)
  {
    self.path = path
    self.configuration = configuration
    let folder = StoreFolder(path: path)
    self.folder = folder
    let reserve = ReserveFile(path: folder.reserve, byteCount: configuration.reserveByteCount)
    self.reserve = reserve
    guard configuration.access == .readWrite else {
      catalogue = try folder.catalogueForReading(lockTimeout: configuration.lockTimeout)
      ownSlot = Mutex(nil)
      thumbnails = ThumbnailCache(path: folder.thumbnails, byteCountLimit: 0)
      return
    }
    try folder.create()
    try folder.checkIsWritable()
    // Opening writes as well: SQLite's shared memory, and the removal of what was left behind.
    let (catalogue, slot) = try reserve.used { () throws(PageStoreError) in
      let catalogue = try Catalogue(
        path: folder.catalogue, lockTimeout: configuration.lockTimeout,
        checkIsNew: folder.checkHasNoRecords)
      return (catalogue, try Recovery(folder: folder, catalogue: catalogue).run())
    }
    self.catalogue = catalogue
    ownSlot = Mutex(slot)
    thumbnails = ThumbnailCache(
      path: folder.thumbnails, byteCountLimit: configuration.thumbnailByteCount)
    reserve.restore()
  }

  /// Opens a store, and makes it if the folder does not exist or is empty.
  ///
  /// What processes that were killed have left behind is removed, unless the store is opened for
  /// reading; then there must be one.
  ///
  /// - Parameters:
  ///   - path: The folder. It must be on a file system with hard links and POSIX locks.
  ///   - configuration: How the store behaves.
  /// - Returns: The store, open until ``close()`` or until nobody refers to it.
  /// - Throws: `PageStoreError.versionTooNew`, `.notAStore`, `.corrupted`, `.locked`, `.full` if a
  ///   new store finds no room, `.readOnly` if the store is to be changed and lies where this process
  ///   may only read, and `.io`.
  /// - Complexity: O(what was left behind); not in proportion to what is stored.
  public static func open(
    at path: String, configuration: PageStoreConfiguration = PageStoreConfiguration()
  ) async throws(PageStoreError) -> PageStore {
    try await BlockingWork.run { () throws(PageStoreError) in
      try PageStore(blockingOpen: path, configuration)
    }
  }

  /// Closes the store; later calls throw `PageStoreError.closed`.
  public func close() async {
    try? await BlockingWork.run(on: writes) { () throws(PageStoreError) in
      self.ids.giveBack(to: self.catalogue)
      self.catalogue.close()
      self.thumbnails.close()
      self.ownSlot.withLock { $0 = nil }
    }
    signal.raise()
  }

  /// The slot of this process, if it has one already.
  var openSlot: Slot? { ownSlot.withLock(\.self) }

  /// The slot of this process, taken when the first page comes.
  func slot() throws(PageStoreError) -> Slot {
    guard configuration.access == .readWrite else { throw .readOnly }
    return try ownSlot.withLock { (slot) throws(PageStoreError) in
      if let slot { return slot }
      let new = try Slot.takeFirst(in: folder)
      slot = new
      return new
    }
  }
}

// MARK: - Changing

extension PageStore {
  /// Makes a change, all of it or nothing, and tells observers.
  func change<Result: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Result
  ) async throws(PageStoreError) -> Result {
    let result = try await onWriteQueue { () throws(PageStoreError) in
      try self.catalogue.write(body)
    }
    signal.raise()
    return result
  }

  /// Makes a change that leads to more room, also on a full disk.
  func changeFreeingRoom<Result: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Result
  ) async throws(PageStoreError) -> Result {
    let result = try await onWriteQueue { () throws(PageStoreError) in
      try self.reserve.used { () throws(PageStoreError) in try self.catalogue.write(body) }
    }
    signal.raise()
    return result
  }

  /// Removes the files of what was purged, and takes the reserve back.
  func removeDoomed() async throws(PageStoreError) {
    try await onWriteQueue { () throws(PageStoreError) in
      let recovery = Recovery(folder: self.folder, catalogue: self.catalogue)
      try self.reserve.used { () throws(PageStoreError) in try recovery.removeDoomed() }
      try? self.catalogue.checkpoint()
      self.reserve.restore()
    }
  }

  func onWriteQueue<Result: Sendable>(
    _ body: @escaping @Sendable () throws(PageStoreError) -> Result
  ) async throws(PageStoreError) -> Result {
    try await BlockingWork.run(on: writes, body)
  }
}

extension ReserveFile {
  /// Runs something, and once more without the reserve if the disk is full.
  func used<Result>(
    _ body: () throws(PageStoreError) -> Result
  ) throws(PageStoreError) -> Result {
    do throws(PageStoreError) {
      return try body()
    } catch {
      // What a failed sync could not write is not known, so it is not tried again.
      guard case .full(let operation) = error, operation != "fsync", release() else { throw error }
    }
    return try body()
  }
}
