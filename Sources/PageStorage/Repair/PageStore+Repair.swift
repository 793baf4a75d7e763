// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import GRDB
import GalleryModel

extension PageStore {
  /// Repairs what can be repaired: entries of pages, orders, thumbnails.
  ///
  /// No original is ever removed. Pages whose original is damaged are marked; originals that belong
  /// to no page become pages of a new document.
  ///
  /// - Returns: What was done.
  /// - Throws: `PageStoreError.corrupted(.catalogue)` if the catalogue is beyond that: close the store
  ///   and call ``repair(at:configuration:)``. Also `.locked`, `.full`, `.io`, `.closed`.
  /// - Complexity: O(bytes stored). Others cannot write meanwhile.
  @discardableResult
  public func repair() async throws(PageStoreError) -> RepairReport {
    thumbnails.removeAll()
    let folder = folder
    let limits = configuration.limits
    var report: RepairReport = try await change { db in
      var report = RepairReport()
      let check = try String.fetchOne(db, sql: "PRAGMA quick_check(1)")
      guard check == "ok" else {
        throw PageStoreError.corrupted(.catalogue(message: check ?? "unreadable"))
      }
      let repair = CatalogueRepair(db: db, folder: folder, limits: limits)
      let damaged = try repair.repairBlobs()
      report.repairedPages = try repair.repairPages()
      report.reorderedDocuments = try repair.repairOrders()
      for blob in damaged {
        let pages = try Int64.fetchAll(
          db, sql: "SELECT id FROM page WHERE blob = ?", arguments: [blob])
        report.damagedPages += pages.map { PageID(UInt64(bitPattern: $0)) }
      }
      return report
    }
    report.recoveredPages = try await adoptOrphans()
    return report
  }

  private func adoptOrphans() async throws(PageStoreError) -> [PageID] {
    let prefix = folder.blobs.utf8.count
    let digests = try await onWriteQueue { () throws(PageStoreError) in
      try self.orphans().compactMap { path in
        ContentDigest(
          text: String(
            path.utf8.dropFirst(prefix).filter { $0 != 0x2F }.map {
              Character(UnicodeScalar($0))
            }))
      }
    }
    guard !digests.isEmpty else { return [] }
    let ids = try await onWriteQueue { () throws(PageStoreError) in
      try self.ids.take(digests.count, from: self.catalogue)
    }
    let (folder, limits) = (folder, configuration.limits)
    return try await change { db in
      // Somebody may have stored the same bytes meanwhile.
      let free = try digests.filter { try !BlobRow.exists(db, $0) }
      return try CatalogueRepair(db: db, folder: folder, limits: limits).adopt(free, ids: ids)
    }
  }

  /// Repairs a store that may be too damaged to be opened.
  ///
  /// A catalogue that cannot be read is put aside, and a new one is made from the records of the
  /// originals: documents with their titles, and their pages in the order in which they came. What
  /// only the old catalogue knew is lost: later moves and rotations, metadata, and that a page was
  /// deleted. No original is removed.
  ///
  /// - Parameters:
  ///   - path: The folder of the store, which no other process has open.
  ///   - configuration: How the store behaves.
  /// - Returns: What was done.
  /// - Throws: `PageStoreError.locked` if another process uses the store, `.versionTooNew`, `.full`,
  ///   `.io`.
  @discardableResult
  public static func repair(
    at path: String, configuration: PageStoreConfiguration = PageStoreConfiguration()
  ) async throws(PageStoreError) -> RepairReport {
    do throws(PageStoreError) {
      let store = try await open(at: path, configuration: configuration)
      do throws(PageStoreError) {
        let report = try await store.repair()
        await store.close()
        return report
      } catch {
        await store.close()
        throw error
      }
    } catch {
      guard Self.canRebuild(after: error, at: path) else { throw error }
    }
    try await BlockingWork.run { () throws(PageStoreError) in
      try CatalogueRebuilding(folder: StoreFolder(path: path), configuration: configuration).run()
    }
    let store = try await open(at: path, configuration: configuration)
    var report = try await store.repair()
    await store.close()
    report.catalogueWasRebuilt = true
    return report
  }

  /// Whether the catalogue is lost and the records are there.
  private static func canRebuild(
    after error: PageStoreError, at path: String
  ) -> Bool {
    switch error {
    case .corrupted: return true
    // Beside records of a store it is a catalogue whose mark was changed.
    case .notAStore: return (try? StoreFolder(path: path).checkHasNoRecords()) == nil
    default: return false
    }
  }
}
