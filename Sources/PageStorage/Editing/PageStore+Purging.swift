// SPDX-License-Identifier: Apache-2.0

public import FoundationEssentials
import GRDB
import GalleryPages

extension PageStore {
  /// Removes pages and documents from the trash for good, with all bytes that nothing else uses.
  ///
  /// It works on a full disk, and frees room there. Pages whose bytes another page has too free none, and
  /// stay in the trash while there is no room to record that they are gone: a repair would bring them back
  /// otherwise. What went without a record, because there was room for none even after it, comes back in a
  /// repair only if it had other bytes before and another page has these. If it throws, what was removed until then stays
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
    var progress = PurgeProgress()
    try await removePortions(limit, &progress)
    try await removeDoomed()
    if progress.isShortOfRoom {
      // What was removed may have given room for the records, and for what cannot go without one.
      try await removePortions(limit, &progress)
      try await removeDoomed()
    }
    try await removeEmptyDocuments(limit)
    try await removeLeftoverMetadata()
    return progress.count
  }

  /// Removes metadata of pages that a process with an earlier library has removed for good.
  private func removeLeftoverMetadata() async throws(PageStoreError) {
    var pages = try await BlockingWork.run { () throws(PageStoreError) in
      try self.catalogue.read { db in try PageMetadataRow.leftovers(db) }
    }[...]
    while !pages.isEmpty {
      let portion = pages.prefix(Purge.portionCount)
      pages.removeFirst(portion.count)
      try await changeFreeingRoom { db in try PageMetadataRow.removeLeftovers(portion, db) }
    }
  }

  /// Removes pages in portions, so that nobody waits long and a full disk has room for each.
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

/// How far the removal of what was deleted has come.
private struct PurgeProgress {
  /// The number of pages that are gone.
  var count = 0
  /// What was removed and not recorded.
  var unrecorded: [StoreRecord] = []
  /// Whether there was no room for a record.
  var isShortOfRoom = false
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

  /// Removes something for good and records that, and what was not recorded before, so that a repair does
  /// not bring it back; on a disk without room for a record, without one.
  private func removing(
    _ progress: inout PurgeProgress,
    _ body: @escaping @Sendable (_ db: Database, _ isRecorded: Bool) throws -> Purge.Removed
  ) async throws(PageStoreError) -> Purge.Removed {
    do throws(PageStoreError) {
      let removed = try await publish(freesRoom: true) {
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

  /// The pages that go.
  private static let query = """
    SELECT id FROM page WHERE trashed <= ?1 AND (trashed < ?1 OR ?2) \
    UNION SELECT page.id FROM page JOIN document ON document.id = page.document \
    WHERE document.trashed = ?3
    """

  /// The pages that go and whose bytes no page has that stays.
  private static let queryForBytes = """
    SELECT id FROM page WHERE id IN (\(query)) AND NOT EXISTS (\
    SELECT 1 FROM page other JOIN document ON document.id = other.document \
    WHERE other.blob = page.blob AND document.trashed IS NOT ?3 \
    AND (other.trashed IS NULL OR other.trashed > ?1 OR other.trashed = ?1 AND NOT ?2))
    """

  /// Removes some pages, or some nodes of orders that nothing needs.
  ///
  /// - Parameter isRecorded: Whether it will be recorded. Otherwise only pages go whose bytes go too:
  ///   nothing would tell a page whose bytes are there from one whose entry was lost.
  /// - Returns: What was removed; no rows if nothing is left that may go.
  /// - Throws: `PageStoreError.corrupted`, `DatabaseError`.
  func removePortion(isRecorded: Bool) throws -> Removed {
    let ids = try db.integers(
      "\(isRecorded ? Self.query : Self.queryForBytes) LIMIT \(Self.portionCount)",
      [limit, limit == .max ? 1 : 0, DocumentState.purged])
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
    // One whose pages cannot go yet is needed to find these again.
    let ids = try db.integers(
      """
      SELECT id FROM document WHERE trashed = ? \
      AND NOT EXISTS (SELECT 1 FROM page WHERE page.document = document.id)
      """, [DocumentState.purged])
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
