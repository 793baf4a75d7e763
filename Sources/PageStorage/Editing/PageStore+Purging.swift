// SPDX-License-Identifier: Apache-2.0

public import FoundationEssentials
import GRDB
import GalleryModel

extension PageStore {
  /// Removes pages and documents from the trash for good, with all bytes that nothing else uses.
  ///
  /// It works on a full disk, and frees room there. If it throws, what was removed until then stays
  /// removed; what is left of it goes with the next call. Bytes go after everything was looked at that
  /// could need them, so that a damaged catalogue costs none; those that a backup reads meanwhile go
  /// with a later call.
  ///
  /// - Parameter date: Only what was deleted before is removed; `nil` for what has been in the trash
  ///   longer than `PageStoreConfiguration.trashRetention`, `.distantFuture` for everything, whatever
  ///   the clock said when it was deleted.
  /// - Returns: The number of pages that were removed.
  /// - Throws: `PageStoreError.locked`, `.full`, `.corrupted`, `.io`.
  /// - Complexity: O(n) for n pages of the store.
  @discardableResult
  public func purge(deletedBefore date: Date? = nil) async throws(PageStoreError) -> Int {
    let retention = configuration.trashRetention.milliseconds
    let limit = date?.purgeLimit ?? SystemCalls.milliseconds - retention
    // Before anything is changed: a damaged catalogue is to be repaired first.
    try await onWriteQueue { () throws(PageStoreError) in try self.originalRemoval.check() }
    let _: Void = try await changeFreeingRoom { db in
      try Purge(db: db, limit: limit).beginDocuments()
    }
    var count = 0
    var unrecorded: [StoreRecord] = []
    // In portions, so that nobody waits long and a full disk has room for each.
    while true {
      let removed = try await removing(&unrecorded) { db in
        try Purge(db: db, limit: limit).removePortion()
      }
      guard removed.rowCount > 0 else { break }
      count += removed.records.count
    }
    try await removeDoomed()
    // There is room now. Without the records too, nothing that lost its bytes comes back.
    if !unrecorded.isEmpty { _ = try? await removing(&unrecorded) { _ in Purge.Removed() } }
    try await removeEmptyDocuments(limit)
    return count
  }
}

extension PageStore {
  /// Removes documents of which no page is left, and records that.
  ///
  /// What cannot be recorded stays until a later call: it takes no room, and a repair would bring it back.
  private func removeEmptyDocuments(_ limit: Int64) async throws(PageStoreError) {
    do throws(PageStoreError) {
      try await publish(freesRoom: true) { publication in
        let removed = try Purge(db: publication.db, limit: limit).removeEmptyDocuments()
        if !removed.records.isEmpty { try publication.record(removed.records) }
      }
    } catch {
      guard error.isFull else { throw error }
    }
  }

  /// Removes something for good and records that, so that a repair does not bring it back; on a disk
  /// without room for a record, without one.
  ///
  /// `unrecorded` is what was removed before and not recorded: it is recorded now, or what was removed now
  /// is added to it.
  private func removing(
    _ unrecorded: inout [StoreRecord],
    _ body: @escaping @Sendable (Database) throws -> Purge.Removed
  ) async throws(PageStoreError) -> Purge.Removed {
    do throws(PageStoreError) {
      let removed = try await publish(freesRoom: true) { [unrecorded] publication in
        let removed = try body(publication.db)
        let records = unrecorded + removed.records
        if !records.isEmpty { try publication.record(records) }
        return removed
      }
      unrecorded = []
      return removed
    } catch {
      guard error.isFull else { throw error }
    }
    let removed = try await changeFreeingRoom(body)
    unrecorded += removed.records
    return removed
  }
}

extension Date {
  /// The time before which things go: for the end of all days it is after all times.
  fileprivate var purgeLimit: Int64 { self >= .distantFuture ? .max : milliseconds }
}

extension Duration {
  /// Whole milliseconds; what 64 bits cannot hold is cut to more than a hundred million years.
  fileprivate var milliseconds: Int64 {
    let seconds = max(-1 << 52, min(components.seconds, 1 << 52))
    return seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
  }
}

/// Removes what was deleted before a time, inside of a transaction.
struct Purge {
  /// What was removed in one transaction.
  struct Removed: Sendable {
    /// The rows, of pages, nodes or documents.
    var rowCount = 0
    /// What is to be remembered.
    var records: [StoreRecord] = []
  }

  static let portionCount = 256

  let db: Database
  let limit: Int64

  /// Takes the order from the documents that go, so that no order names a page that is gone.
  ///
  /// From here on they do not come back, also if the rest is left to another call.
  func beginDocuments() throws {
    for id in try db.integers("SELECT id FROM document WHERE trashed <= ?", [limit]) {
      var state = try DocumentState.fetchAnywhere(db, DocumentID(id))
      guard let trashed = state.trashed, trashed < limit || limit == .max, !state.isBeingPurged
      else { continue }
      (state.trashed, state.root, state.count) = (DocumentState.purged, 0, 0)
      try state.update(db)
      try ChangeLog.append(.removed, of: state.id, to: db)
    }
  }

  /// Removes some pages, or some nodes of orders that nothing needs.
  func removePortion() throws -> Removed {
    let ids = try db.integers(
      """
      SELECT id FROM page WHERE trashed <= ?1 AND (trashed < ?1 OR ?2) \
      UNION SELECT page.id FROM page JOIN document ON document.id = page.document \
      WHERE document.trashed = ?3 LIMIT \(Self.portionCount)
      """, [limit, limit == .max ? 1 : 0, DocumentState.purged])
    var blobs: Set<Int64> = []
    for id in ids {
      let page = PageID(UInt64(bitPattern: id))
      // A page whose entry was changed may have had other bytes: repair knows which.
      guard let row = try PageRow.fetch(db, page) else { throw BlobRow.damagedIndex }
      blobs.insert(row.blob)
      try db.cachedStatement(sql: "DELETE FROM page WHERE id = ?").execute(arguments: [id])
      try PageMetadataRow.remove(db, page)
    }
    try BlobRow.removeUnused(db, among: blobs)
    guard ids.isEmpty else {
      let records = ids.map { StoreRecord.removedPage(PageID(UInt64(bitPattern: $0))) }
      return Removed(rowCount: ids.count, records: records)
    }
    return Removed(rowCount: try removeNodes())
  }

  private func removeNodes() throws -> Int {
    let nodes = try db.integers(
      """
      SELECT node.id FROM node JOIN document ON document.id = node.document \
      WHERE document.trashed = ? LIMIT \(Self.portionCount)
      """, [DocumentState.purged])
    for node in nodes {
      try db.cachedStatement(sql: "DELETE FROM node WHERE id = ?").execute(arguments: [node])
      // An index that names what is not there would do so for ever.
      guard db.changesCount == 1 else { throw BlobRow.damagedIndex }
    }
    return nodes.count
  }

  func removeEmptyDocuments() throws -> Removed {
    let ids = try db.integers("SELECT id FROM document WHERE trashed = ?", [DocumentState.purged])
    for id in ids {
      // That it is gone is told still.
      try db.execute(
        sql: "DELETE FROM change WHERE document = ? AND revision > 0", arguments: [id])
      try db.execute(sql: "DELETE FROM document WHERE id = ?", arguments: [id])
    }
    return Removed(
      rowCount: ids.count, records: ids.map { .removedDocument(DocumentID($0)) })
  }
}
