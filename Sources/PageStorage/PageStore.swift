// SPDX-License-Identifier: Apache-2.0

import Dispatch
import FoundationEssentials
import GRDB
import GallerySystem
import Synchronization

/// A store of documents and their pages, kept in a folder.
///
/// When a call returns, its change is durable: it survives a crash of the process and a power
/// failure. A call that threw or did not return has changed nothing. Several processes may open one
/// store concurrently; changes are serialized and atomic.
///
/// ```swift
/// import GalleryPages
///
/// let store = try await PageStore.open(at: "archive")
/// let document = try await store.createDocument(title: "Lease")
/// let page = try await store.append(.file("scan-1.jpg"), to: document.id)
/// try await store.rotate(page.id, by: .clockwise)
/// for page in try await store.pages(in: 0..<1, of: document.id) { print(page.aspectRatio ?? 0) }
/// ```
///
/// The bytes of a page are stored as received, once for all pages with equal bytes. Deleted pages
/// go to the trash and can be restored until they are purged.
public final class PageStore: Sendable {
  /// The folder of the store.
  public let path: String

  /// The configuration of the store.
  public let configuration: PageStoreConfiguration

  /// The paths of files set aside on opening: originals and records left by killed processes.
  ///
  /// They are never read and can be removed when no page is missing.
  public let putAside: [String]

  /// Whether acknowledged changes were missing in the catalog when the store was opened.
  ///
  /// Such a store opens only for reading. ``repair(at:configuration:)`` restores what the records
  /// contain.
  public let hasLostChanges: Bool

  let folder: StoreFolder
  let catalog: Catalog
  let ids = PageIDAllocator()
  let watch: ChangeWatch
  let thumbnails: ThumbnailCache
  let thumbnailMemory: ThumbnailMemory
  let recentPages = RecentPages()
  let thumbnailGate: ThumbnailGate
  let thumbnailCounter = ThumbnailCounter()
  let unmarkedDamage = Mutex<[ContentDigest: String]>([:])
  private let reserve: ReserveFile
  private let ownSlot: Mutex<Slot?>
  private let writes = DispatchQueue(label: "PageStorage.writes")

  private init(blockingOpen path: String, _ configuration: PageStoreConfiguration)
    throws(PageStoreError)
  {
    self.path = path
    self.configuration = configuration
    let opening = StoreOpening(path: path, configuration: configuration)
    let opened = try configuration.access == .readWrite ? opening.run() : opening.runForReading()
    (folder, catalog, reserve) = (opened.folder, opened.catalog, opened.reserve)
    watch = ChangeWatch(
      folder, catalog, interval: configuration.observationInterval,
      requestsFileEvents: configuration.requestsFileEvents)
    ownSlot = Mutex(opened.slot)
    putAside = opened.putAside
    hasLostChanges = opened.hasLostChanges
    let limit = configuration.access == .readOnly ? 0 : configuration.thumbnailByteCount
    thumbnails = ThumbnailCache(folder.thumbnails, byteCountLimit: limit)
    thumbnailMemory = ThumbnailMemory(byteCountLimit: configuration.thumbnailMemoryByteCount)
    thumbnailGate = ThumbnailGate(
      width: configuration.thumbnailConcurrency ?? ProcessInfo.processInfo.activeProcessorCount,
      queueLimit: configuration.thumbnailQueueLimit)
    if configuration.access == .readWrite { reserve.restore() }
  }

  /// Opens a store, and creates it if the folder does not exist or is empty.
  ///
  /// Files left by killed processes are set aside. When opened for reading, the store must exist,
  /// and nothing is written.
  ///
  /// - Parameters:
  ///   - path: The folder. It must be on a file system with hard links and POSIX locks.
  ///   - configuration: The configuration of the store.
  /// - Returns: The store, open until ``close()`` or until its last reference is released.
  /// - Throws: `PageStoreError.versionTooNew`; `.notAStore`, also for a folder that holds something
  ///   else; `.irregularFile` if a part of it is a link or a device; `.corrupted`, in particular
  ///   `.lostChanges`; `.locked`, `.full` if the disk has no room for a new store, `.readOnly` if
  ///   write access is requested but not permitted, and `.io`.
  /// - Complexity: O(files left behind), independent of the size of the store, except for the first
  ///   opening of a copied store, which is checked for consistency.
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
      self.ids.giveBack(to: self.catalog)
      try? self.originalRemoval.runIfWorthwhile()
      self.thumbnailGate.removePrepared()
      self.catalog.close()
      self.thumbnails.close()
      self.thumbnailMemory.removeAll()
      self.recentPages.removeAll()
      self.ownSlot.withLock { $0 = nil }
      SystemCalls.unlock(self.folder.root.descriptor)
    }
    watch.close()
  }

  /// The slot of this process, if it already has one.
  var openSlot: Slot? { ownSlot.withLock(\.self) }

  /// Returns the slot of this process, taken on the first change; not for use in a transaction.
  func slot() throws(PageStoreError) -> Slot {
    guard configuration.access == .readWrite else { throw .readOnly }
    return try ownSlot.withLock { (slot) throws(PageStoreError) in
      if let slot { return slot }
      let recovery = Recovery(folder: folder, catalog: catalog)
      let aside = AsideFolder(folder)
      let new = try Slot.takeFirst(in: folder) { (slot) throws(PageStoreError) in
        // Its last owner may have been killed since this store was opened.
        try recovery.clean(slot, aside)
      }
      try aside.synchronize()
      slot = new
      return new
    }
  }

  /// Gives up the slot: the next change takes a new one.
  func giveUpSlot() {
    ownSlot.withLock { $0 = nil }
  }

  var originalRemoval: OriginalRemoval { OriginalRemoval(folder: folder, catalog: catalog) }
}

// MARK: - Changing

extension PageStore {
  /// Makes an atomic change and notifies observers.
  func change<Result: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Result
  ) async throws(PageStoreError) -> Result {
    let result = try await onWriteQueue { () throws(PageStoreError) in
      // The slot is optional here: taking one may fail on a full disk.
      try self.commit(in: try? self.slot(), body)
    }
    watch.checkForCommits()
    return result
  }

  /// Makes a change that frees disk space, even on a full disk.
  func changeFreeingRoom<Result: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Result
  ) async throws(PageStoreError) -> Result {
    let result = try await onWriteQueue { () throws(PageStoreError) in
      let slot = try? self.slot()
      return try self.withReserve { () throws(PageStoreError) in
        try self.commit(in: slot, body)
      }
    }
    watch.checkForCommits()
    return result
  }

  /// Runs a change that frees space, on a full disk with that of the reserve.
  ///
  /// Each commit makes SQLite's log longer until its next checkpoint, which thus precedes the second
  /// attempt: otherwise a few changes would use up the reserve.
  private func withReserve<Result>(
    _ change: () throws(PageStoreError) -> Result
  ) throws(PageStoreError) -> Result {
    try reserve.used(change) { try? self.catalog.checkpoint(waitsForReaders: false) }
  }

  /// Makes a change that may add bytes or records, and notifies observers.
  ///
  /// The staged pages that it adds are marked as committed before the next change begins, if the result
  /// means that they were added.
  func publish<Result: Sendable>(
    _ staged: [StagedPage] = [], takesPages: @escaping @Sendable (Result) -> Bool = { _ in true },
    freesRoom: Bool = false,
    _ body: @escaping @Sendable (Publication) throws -> Result
  ) async throws(PageStoreError) -> Result {
    let result = try await onWriteQueue { () throws(PageStoreError) in
      let slot = try self.slot()
      let change = { () throws(PageStoreError) -> Result in
        try self.commit(in: slot) { db in
          try body(
            Publication(
              db: db, folder: self.folder, slot: slot,
              maximumPageByteCount: self.configuration.maximumPageByteCount))
        }
      }
      let result = try freesRoom ? self.withReserve(change) : change()
      _ = slot.takePlaced()
      if takesPages(result) { for page in staged { page.file.commit() } }
      return result
    }
    watch.checkForCommits()
    return result
  }

  /// Runs a change under a new change number, and records that it is durable.
  private func commit<Result>(
    in slot: Slot?, _ body: (Database) throws -> Result
  ) throws(PageStoreError) -> Result {
    let (result, number) = try catalog.write { db in
      let last = try ChangeLog.lastNumber(db)
      let changeCount = db.totalChangesCount
      let result = try body(db)
      let number = try ChangeLog.lastNumber(db)
      guard number == last, db.totalChangesCount > changeCount else { return (result, number) }
      try ChangeLog.appendUnnamed(after: last, isSilent: true, to: db)
      return (result, last + 1)
    }
    slot?.records.acknowledge(number)
    return result
  }

  /// Removes the files of purged pages, and restores the reserve file.
  func removeDoomed() async throws(PageStoreError) {
    try await onWriteQueue { () throws(PageStoreError) in
      try self.reserve.used { () throws(PageStoreError) in try self.originalRemoval.run() }
      try? self.catalog.checkpoint()
      self.reserve.restore()
    }
  }

  func onWriteQueue<Result: Sendable>(
    _ body: @escaping @Sendable () throws(PageStoreError) -> Result
  ) async throws(PageStoreError) -> Result {
    try await BlockingWork.run(on: writes, body)
  }
}
