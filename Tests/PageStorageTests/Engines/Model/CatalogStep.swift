// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import GalleryPages
import GalleryTestSupport

@testable import PageStorage

/// One edit of a random program, as a transaction on any engine.
enum CatalogStep {
  case create
  case append(document: Int, count: Int)
  case delete(document: Int, first: Int, count: Int)
  case move(document: Int, from: Int, to: Int)
  case rotate(document: Int, page: Int)
  case restore(document: Int, page: Int)
  case split(document: Int, index: Int)
  case merge(source: Int, target: Int)
  case copy(document: Int)
  case describe(page: Int, text: Int)
  case trashDocument(Int)
  case restoreDocument(Int)
  case purge
  case keep(receipt: Int, hours: Int)

  static func random(using random: inout SeededGenerator) -> Self {
    func number() -> Int { .random(in: 0..<1_000, using: &random) }
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<8: return .create
    case 8..<30: return .append(document: number(), count: .random(in: 1...150, using: &random))
    case 30..<42:
      return .delete(
        document: number(), first: number(), count: .random(in: 1...60, using: &random))
    case 42..<52: return .move(document: number(), from: number(), to: number())
    case 52..<60: return .rotate(document: number(), page: number())
    case 60..<70: return .restore(document: number(), page: number())
    case 70..<74: return .split(document: number(), index: number())
    case 74..<78: return .merge(source: number(), target: number())
    case 78..<81: return .copy(document: number())
    case 81..<86: return .describe(page: number(), text: .random(in: 0...2, using: &random))
    case 86..<89: return .trashDocument(number())
    case 89..<91: return .restoreDocument(number())
    case 91..<94: return .purge
    default: return .keep(receipt: number() % 20, hours: .random(in: 0...60, using: &random))
    }
  }
}

// MARK: - Edits

extension CatalogStep {
  /// Makes the edit.
  ///
  /// - Returns: A text about what it did, equal on all engines.
  func make(in db: any CatalogTransaction) throws -> String {
    switch self {
    case .create:
      return "\(try DocumentRow.insert(db, title: "New", metadata: ["source": "test"]))"
    case .append(let document, let count): return try append(count, to: document, db)
    case .delete(let document, let first, let count):
      return try change(document, db) { editor in
        let start = first % max(editor.order.count, 1)
        let end = min(start + count, editor.order.count)
        return StoreChangeset(deletions: Array(start..<max(start, end)))
      }
    case .move(let document, let source, let target):
      return try change(document, db) { editor in
        let count = editor.order.count
        guard count > 1, source % count != target % count else { return StoreChangeset() }
        return StoreChangeset(moves: [.init(source: source % count, destination: target % count)])
      }
    case .rotate(let document, let page):
      return try change(document, db) { editor in
        guard editor.order.count > 0 else { return StoreChangeset() }
        return StoreChangeset(
          rotations: [.init(index: page % editor.order.count, turns: .clockwise)])
      }
    case .restore(let document, let page): return try restore(page, of: document, db)
    case .split(let document, let index): return try split(document, at: index, db)
    case .merge(let source, let target): return try merge(source, into: target, db)
    case .copy(let document): return try copy(document, db)
    case .describe(let page, let text): return try describe(page, text, db)
    case .trashDocument(let document): return try setTrash(document, to: 5, db)
    case .restoreDocument(let document): return try setTrash(document, to: nil, db)
    case .purge: return try purge(db)
    case .keep(let receipt, let hours): return try keep(receipt, hours, db)
    }
  }

  private func change(
    _ number: Int, _ db: any CatalogTransaction,
    _ make: (inout DocumentEditor) throws -> StoreChangeset
  ) throws -> String {
    guard let document = try chosen(number, db) else { return "none" }
    var editor = try DocumentEditor(db, document)
    let change = try editor.make(make(&editor))
    return "\(change.document) \(change.revision) \(change.changeset.debugText)"
  }

  private func append(
    _ count: Int, to number: Int, _ db: any CatalogTransaction
  ) throws -> String {
    guard let document = try chosen(number, db) else { return "none" }
    var editor = try DocumentEditor(db, document)
    for _ in 0..<count {
      let next = try db.counter(.page) ?? 1
      try db.set(.page, to: next + 1)
      let original = try original(of: next, db)
      try db.insert(
        PageRow(id: PageID(UInt64(next)), document: document, blob: original.id, created: next))
      try editor.order.insert(UInt64(next), at: (editor.order.count + Int(next) % 2) / 2)
    }
    try editor.finish(nil)
    return "\(editor.order.count)"
  }

  /// Pages share few originals.
  private func original(of page: Int64, _ db: any CatalogTransaction) throws -> BlobRow {
    var digest = ContentDigestBuilder()
    withUnsafeBytes(of: page % 40) { digest.add($0) }
    return try db.original(digest.digest)
      ?? BlobRow.insert(db, digest.digest, byteCount: 7, header: nil, damage: nil)
  }

  private func restore(
    _ page: Int, of number: Int, _ db: any CatalogTransaction
  ) throws -> String {
    guard let document = try chosen(number, db) else { return "none" }
    let trash = try db.pages(where: .trash(of: document))
    guard !trash.isEmpty, let row = try db.page(trash[page % trash.count]) else { return "empty" }
    var editor = try DocumentEditor(db, document)
    let index = try editor.formerIndex(of: row)
    _ = try editor.make(StoreChangeset(restorations: [.init(index: index, page: row.id)]))
    return "\(row.id) at \(index)"
  }
}
