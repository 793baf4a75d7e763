// SPDX-License-Identifier: Apache-2.0

import GRDB
import GalleryModel
import GalleryTestSupport
import Testing

@testable import PageStorage

/// The order of pages compared with an array.
@Suite struct PageOrderTests {
  enum Edit {
    case insert(Int)
    case append
    case remove(Int)
    case flush
  }

  @Test func randomEditsKeepTheOrderOfAnArray() {
    checkProperty(
      seed: 41, runs: 25,
      generate: { random in
        (0..<Int.random(in: 1...1_500, using: &random)).map { _ in
          switch Int.random(in: 0..<100, using: &random) {
          case 0..<45: Edit.insert(.random(in: 0..<1_000_000, using: &random))
          case 45..<70: .append
          case 70..<99: .remove(.random(in: 0..<1_000_000, using: &random))
          default: .flush
          }
        }
      }, shrink: { $0.shrinks }, check: { try problem(after: $0) })
  }

  private func problem(after edits: [Edit]) throws -> String? {
    let database = try TestDatabase()
    return try database.queue.write { db in
      var order = PageOrder(db, database.document, root: 0, count: 0)
      var array: [UInt64] = []
      var next: UInt64 = 1
      for edit in edits {
        switch edit {
        case .insert(let number):
          try database.insertPage(next, db)
          try order.insert(next, at: number % (array.count + 1))
          array.insert(next, at: number % (array.count + 1))
          next += 1
        case .append:
          try database.insertPage(next, db)
          try order.insert(next, at: array.count)
          array.append(next)
          next += 1
        case .remove(let number):
          guard !array.isEmpty else { continue }
          let page = try order.remove(at: number % array.count)
          guard page == array.remove(at: number % array.count) else { return "another page went" }
          try db.execute(sql: "DELETE FROM page WHERE id = ?", arguments: [Int64(page)])
        case .flush:
          try order.flush()
          order = PageOrder(db, database.document, root: order.root, count: order.count)
        }
      }
      try order.flush()
      return try difference(between: order, and: array, db)
    }
  }

  private func difference(
    between order: PageOrder, and array: [UInt64], _ db: Database
  ) throws -> String? {
    var order = PageOrder(db, order.document, root: order.root, count: order.count)
    guard order.count == array.count else { return "count \(order.count), not \(array.count)" }
    guard try order.pages(in: 0..<array.count) == array else { return "another order" }
    for (index, page) in array.enumerated() {
      let leaf = try Int64.fetchOne(
        db, sql: "SELECT leaf FROM page WHERE id = ?", arguments: [Int64(page)])
      guard let leaf, try order.index(of: page, leaf: leaf) == index else {
        return "the index of page \(page)"
      }
    }
    let nodeCount = try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM node") ?? 0
    guard array.isEmpty ? nodeCount == 0 : nodeCount <= array.count / 16 + 4 else {
      return "\(nodeCount) nodes for \(array.count) pages"
    }
    return nil
  }

  @Test func aMoveRewritesAHandfulOfRows() throws {
    let database = try TestDatabase()
    try database.queue.write { db in
      var order = PageOrder(db, database.document, root: 0, count: 0)
      for page in 1...100_000 {
        try database.insertPage(UInt64(page), db)
        try order.insert(UInt64(page), at: page - 1)
      }
      try order.flush()
      var worst = 0
      for (source, destination) in [(50_000, 10), (0, 99_999), (99_999, 0), (7, 8), (96, 95)] {
        var order = PageOrder(db, database.document, root: order.root, count: order.count)
        let page = try order.remove(at: source)
        try order.insert(page, at: destination)
        worst = max(worst, order.changed.count + order.leaves.count)
        try order.flush()
      }
      #expect(worst <= 9)
    }
  }

  @Test func aDamagedNodeIsFound() throws {
    let database = try TestDatabase()
    try database.queue.write { db in
      var order = PageOrder(db, database.document, root: 0, count: 0)
      for page in 1...300 {
        try database.insertPage(UInt64(page), db)
        try order.insert(UInt64(page), at: page - 1)
      }
      try order.flush()
      try db.execute(sql: "UPDATE node SET entries = X'00' || SUBSTR(entries, 2) WHERE id = 1")
      var damaged = PageOrder(db, database.document, root: order.root, count: order.count)
      #expect(throws: PageStoreError.corrupted(.order(database.document))) {
        try damaged.pages(in: 0..<10)
      }
    }
  }
}

/// An in-memory catalog with one document.
struct TestDatabase {
  let queue: DatabaseQueue
  let document: DocumentID

  init() throws {
    queue = try DatabaseQueue()
    document = try queue.write { db in
      for step in CatalogSchema.steps { try step(db) }
      try db.execute(
        sql: "INSERT INTO blob VALUES (1, X'00', 1, NULL, NULL, 0)")
      return try DocumentRow.insert(db, title: "", metadata: [:])
    }
  }

  func insertPage(_ id: UInt64, _ db: Database) throws {
    try db.insert(PageRow(id: PageID(id), document: document, blob: 1))
  }
}
