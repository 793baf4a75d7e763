// SPDX-License-Identifier: Apache-2.0

import GalleryPages

/// The page order of one document, within one transaction.
///
/// A B+ tree in which every node knows how many pages are below each of its children (an order
/// statistic tree: Cormen, Leiserson, Rivest and Stein, "Introduction to Algorithms", chapter 17).
/// A lookup by index or by page follows one path between root and leaf: four nodes for a million
/// pages. A change rewrites the nodes on that path. Only an overfull node moves half of its entries
/// to a new one.
///
/// Nodes are read once and written once, in ``flush()``.
struct PageOrder {
  let db: any CatalogTransaction
  let document: DocumentID

  /// The root node, zero while there is none.
  var root: Int64
  /// The number of pages.
  var count: Int

  var nodes: [Int64: OrderNode] = [:]
  var changed: Set<Int64> = []
  var removed: Set<Int64> = []
  /// The leaf of each page that was moved to another leaf.
  var leaves: [UInt64: Int64] = [:]

  init(_ db: any CatalogTransaction, _ document: DocumentID, root: Int64, count: Int) {
    self.db = db
    self.document = document
    self.root = root
    self.count = count
  }

  var damage: PageStoreError { .corrupted(.order(document)) }
}

// MARK: - Reading

extension PageOrder {
  /// Returns a node.
  mutating func node(_ id: Int64) throws -> OrderNode {
    if let node = nodes[id] { return node }
    guard !removed.contains(id) else { throw damage }
    guard let node = try db.orderNode(id, of: document) else { throw damage }
    nodes[id] = node
    return node
  }

  /// Returns the pages in a range.
  ///
  /// - Precondition: The range lies in `0..<count`, or is empty.
  /// - Complexity: O(log n + m) for m pages.
  mutating func pages(in range: Range<Int>) throws -> [UInt64] {
    guard !range.isEmpty else { return [] }
    precondition(range.lowerBound >= 0 && range.upperBound <= count, "range out of the document")
    var result: [UInt64] = []
    // The count comes from the catalog and may be damaged.
    result.reserveCapacity(min(range.count, Self.reservedCount))
    try appendPages(of: root, below: 0, in: range, to: &result, depth: 0)
    guard result.count == range.count else { throw damage }
    return result
  }

  private static let reservedCount = 1 << 16

  /// Appends the pages of a range, and verifies the page count of each node.
  private mutating func appendPages(
    of id: Int64, below parent: Int64, in range: Range<Int>, to result: inout [UInt64], depth: Int
  ) throws {
    guard depth < Self.maximumDepth else { throw damage }
    let node = try node(id)
    guard node.parent == parent else { throw damage }
    switch node.entries {
    case .pages(let pages):
      guard range.upperBound <= pages.count else { throw damage }
      result += pages[range]
    case .children(let children):
      if range.count > 1 {
        try db.prepareOrderNodes {
          Self.children(children, in: range).filter { nodes[$0] == nil }
        }
      }
      var start = 0
      for child in children {
        guard start < range.upperBound else { return }
        let part = range.clamped(to: start..<start + child.pageCount)
        if !part.isEmpty {
          let inner = part.lowerBound - start..<part.upperBound - start
          try appendPages(of: child.id, below: id, in: inner, to: &result, depth: depth + 1)
        }
        start += child.pageCount
      }
      guard start >= range.upperBound else { throw damage }
    }
  }

  /// Returns those children of a node that have pages in a range.
  private static func children(_ children: [OrderNode.Child], in range: Range<Int>) -> [Int64] {
    var start = 0
    return children.filter { child in
      defer { start += child.pageCount }
      return range.overlaps(start..<start + child.pageCount)
    }.map(\.id)
  }

  /// More than any valid depth: the traversal of a damaged tree with a cycle must end.
  static let maximumDepth = 12

  /// Returns the path from the root to the leaf with an index, and the position in the leaf.
  mutating func path(to index: Int) throws -> (nodes: [Int64], place: Int) {
    var path = [root]
    var index = index
    while path.count < Self.maximumDepth {
      let node = try node(path[path.count - 1])
      if node.isLeaf { return (path, index) }
      guard let child = node.child(containing: index) else { throw damage }
      index = child.index
      path.append(node.children[child.place].id)
    }
    throw damage
  }

  /// Returns the index of a page whose leaf is known.
  ///
  /// - Complexity: O(log n).
  mutating func index(of page: UInt64, leaf: Int64) throws -> Int {
    var node = try node(leaf)
    guard var index = node.pages.firstIndex(of: page) else { throw damage }
    for _ in 0..<Self.maximumDepth {
      if node.parent == 0 { return index }
      let parent = try self.node(node.parent)
      guard let place = parent.children.firstIndex(where: { $0.id == node.id }) else {
        throw damage
      }
      for child in parent.children[..<place] { index += child.pageCount }
      node = parent
    }
    throw damage
  }

  /// Returns the pages of a range of indexes with their originals.
  ///
  /// - Throws: `PageStoreError.corrupted` if one of them has no entry; the engine's errors.
  mutating func storedPages(in range: Range<Int>) throws -> [StoredPage] {
    try db.storedPages(pages(in: range), orThrow: damage)
  }
}
