// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import GRDB

extension OrderNode {
  fileprivate static let query =
    "SELECT parent, isLeaf, entries, checksum, document FROM node WHERE id = ?"
}

extension Database {
  func orderNode(_ id: Int64, of document: DocumentID) throws -> OrderNode? {
    try cachedStatement(sql: OrderNode.query).first(binding: id) { row -> OrderNode? in
      let isLeaf = row.integer(1) != 0
      return row.bytes(2) { bytes in
        let sum = OrderNode.checksum(
          id: id, document: row.integer(4), isLeaf: isLeaf, entries: bytes)
        guard sum == row.integer(3), row.integer(4) == document.rawValue else { return nil }
        return OrderNode(id: id, parent: row.integer(0), isLeaf: isLeaf, stored: bytes)
      }
    } ?? nil
  }

  func prepareOrderNodes(_ ids: () -> [Int64]) {}

  func prepareNewOrderNodes(_ count: Int) {}

  func newOrderNode(of document: DocumentID) throws -> Int64 {
    try cachedStatement(
      sql: "INSERT INTO node (document, parent, isLeaf, entries, checksum) VALUES (?, 0, 0, '', 0)"
    ).execute(arguments: [document.rawValue])
    return lastInsertedRowID
  }

  func update(_ node: OrderNode, of document: DocumentID) throws {
    let bytes = node.stored
    let sum = bytes.withUnsafeBytes { bytes in
      OrderNode.checksum(
        id: node.id, document: document.rawValue, isLeaf: node.isLeaf, entries: bytes)
    }
    try cachedStatement(
      sql: "UPDATE node SET parent = ?, isLeaf = ?, entries = ?, checksum = ? WHERE id = ?"
    ).execute(arguments: [node.parent, node.isLeaf, Blob(bytes), sum, node.id])
  }

  func removeOrderNode(_ id: Int64) throws {
    try cachedStatement(sql: "DELETE FROM node WHERE id = ?").execute(arguments: [id])
  }
}
