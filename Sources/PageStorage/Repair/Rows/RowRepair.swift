// SPDX-License-Identifier: Apache-2.0

import GalleryPages

/// The repair of the rows of a store on servers, beside others that use it.
///
/// Each document is mended in a transaction of its own. What pages need comes first: tables and numbers, then originals.
struct RowRepair {
  let store: PageStore
  let engine: ServedStore
  private(set) var report = RepairReport()
  private var rebuilt: Set<DocumentID> = []

  /// The number of rows that are read together.
  static let portionCount = 256
  /// An upper limit of the numbers that damaged rows keep: larger ones are no numbers of JavaScript.
  static let idLimit: Int64 = 1 << 53
  /// An upper limit of the revisions that damaged documents keep.
  static let revisionLimit = DocumentState.limit / 2
  /// Identifiers that pages may have had that are gone.
  private static let spareIDCount: Int64 = 4_096

  init(_ store: PageStore, _ engine: ServedStore) { (self.store, self.engine) = (store, engine) }

  /// Mends all rows.
  ///
  /// - Returns: What was done.
  /// - Throws: `PageStoreError`; what was done before is kept.
  mutating func run() async throws(PageStoreError) -> RepairReport {
    try await mendTables()
    try await mendChanges()
    var originals = OriginalRowRepair(store)
    report.add(try await originals.run())
    try await mendDocuments()
    try await removeUnusedOriginals()
    try await mendPageCounter()
    try await mendReceipts()
    // Those of documents that are gone count no more.
    try await mendTables()
    return report
  }

  private mutating func mendTables() async throws(PageStoreError) {
    note(try await engine.catalog.mendTables())
  }

  /// Notes what was wrong with the catalog as a whole.
  private mutating func note(_ problems: [String]) {
    report.repairedProblems += problems.map { .catalog(message: $0) }
  }

  /// Makes a change with the operations of a repair.
  private func change<Result: Sendable>(
    _ body: @escaping @Sendable (any ServedTransaction) throws -> Result
  ) async throws(PageStoreError) -> Result {
    try await store.changeRows(body)
  }
}

// MARK: - Documents

extension RowRepair {
  /// Mends all documents: a damaged page first goes to the one whose order has a place for it.
  private mutating func mendDocuments() async throws(PageStoreError) {
    for document in try await store.documentIDs() { try await mend(document, isLast: false) }
    for isLast in [false, true] {
      var last: DocumentID?
      while let owner = try await store.ownerWithoutRow(after: last) {
        try await rebuild(owner, isLast: isLast)
        last = owner
      }
    }
    let purged = try await store.readAtLength { db in
      try db.documents(deletedUpTo: DocumentState.purged)
    }
    for document in rebuilt.sorted(by: { $0.rawValue < $1.rawValue }) + purged {
      try await mend(document, isLast: true)
    }
  }

  private mutating func mend(_ document: DocumentID, isLast: Bool) async throws(PageStoreError) {
    let isSound = try await store.readAtLength { db in
      var verification = ServedDocumentVerification(document, db)
      try verification.run()
      return verification.problems.isEmpty
    }
    if !isSound { try await rebuild(document, isLast: isLast) }
  }

  private mutating func rebuild(
    _ document: DocumentID, isLast: Bool
  ) async throws(PageStoreError) {
    rebuilt.insert(document)
    let wasScrambled = report.reorderedDocuments.contains(document)
    report.add(
      try await change { db in
        var repair = try DocumentRowRepair(
          document, db, doubtful: !isLast ? .left : wasScrambled ? .takenIntoOrder : .taken)
        return try repair.run()
      })
  }

  /// Removes rows of originals that no page has: their bytes are found as such that belong to no page.
  private mutating func removeUnusedOriginals() async throws(PageStoreError) {
    var ids: [Int64]
    repeat {
      ids = try await store.readAtLength { db in
        try db.originalsWithoutPage(after: 0, limit: Self.portionCount)
      }
      if ids.isEmpty { return }
      note([CatalogFault.unusedOriginals])
      try await change { [ids] db in try db.removeOriginalsWithoutPage(among: ids) }
    } while ids.count == Self.portionCount
  }
}

// MARK: - The rest

extension RowRepair {
  private mutating func mendPageCounter() async throws(PageStoreError) {
    let isSound = try await change { db in
      let lowest = try db.lowestFreePageNumber()
      guard lowest < DocumentRow.maximumID - Self.spareIDCount else { return true }
      if let next = try db.counter(.page), (lowest...Self.idLimit).contains(next) { return true }
      try db.set(.page, to: lowest + Self.spareIDCount)
      return false
    }
    if !isSound { note([CatalogFault.pageCounter]) }
  }

  /// Replaces damaged entries of the log by ones after which any document may be another: observers read theirs again.
  private mutating func mendChanges() async throws(PageStoreError) {
    var (next, damagedCount, removedCount) = (Int64?.some(.min), 0, 0)
    while let start = next {
      let found = try await store.readAtLength { db in
        try db.changes(after: start, limit: Self.portionCount)
      }
      let damaged = found.filter { !$0.isSound }.map(\.row.number)
      let removed = damaged.filter { !(0..<Self.idLimit).contains($0) }
      damagedCount += damaged.count
      removedCount += removed.count
      if !damaged.isEmpty {
        try await change { db in
          for number in removed { try db.removeChange(number) }
          for number in Set(damaged).subtracting(removed).sorted() {
            try db.replace(
              ChangeRow(number: number, document: DocumentID(0), revision: 0, parts: nil))
          }
        }
      }
      next = found.last?.row.number
    }
    if damagedCount > 0 { note([CatalogFault.changeLog]) }
    try await skipNumbers(of: removedCount)
  }

  /// Appends a change whose number is above those that removed entries may have had.
  private func skipNumbers(of count: Int) async throws(PageStoreError) {
    guard count > 0 else { return }
    try await change { db in
      let last = try ChangeLog.lastNumber(db)
      try ChangeLog.appendUnnamed(after: last + Int64(count), to: db)
    }
  }

  private mutating func mendReceipts() async throws(PageStoreError) {
    var next: Int64? = .min
    while let start = next {
      let (damaged, last) = try await store.readAtLength { db in
        try db.damagedReceipts(from: start, limit: Self.portionCount)
      }
      if !damaged.isEmpty {
        try await change { db in
          for id in damaged { try db.removeReceipt(id: id) }
        }
      }
      report.droppedReceiptCount += damaged.count
      next = last.flatMap { $0 < .max ? $0 + 1 : nil }
    }
  }
}

extension PageStore {
  /// Makes a change of a store on servers with the operations of a repair.
  func changeRows<Result: Sendable>(
    _ body: @escaping @Sendable (any ServedTransaction) throws -> Result
  ) async throws(PageStoreError) -> Result {
    try await change { db in
      guard let served = db as? any ServedTransaction else {
        preconditionFailure("a store on servers")
      }
      return try body(served)
    }
  }
}
