// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
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
  let reserve: ReserveFile
  private let ownSlot: Mutex<Slot?>
  let writes = WriteQueue()

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
    try? await BlockingWork.run(on: writes.queue) { () throws(PageStoreError) in
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

  /// The bytes of originals.
  var blobs: any BlobStore {
    FolderBlobs(folder: folder, catalog: catalog) { () throws(PageStoreError) in try self.slot() }
  }

  var originalRemoval: OriginalRemoval { OriginalRemoval(folder: folder, catalog: catalog) }
}
