// SPDX-License-Identifier: Apache-2.0

import GRDB
import GalleryPages

/// Verifies the consistency of the catalog, in one snapshot.
struct CatalogVerification {
  /// An original, and the pages that use it.
  struct UsedOriginal {
    var blob: BlobRow
    var pages: [PageID]
  }

  /// The position of a page.
  private struct PagePosition {
    var document: Int64
    var leaf: Int64
  }

  /// The positions of pages according to the documents.
  private struct PagePositions {
    var byPage: [UInt64: PagePosition] = [:]
    /// Documents whose pages are unknown.
    var unknown: Set<Int64> = []
  }

  let db: Database

  /// Returns the originals that are in use.
  func run(_ report: inout VerificationReport) throws -> [UsedOriginal] {
    try db.each("PRAGMA integrity_check(20)") { row in
      if let message = row.text(0), message != "ok" {
        report.add(.catalog(message: message))
      }
    }
    if try db.first("PRAGMA foreign_key_check", [], { _ in true }) != nil {
      report.add(.catalog(message: "a reference is broken"))
    }
    try verifyRest(&report)
    try PageMetadataRow.forEachUnsound(db) { report.add(.metadata($0)) }
    try ReceiptRow.forEachUnsound(db) { report.add(.receipt(number: $0)) }
    let positions = try readPositions(&report)
    return try uses(positions, &report)
  }

  /// Verifies the counters and the change log.
  private func verifyRest(_ report: inout VerificationReport) throws {
    let next = try db.counter(.page)
    if try next.map({ try $0 < db.lowestFreePageNumber() || $0 > DocumentRow.maximumID })
      ?? true
    {
      report.add(.catalog(message: CatalogFault.pageCounter))
    }
    if try !db.isDocumentCounterSound() {
      report.add(.catalog(message: CatalogFault.documentCounter))
    }
    if try !db.areChangesSound() {
      report.add(.catalog(message: CatalogFault.changeLog))
    }
    for slot in try db.integers("SELECT slot FROM record") {
      do {
        _ = try RecordRow.fetch(db, slot: Int(slot))
      } catch PageStoreError.corrupted(.catalog(let message)) {
        report.add(.catalog(message: message))
      }
    }
  }

  /// Reads the order of every document.
  private func readPositions(_ report: inout VerificationReport) throws -> PagePositions {
    var positions = PagePositions()
    for id in try db.integers("SELECT id FROM document") {
      let document = DocumentID(id)
      do {
        let row = try db.first("SELECT \(DocumentRow.columns) FROM document WHERE id = ?", [id]) {
          try DocumentRow($0)
        }
        _ = try row?.document
        let state = try db.state(of: document)
        var order = PageOrder(db, document, root: state.root, count: state.count)
        try order.forEachLeaf { leaf, pages in
          for page in pages {
            let old = positions.byPage.updateValue(
              PagePosition(document: id, leaf: leaf), forKey: page)
            if old != nil { throw PageStoreError.corrupted(.order(document)) }
          }
        }
      } catch PageStoreError.corrupted(.document), PageStoreError.notFound {
        // Listed but not found: its row ID was altered.
        report.add(.document(document))
        positions.unknown.insert(id)
      } catch PageStoreError.corrupted(.order) {
        report.add(.order(document))
        positions.unknown.insert(id)
      }
    }
    return positions
  }

  private func uses(
    _ positions: PagePositions, _ report: inout VerificationReport
  ) throws -> [UsedOriginal] {
    var uses: [Int64: UsedOriginal] = [:]
    // Pages that are in an order and have no entry.
    var nameless = positions.byPage
    let unknown = positions.unknown.union(
      try db.integers("SELECT id FROM document WHERE trashed = ?", [DocumentState.purged]))
    for number in try db.integers("SELECT id FROM page NOT INDEXED") {
      let id = PageID(UInt64(bitPattern: number))
      let position = nameless.removeValue(forKey: id.rawValue)
      report.pageCount += 1
      do {
        guard let row = try db.page(id) else { throw PageStoreError.corrupted(.page(id)) }
        let isUnknown = unknown.contains(row.document.rawValue)
        let isInPosition = position?.document == row.document.rawValue && position?.leaf == row.leaf
        let isTrashed = position == nil && row.trash != nil
        guard isUnknown || isInPosition && row.trash == nil || isTrashed else {
          throw PageStoreError.corrupted(.page(id))
        }
        let blob = try uses[row.blob]?.blob ?? db.original(id: row.blob)
        guard row.aspectRatio == row.ratio(of: blob) else {
          throw PageStoreError.corrupted(.page(id))
        }
        uses[row.blob, default: UsedOriginal(blob: blob, pages: [])].pages.append(id)
      } catch PageStoreError.corrupted {
        report.add(.page(id))
      }
    }
    for document in Set(nameless.values.map(\.document)) {
      report.add(.order(DocumentID(document)))
    }
    return uses.sorted { $0.key < $1.key }.map(\.value)
  }
}

extension PageOrder {
  /// Calls `body` with each leaf and its pages, and releases what it has read.
  ///
  /// - Throws: `PageStoreError.corrupted(.order)` if the tree is not one; what `body` throws.
  mutating func forEachLeaf(_ body: (Int64, [UInt64]) throws -> Void) throws {
    let pageCount = root == 0 ? 0 : try walk(root, below: 0, depth: 0, body)
    guard pageCount == count else { throw damage }
  }

  private mutating func walk(
    _ id: Int64, below parent: Int64, depth: Int, _ body: (Int64, [UInt64]) throws -> Void
  ) throws -> Int {
    let node = try node(id)
    nodes[id] = nil
    guard node.parent == parent, depth < Self.maximumDepth else { throw damage }
    guard case .children(let children) = node.entries else {
      try body(id, node.pages)
      return node.pages.count
    }
    var total = 0
    for child in children {
      let found = try walk(child.id, below: id, depth: depth + 1, body)
      guard found == child.pageCount, found > 0 else { throw damage }
      total += found
      // An impossible shape, in which the same nodes repeat.
      guard total <= count else { throw damage }
    }
    return total
  }
}
