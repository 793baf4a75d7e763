// SPDX-License-Identifier: Apache-2.0

import GRDB

extension PageOrder {
  /// Writes changed nodes and the leaves of pages, but not the document's root and count.
  ///
  /// The rows of the pages must already exist.
  mutating func flush() throws {
    for id in removed {
      try db.cachedStatement(sql: "DELETE FROM node WHERE id = ?").execute(arguments: [id])
    }
    for id in changed.sorted() {
      if let node = nodes[id] { try write(node) }
    }
    let place = try db.cachedStatement(sql: "UPDATE page SET leaf = ? WHERE id = ?")
    for (page, leaf) in leaves.sorted(by: { $0.key < $1.key }) {
      try place.execute(arguments: [leaf, Int64(bitPattern: page)])
    }
    (changed, removed, leaves) = ([], [], [:])
  }

  private func write(_ node: OrderNode) throws {
    let bytes = node.stored
    let sum = bytes.withUnsafeBytes { bytes in
      OrderNode.checksum(
        id: node.id, document: document.rawValue, isLeaf: node.isLeaf, entries: bytes)
    }
    try db.cachedStatement(
      sql: "UPDATE node SET parent = ?, isLeaf = ?, entries = ?, checksum = ? WHERE id = ?"
    ).execute(arguments: [node.parent, node.isLeaf, Blob(bytes), sum, node.id])
  }
}
