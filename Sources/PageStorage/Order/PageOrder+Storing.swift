// SPDX-License-Identifier: Apache-2.0

extension PageOrder {
  /// Writes changed nodes and the leaves of pages, but not the document's root and count.
  ///
  /// The rows of the pages must already exist.
  mutating func flush() throws {
    for id in removed.sorted() { try db.removeOrderNode(id) }
    for id in changed.sorted() {
      if let node = nodes[id] { try db.update(node, of: document) }
    }
    try db.setLeaves(leaves.sorted { $0.key < $1.key }.map { (page: $0.key, leaf: $0.value) })
    (changed, removed, leaves) = ([], [], [:])
  }
}
