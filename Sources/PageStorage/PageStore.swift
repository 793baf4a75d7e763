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
/// ```swift
/// let store = try await PageStore.open(at: "archive")
/// let document = try await store.createDocument(title: "Lease")
/// let page = try await store.append(.file("scan-1.jpg"), to: document.id)
/// try await store.rotate(page.id, by: .clockwise)
/// for page in try await store.pages(in: 0..<1, of: document.id) { print(page.aspectRatio ?? 0) }
/// ```
///
/// The bytes of a page are kept as received, once for all pages that have the same. Deleted pages go
/// to the trash, from where they come back until they are purged.
public final class PageStore: Sendable {
  /// The folder of the store.
  public let path: String

  /// How the store behaves.
  public let configuration: PageStoreConfiguration

  /// The paths of what opening the store has put aside: originals and records that processes which were
  /// killed have left behind.
  ///
  /// Nothing reads them. They can be removed when nobody misses a page.
  public let putAside: [String]

  let folder: StoreFolder
  let catalogue: Catalogue
  let ids = PageIDAllocator()
  let watch: ChangeWatch
  let thumbnails: ThumbnailCache
  let thumbnailMaker = ThumbnailMaker()
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
    (folder, catalogue, reserve) = (opened.folder, opened.catalogue, opened.reserve)
    watch = ChangeWatch(
      folder, catalogue, interval: configuration.observationInterval,
      asksSystem: configuration.asksSystemForChanges)
    ownSlot = Mutex(opened.slot)
    putAside = opened.putAside
    let limit = configuration.access == .readOnly ? 0 : configuration.thumbnailByteCount
    thumbnails = ThumbnailCache(folder.thumbnails, byteCountLimit: limit)
    if configuration.access == .readWrite { reserve.restore() }
  }

  /// Opens a store, and makes it if the folder does not exist or is empty.
  ///
  /// What processes that were killed have left behind is put aside, unless the store is opened for
  /// reading; then there must be one, and nothing is written.
  ///
  /// - Parameters:
  ///   - path: The folder. It must be on a file system with hard links and POSIX locks.
  ///   - configuration: How the store behaves.
  /// - Returns: The store, open until ``close()`` or until nobody refers to it.
  /// - Throws: `PageStoreError.versionTooNew`; `.notAStore`, also for a folder that holds something else;
  ///   `.irregularFile` if a part of it is a link or a device; `.corrupted`, in particular
  ///   `.lostChanges`; `.locked`, `.full` if a new store finds no room, `.readOnly` if the store is to be
  ///   changed and lies where this process may only read, and `.io`.
  /// - Complexity: O(what was left behind); not in proportion to what is stored, but for a copy that is
  ///   opened for the first time, which is compared with itself.
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
      try? self.originalRemoval.runIfWorthwhile()
      self.catalogue.close()
      self.thumbnails.close()
      self.ownSlot.withLock { $0 = nil }
      SystemCalls.unlock(self.folder.root.descriptor)
    }
    watch.close()
  }

  /// The slot of this process, if it has one already.
  var openSlot: Slot? { ownSlot.withLock(\.self) }

  /// The slot of this process, taken when the first change comes; not inside of a transaction.
  func slot() throws(PageStoreError) -> Slot {
    guard configuration.access == .readWrite else { throw .readOnly }
    return try ownSlot.withLock { (slot) throws(PageStoreError) in
      if let slot { return slot }
      let recovery = Recovery(folder: folder, catalogue: catalogue)
      let aside = Aside(folder)
      let new = try Slot.takeFirst(in: folder) { (slot) throws(PageStoreError) in
        // Its last owner may have been killed since this store was opened.
        try recovery.clean(slot, aside)
      }
      try aside.synchronize()
      slot = new
      return new
    }
  }

  /// Gives the slot up, so that the next change takes one anew.
  func giveUpSlot() {
    ownSlot.withLock { $0 = nil }
  }

  var originalRemoval: OriginalRemoval { OriginalRemoval(folder: folder, catalogue: catalogue) }
}

// MARK: - Changing

extension PageStore {
  /// Makes a change, all of it or nothing, and tells observers.
  func change<Result: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Result
  ) async throws(PageStoreError) -> Result {
    let result = try await onWriteQueue { () throws(PageStoreError) in
      // What it is good for can be done without, as on a full disk.
      try self.commit(in: try? self.slot(), body)
    }
    watch.look()
    return result
  }

  /// Makes a change that leads to more room, also on a full disk.
  func changeFreeingRoom<Result: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Result
  ) async throws(PageStoreError) -> Result {
    let result = try await onWriteQueue { () throws(PageStoreError) in
      let slot = try? self.slot()
      return try self.reserve.used { () throws(PageStoreError) in
        try self.commit(in: slot, body)
      }
    }
    watch.look()
    return result
  }

  /// Makes a change that may bring bytes or records, and tells observers.
  func publish<Result: Sendable>(
    freesRoom: Bool = false, _ body: @escaping @Sendable (Publication) throws -> Result
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
      let result = try freesRoom ? self.reserve.used(change) : change()
      _ = slot.takePlaced()
      return result
    }
    watch.look()
    return result
  }

  /// Runs a change with a number of its own, and takes note that it is on the disk.
  private func commit<Result>(
    in slot: Slot?, _ body: (Database) throws -> Result
  ) throws(PageStoreError) -> Result {
    let (result, number) = try catalogue.write { db in
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

  /// Removes the files of what was purged, and takes the reserve back.
  func removeDoomed() async throws(PageStoreError) {
    try await onWriteQueue { () throws(PageStoreError) in
      try self.reserve.used { () throws(PageStoreError) in try self.originalRemoval.run() }
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
