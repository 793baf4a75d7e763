// SPDX-License-Identifier: Apache-2.0

public import FoundationEssentials
import GalleryPages
import GallerySystem

extension PageStore {
  /// Permanently removes pages and documents from the trash, with bytes that no page uses any more.
  ///
  /// It works on a full disk, and frees space there. A page that shares its bytes with another
  /// frees none; it stays in the trash until the removal can be recorded, because a repair would
  /// restore it otherwise. If the disk has no room for a record even after removing bytes, the
  /// removal goes unrecorded: a repair restores such a page only if it had other bytes before and
  /// another page has these. If the call throws, earlier removals persist, and the next call
  /// continues. Bytes are removed only after all possible references were checked, so that a
  /// damaged catalog loses none; bytes that a backup is reading are removed by a later call.
  ///
  /// - Parameter date: The deletion date before which items are removed; `nil` for items in the
  ///   trash longer than `PageStoreConfiguration.trashRetention`, `.distantFuture` for all,
  ///   regardless of the clock at deletion.
  /// - Returns: The number of pages that were removed.
  /// - Throws: `PageStoreError.locked`, `.full`, `.corrupted`, `.io`.
  /// - Complexity: O(n) for n pages in the store.
  @discardableResult
  public func purge(deletedBefore date: Date? = nil) async throws(PageStoreError) -> Int {
    let retention = configuration.trashRetention.milliseconds
    let limit = date?.purgeLimit ?? SystemCalls.milliseconds - retention
    // Check before changing anything: a damaged catalog must be repaired first.
    if case .folder = engine {
      try await onWriteQueue { () throws(PageStoreError) in try self.originalRemoval.check() }
    }
    let _: Void = try await changeFreeingRoom { db in
      try Purge(db: db, limit: limit).beginDocuments()
    }
    var progress = PurgeProgress()
    try await removePortions(limit, &progress)
    try await removeDoomed()
    if progress.isShortOfRoom {
      // The first removals may have made room for the records that the others need.
      try await removePortions(limit, &progress)
      try await removeDoomed()
    }
    try await removeEmptyDocuments(limit)
    try await removeLeftoverMetadata()
    return progress.count
  }

  /// Removes metadata of pages that a process with an earlier library version purged.
  private func removeLeftoverMetadata() async throws(PageStoreError) {
    var pages = try await readAtLength { db in try db.pagesWithLeftMetadata() }[...]
    while !pages.isEmpty {
      let portion = pages.prefix(Purge.portionCount)
      pages.removeFirst(portion.count)
      try await changeFreeingRoom { db in try db.removeLeftMetadata(of: portion) }
    }
  }

  /// Removes pages in portions: other writers wait briefly, and each portion fits a full disk.
  private func removePortions(
    _ limit: Int64, _ progress: inout PurgeProgress
  ) async throws(PageStoreError) {
    while true {
      let removed = try await removing(&progress) { db, isRecorded in
        try Purge(db: db, limit: limit).removePortion(isRecorded: isRecorded)
      }
      guard removed.rowCount > 0 else { return }
      progress.count += removed.records.count
    }
  }
}

/// The progress of a purge.
private struct PurgeProgress {
  /// The number of removed pages.
  var count = 0
  /// The records of removals that were not written yet.
  var unrecorded: [StoreRecord] = []
  /// Whether a record did not fit on the disk.
  var isShortOfRoom = false
}

extension PageStore {
  /// Removes documents without pages, and records the removal.
  ///
  /// If the removal cannot be recorded, the document stays until a later call: it takes no space,
  /// and a repair would restore it.
  private func removeEmptyDocuments(_ limit: Int64) async throws(PageStoreError) {
    do throws(PageStoreError) {
      try await publishFreeingRoom { publication in
        let removed = try Purge(db: publication.db, limit: limit).removeEmptyDocuments()
        if !removed.records.isEmpty { try publication.record(removed.records) }
      }
    } catch {
      guard error.isFull else { throw error }
    }
  }

  /// Permanently removes something, and records that together with earlier unrecorded removals.
  ///
  /// The records keep a repair from restoring it. On a disk without room for them, it is removed
  /// without a record.
  private func removing(
    _ progress: inout PurgeProgress,
    _ body:
      @escaping @Sendable (_ db: any CatalogTransaction, _ isRecorded: Bool) throws ->
      Purge.Removals
  ) async throws(PageStoreError) -> Purge.Removals {
    do throws(PageStoreError) {
      let removed = try await publishFreeingRoom {
        [unrecorded = progress.unrecorded] publication in
        let removed = try body(publication.db, true)
        let records = unrecorded + removed.records
        if !records.isEmpty { try publication.record(records) }
        return removed
      }
      progress.unrecorded = []
      return removed
    } catch {
      guard error.isFull else { throw error }
    }
    progress.isShortOfRoom = true
    let removed = try await changeFreeingRoom { db in try body(db, false) }
    progress.unrecorded += removed.records
    return removed
  }
}

extension Date {
  /// The upper limit of deletion times; `.distantFuture` maps to the maximum.
  fileprivate var purgeLimit: Int64 { self >= .distantFuture ? .max : milliseconds }
}

extension Duration {
  /// The time in whole milliseconds, clamped to 64 bits (more than 100 million years).
  fileprivate var milliseconds: Int64 {
    let seconds = max(-1 << 52, min(components.seconds, 1 << 52))
    return seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
  }
}

/// Removes everything deleted before a given time, within a transaction.
struct Purge {
  /// The removals of one transaction.
  struct Removals: Sendable {
    /// The number of removed rows: pages, nodes or documents.
    var rowCount = 0
    /// The records to write.
    var records: [StoreRecord] = []
  }

  static let portionCount = 256

  let db: any CatalogTransaction
  let limit: Int64

  /// Clears the orders of the documents to remove, so that no order refers to a removed page.
  ///
  /// From here on they cannot be restored, even if a later call removes the rest.
  func beginDocuments() throws {
    for document in try db.documents(deletedUpTo: limit) {
      var state = try db.state(of: document)
      guard let trashed = state.trashed, trashed < limit || limit == .max, !state.isBeingPurged
      else { continue }
      (state.trashed, state.root, state.count) = (DocumentState.purged, 0, 0)
      try db.update(state)
      try ChangeLog.append(.removed, of: state.id, to: db)
    }
  }

  /// Removes some pages, or some unused nodes of orders.
  ///
  /// - Parameter isRecorded: Whether the removal will be recorded. If not, only pages whose bytes
  ///   are removed too are removed: a page whose bytes remain could not be told from one whose
  ///   entry was lost.
  /// - Returns: The removals; no rows if nothing is left to remove.
  /// - Throws: `PageStoreError.corrupted`, the engine's errors.
  func removePortion(isRecorded: Bool) throws -> Removals {
    let pages = try db.pages(
      where: .removable(
        deletedBefore: limit, onlyWithOriginals: !isRecorded, limit: Self.portionCount))
    try db.preparePages(pages)
    var originals: Set<Int64> = []
    for page in pages {
      // A page with a damaged entry may have had other bytes: a repair knows which.
      guard let row = try db.page(page) else { throw BlobRow.damagedIndex }
      originals.insert(row.blob)
      try db.removePage(page)
      try db.removeMetadata(of: page)
    }
    try db.removeUnusedOriginals(among: originals.sorted())
    guard pages.isEmpty else {
      return Removals(rowCount: pages.count, records: pages.map { .removedPage($0) })
    }
    return Removals(
      rowCount: try db.removeNodesOfDocumentsBeingPurged(atMost: Self.portionCount))
  }

  func removeEmptyDocuments() throws -> Removals {
    // Keep a document whose pages cannot be removed yet: it is needed to find them again.
    let ids = try db.emptyDocumentsBeingPurged()
    for id in ids {
      // Keep the notification of the removal.
      try db.removeChanges(of: id)
      try db.removeDocument(id)
    }
    return Removals(rowCount: ids.count, records: ids.map { .removedDocument($0) })
  }
}
