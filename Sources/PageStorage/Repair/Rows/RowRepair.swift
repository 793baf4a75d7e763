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
  /// Identifiers that pages may have had that are gone.
  private static let spareIDCount: Int64 = 4_096

  init(_ store: PageStore, _ engine: ServedStore) { (self.store, self.engine) = (store, engine) }

  /// Mends all rows.
  ///
  /// - Returns: What was done.
  /// - Throws: `PageStoreError`; what was done before is kept.
  mutating func run() async throws(PageStoreError) -> RepairReport {
    try await engine.catalog.mendTables()
    var originals = OriginalRowRepair(store)
    report.add(try await originals.run())
    try await mendDocuments()
    try await removeUnusedOriginals()
    try await mendPageCounter()
    try await mendChanges()
    try await mendReceipts()
    // Those of documents that are gone count no more.
    try await engine.catalog.mendTables()
    return report
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
  /// Mends all documents: a damaged page first goes to the one whose order lists it.
  private mutating func mendDocuments() async throws(PageStoreError) {
    for document in try await store.documentIDs() {
      try await mend(document, takesListed: false)
    }
    for takesListed in [false, true] {
      var last: DocumentID?
      while let owner = try await ownerWithoutRow(after: last) {
        try await rebuild(owner, takesListed: takesListed)
        last = owner
      }
    }
    for document in rebuilt.sorted(by: { $0.rawValue < $1.rawValue }) {
      try await mend(document, takesListed: true)
    }
  }

  private mutating func mend(
    _ document: DocumentID, takesListed: Bool
  ) async throws(PageStoreError) {
    let isSound = try await store.readAtLength { db in
      var verification = ServedDocumentVerification(document, db)
      try verification.run()
      return verification.problems.isEmpty
    }
    if !isSound { try await rebuild(document, takesListed: takesListed) }
  }

  private mutating func rebuild(
    _ document: DocumentID, takesListed: Bool
  ) async throws(PageStoreError) {
    rebuilt.insert(document)
    report.add(
      try await change { db in
        var repair = try DocumentRowRepair(document, db, takesListed: takesListed)
        return try repair.run()
      })
  }

  private func ownerWithoutRow(
    after document: DocumentID?
  ) async throws(PageStoreError) -> DocumentID? {
    try await store.readAtLength { db in
      try (db as? any ServedTransaction)?.ownerWithoutRow(after: document)
    }
  }

  /// Removes rows of originals that no page has: their bytes are found as such that belong to no page.
  private func removeUnusedOriginals() async throws(PageStoreError) {
    var count = Self.portionCount
    while count == Self.portionCount {
      count = try await change { db in
        let ids = try db.originalsWithoutPage(limit: Self.portionCount)
        if !ids.isEmpty { try db.removeOriginals(ids) }
        return ids.count
      }
    }
  }
}

// MARK: - The rest

extension RowRepair {
  private func mendPageCounter() async throws(PageStoreError) {
    try await change { db in
      let lowest = try db.lowestFreePageNumber()
      guard lowest < DocumentRow.maximumID - Self.spareIDCount else { return }
      if let next = try db.counter(.page), (lowest...DocumentRow.maximumID).contains(next) {
        return
      }
      try db.set(.page, to: lowest + Self.spareIDCount)
    }
  }

  /// Takes what damaged changes were from the log: observers read their documents again.
  private func mendChanges() async throws(PageStoreError) {
    var next: Int64? = .min
    while let start = next {
      next = try await change { db in
        let found = try db.changes(after: start, limit: Self.portionCount)
        for change in found where !change.isSound {
          var row = change.row
          row.parts = nil
          if !(0..<DocumentState.limit).contains(row.revision) { row.revision = 0 }
          try db.replace(row)
        }
        return found.last?.row.number
      }
    }
  }

  private mutating func mendReceipts() async throws(PageStoreError) {
    var next: Int64? = 0
    while let start = next {
      let (count, last) = try await change { db in
        var (damaged, last): ([Int64], Int64?) = ([], nil)
        try db.readReceipts(around: start, (below: 0, above: Self.portionCount)) { facts, read in
          last = facts.id
          do { _ = try read() } catch PageStoreError.corrupted { damaged.append(facts.id) }
        }
        for id in damaged { try db.removeReceipt(id: id) }
        return (damaged.count, last)
      }
      report.droppedReceiptCount += count
      next = last.map { $0 + 1 }
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
