// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import GallerySystem
import Synchronization

/// A store of documents and their pages, kept in a folder or on servers.
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
  /// The folder of the store, or its location on servers without a password.
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

  /// The folder of the store; that of a served store has only what can be lost.
  let folder: StoreFolder
  let engine: StoreEngine
  private let isTemporary: Bool
  let ids = PageIDAllocator()
  let watch: ChangeWatch
  let thumbnails: ThumbnailCache
  let thumbnailMemory: ThumbnailMemory
  let recentPages = RecentPages()
  let servedPages = ServedPages()
  let verifiedOriginals = VerifiedOriginals()
  let thumbnailGate: ThumbnailGate
  let thumbnailCounter = ThumbnailCounter()
  let unmarkedDamage = Mutex<[ContentDigest: String]>([:])
  let reserve: ReserveFile
  private let ownSlot: Mutex<Slot?>
  let writes = WriteQueue()

  private init(
    _ path: String, _ opened: StoreOpening.Parts, _ configuration: PageStoreConfiguration
  ) {
    self.path = path
    self.configuration = configuration
    (folder, engine, reserve) = (opened.folder, opened.engine, opened.reserve)
    isTemporary = opened.isTemporary
    watch = ChangeWatch(
      folder, engine, interval: configuration.observationInterval,
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
    if configuration.access == .readWrite, case .folder = engine { reserve.restore() }
  }

  /// Opens a store, and creates it if the folder does not exist or is empty.
  ///
  /// Files left by killed processes are set aside. When opened for reading, the store must exist,
  /// and nothing is written.
  ///
  /// Built with the trait `PostgreSQL`, the catalog may be in a database, and with `ObjectStorage`, the originals
  /// in an object store:
  ///
  ///     postgresql://scans@db/scans?objects=s3://bucket/archive&endpoint=https://s3.example&region=eu-1
  ///
  /// This is an address of the database as libpq takes it, with parameters of our own: `objects` is a bucket and
  /// a prefix, or a folder that all processes share; `endpoint` is Amazon's for the region by default, and
  /// `region` is `us-east-1`. Credentials of the object store are in the environment, in the shared
  /// credentials file, or come from the metadata service of the container or the virtual machine, as for other
  /// clients of S3.
  ///
  /// - Parameters:
  ///   - path: The folder, or the location on servers. A folder must be on a file system with hard links and POSIX
  ///     locks.
  ///   - configuration: The configuration of the store.
  /// - Returns: The store, open until ``close()`` or until its last reference is released.
  /// - Throws: `PageStoreError.versionTooNew`; `.notAStore`, also for a folder that holds something
  ///   else; `.irregularFile` if a part of it is a link or a device; `.corrupted`, in particular
  ///   `.lostChanges`; `.locked`, `.full` if the disk has no room for a new store, `.readOnly` if
  ///   write access is requested but not permitted, and `.io`; `.unfitLocation` for an unfinished copy. For a location
  ///   on servers also `.unfitLocation`, `.unsupported` if the trait is missing, and `.unreachable`.
  /// - Complexity: O(files left behind), independent of the size of the store, except for the first
  ///   opening of a copied store, which is checked for consistency.
  public static func open(
    at path: String, configuration: PageStoreConfiguration = PageStoreConfiguration()
  ) async throws(PageStoreError) -> PageStore {
    let store = try await openUnchecked(at: path, configuration)
    if configuration.opensUnfinishedCopy { return store }
    do throws(PageStoreError) {
      guard try await store.isUnfinishedCopy() else { return store }
    } catch {
      await store.close()
      throw error
    }
    await store.close()
    throw .unfinishedCopy
  }

  private static func openUnchecked(
    at path: String, _ configuration: PageStoreConfiguration
  ) async throws(PageStoreError) -> PageStore {
    if let location = try ServedLocation(path) {
      return PageStore(location.description, try await location.open(configuration), configuration)
    }
    return try await BlockingWork.run { () throws(PageStoreError) in
      let opening = StoreOpening(path: path, configuration: configuration)
      let isWriting = configuration.access == .readWrite
      let parts = try isWriting ? opening.run() : opening.runForReading()
      return PageStore(path, parts, configuration)
    }
  }

  /// Closes the store; later calls throw `PageStoreError.closed`.
  public func close() async {
    let hold = await writes.hold()
    defer { writes.release(hold) }
    try? await BlockingWork.run(on: writes.queue) { () throws(PageStoreError) in
      if case .folder(let catalog) = self.engine {
        self.ids.giveBack(to: catalog)
        try? self.originalRemoval.runIfWorthwhile()
        catalog.close()
      }
      self.thumbnailGate.removePrepared()
      self.thumbnails.close()
      self.thumbnailMemory.removeAll()
      self.recentPages.removeAll()
      self.servedPages.removeAll()
      self.ownSlot.withLock { slot in
        // Also those that are still held, such as the uploads at the end of a server.
        try? slot?.removeReceivedFiles()
        slot = nil
      }
      SystemCalls.unlock(self.folder.root.descriptor)
    }
    watch.close()
    guard case .served(let store) = engine else { return }
    await ids.giveBack(to: store)
    await store.close()
    // An observer that was woken before may have looked once more, and waits again.
    watch.raise()
    if isTemporary { try? FileManager.default.removeItem(atPath: folder.path) }
  }

  deinit {
    if isTemporary { try? FileManager.default.removeItem(atPath: folder.path) }
  }

  /// The catalog in the folder of the store.
  ///
  /// - Throws: `PageStoreError.unsupported` if the catalog is on a server.
  var catalog: Catalog {
    get throws(PageStoreError) { try catalog(for: "this operation") }
  }

  /// Returns the catalog in the folder of the store.
  ///
  /// - Parameter operation: What needs it, for the message.
  /// - Returns: The catalog.
  /// - Throws: `PageStoreError.unsupported` if the catalog is on a server.
  func catalog(for operation: String) throws(PageStoreError) -> Catalog {
    guard case .folder(let catalog) = engine else { throw .unsupported(operation: operation) }
    return catalog
  }

  /// The slot of this process, if it already has one.
  var openSlot: Slot? { ownSlot.withLock(\.self) }

  /// Returns the slot of this process, taken on the first change; not for use in a transaction.
  func slot() throws(PageStoreError) -> Slot {
    guard configuration.access == .readWrite else { throw .readOnly }
    return try ownSlot.withLock { (slot) throws(PageStoreError) in
      if let slot { return slot }
      guard case .folder(let catalog) = engine else {
        let new = try Slot.takeFirst(in: folder) { (slot) throws(PageStoreError) in
          try slot.removeReceivedFiles()
          return true
        }
        slot = new
        return new
      }
      try catalog.checkIsInPlace()
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
    switch engine {
    case .folder(let catalog):
      FolderBlobs(folder: folder, catalog: catalog) { () throws(PageStoreError) in try self.slot() }
    case .served(let store): store.blobs
    }
  }

  var originalRemoval: OriginalRemoval {
    get throws(PageStoreError) { OriginalRemoval(folder: folder, catalog: try catalog) }
  }
}
