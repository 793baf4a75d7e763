// SPDX-License-Identifier: Apache-2.0

import GalleryPages
import GallerySystem

@testable import PageStorage

/// A catalog in dictionaries, which shares no code with that in SQLite.
///
/// Like an engine on another machine, it has only the rows that were loaded: the first access to another
/// one throws ``MissingRow``, and the transaction runs again with this row.
final class TableCatalog: CatalogTransaction {
  /// The rows of a catalog.
  struct Tables {
    var documents: [DocumentID: DocumentRow] = [:]
    var pages: [PageID: PageRow] = [:]
    var originals: [Int64: BlobRow] = [:]
    var nodes: [Int64: (document: DocumentID, node: OrderNode)] = [:]
    var metadata: [PageID: PageMetadataRow] = [:]
    var changes: [Int64: ChangeRow] = [:]
    var receipts: [Int64: ReceiptRow] = [:]
    var counters: [CounterRow: Int64] = [:]
    var doomed: Set<ContentDigest> = []
    var lastDocument: Int64 = 0
  }

  /// What a transaction can ask for.
  enum Key: Hashable {
    case document(DocumentID)
    case page(PageID)
    case original(Int64)
    case digest(ContentDigest)
    case node(Int64)
    case metadata(PageID)
    case counter(CounterRow)
    case query(String)
  }

  /// An access to a row that was not loaded.
  struct MissingRow: Error {
    let key: Key

    /// The rows to load: pages come with their neighbors.
    fileprivate var keys: [Key] {
      guard case .page(let page) = key else { return [key] }
      let first = page.rawValue - page.rawValue % 64
      return (first..<first + 64).map { .page(PageID($0)) }
    }
  }

  var tables: Tables
  var changedRowCount = 0
  let now = SystemCalls.milliseconds
  /// The loaded rows, `nil` if all are at hand.
  private let loaded: Set<Key>?

  init(_ tables: Tables, loaded: Set<Key>? = nil) {
    self.tables = tables
    self.loaded = loaded
  }

  /// Requires a row or the result of a query.
  func load(_ key: Key) throws {
    guard loaded?.contains(key) ?? true else { throw MissingRow(key: key) }
  }

  func prepare(_ lookUps: [RowLookUp]) {}

  func storeError(_ error: any Error) -> PageStoreError {
    error as? PageStoreError ?? .cancelled
  }

  /// Runs a transaction until it finds all the rows that it asks for.
  ///
  /// - Returns: The result, and the number of runs.
  static func run<Result>(
    on tables: inout Tables, _ body: (TableCatalog) throws -> Result
  ) throws -> (result: Result, runCount: Int) {
    var loaded: Set<Key> = []
    for run in 1... {
      let catalog = TableCatalog(tables, loaded: loaded)
      do {
        let result = try body(catalog)
        tables = catalog.tables
        return (result, run)
      } catch let missing as MissingRow {
        loaded.formUnion(missing.keys)
      }
    }
    preconditionFailure("the runs are not counted to their end")
  }
}

// MARK: - Metadata, receipts and counters

extension TableCatalog {
  func metadata(of page: PageID) throws -> PageMetadataRow? {
    try load(.metadata(page))
    return tables.metadata[page]
  }

  func replace(_ metadata: PageMetadataRow) {
    tables.metadata[metadata.id] = PageMetadataRow(id: metadata.id, stored: metadata.text)
    changedRowCount += 1
  }

  func removeMetadata(of page: PageID) { tables.metadata[page] = nil }

  func readReceipts(
    around id: Int64, _ counts: (below: Int, above: Int),
    _ take: (ReceiptRow.Facts, () throws -> ReceiptRow) throws -> Void
  ) throws {
    try load(.query("receipts around \(id)"))
    let ids = tables.receipts.keys.sorted()
    let near =
      ids.filter { $0 < id }.suffix(counts.below) + ids.filter { $0 >= id }.prefix(counts.above)
    for row in near.compactMap({ tables.receipts[$0] }) {
      try take(ReceiptRow.Facts(id: row.id, time: row.time, key: row.key)) { row }
    }
  }

  func replace(_ receipt: ReceiptRow) {
    tables.receipts[receipt.id] = receipt
    changedRowCount += 1
  }

  func removeReceipt(id: Int64) { tables.receipts[id] = nil }

  func counter(_ name: CounterRow) throws -> Int64? {
    try load(.counter(name))
    return tables.counters[name]
  }

  func isMissing(_ name: CounterRow) throws -> Bool {
    try load(.counter(name))
    return tables.counters[name] == nil
  }

  func set(_ name: CounterRow, to number: Int64) {
    tables.counters[name] = number
    changedRowCount += 1
  }
}
