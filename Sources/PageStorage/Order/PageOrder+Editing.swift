// SPDX-License-Identifier: Apache-2.0

import GalleryPages

extension PageOrder {
  /// Removes a page from the order.
  ///
  /// - Precondition: The index is in `0..<count`.
  /// - Complexity: O(log n).
  mutating func remove(at index: Int) throws -> UInt64 {
    precondition((0..<count).contains(index), "index out of the document")
    let (path, place) = try path(to: index)
    let leaf = path[path.count - 1]
    var node = try node(leaf)
    guard node.pages.indices.contains(place) else { throw damage }
    let page = node.pages.remove(at: place)
    try add(-1, along: path)
    count -= 1
    node.entries.isEmpty ? try drop(path) : store(node)
    leaves[page] = nil
    return page
  }

  /// Inserts a page before the one at an index, or at the end.
  ///
  /// - Precondition: The index is in `0...count`.
  /// - Complexity: O(log n).
  mutating func insert(_ page: UInt64, at index: Int) throws {
    precondition((0...count).contains(index), "index out of the document")
    if root == 0 { root = try makeNode(parent: 0, .pages([])) }
    let isAppending = index == count
    let (path, place) = try path(to: index)
    var node = try node(path[path.count - 1])
    guard node.isLeaf, place <= node.pages.count else { throw damage }
    node.pages.insert(page, at: place)
    leaves[page] = node.id
    store(node)
    try add(1, along: path)
    count += 1
    try split(path, isAppending: isAppending)
  }

  /// Adjusts the page counts above a leaf.
  private mutating func add(_ change: Int, along path: [Int64]) throws {
    for (parent, child) in zip(path, path.dropFirst()) {
      var node = try node(parent)
      guard let place = node.children.firstIndex(where: { $0.id == child }) else { throw damage }
      node.children[place].pageCount += change
      store(node)
    }
  }

  /// Removes an empty leaf, and all ancestors that become empty.
  private mutating func drop(_ path: [Int64]) throws {
    var child = path[path.count - 1]
    forget(child)
    for parent in path.dropLast().reversed() {
      var node = try node(parent)
      node.children.removeAll { $0.id == child }
      guard node.children.isEmpty else {
        store(node)
        return try lowerRoot()
      }
      forget(parent)
      child = parent
    }
    root = 0
  }

  /// Replaces the root by its only child.
  private mutating func lowerRoot() throws {
    while case .children(let children) = try node(root).entries, children.count == 1 {
      forget(root)
      root = children[0].id
      var node = try node(root)
      node.parent = 0
      store(node)
    }
  }

  mutating func store(_ node: OrderNode) {
    nodes[node.id] = node
    changed.insert(node.id)
  }

  private mutating func forget(_ id: Int64) {
    nodes[id] = nil
    changed.remove(id)
    removed.insert(id)
  }
}

// MARK: - Splitting

extension PageOrder {
  /// Moves part of a full node to a new right sibling, and splits ancestors if needed.
  ///
  /// Appending leaves well-filled nodes, other insertions leave half-full nodes.
  private mutating func split(_ path: [Int64], isAppending: Bool) throws {
    let limit = isAppending ? OrderNode.appendedCount : OrderNode.capacity
    for depth in path.indices.reversed() {
      var left = try node(path[depth])
      guard left.entryCount > limit else { return }
      let cut = isAppending ? left.entryCount - 1 : left.entryCount / 2
      if left.parent == 0 {
        root = try makeNode(parent: 0, .children([.init(id: left.id, pageCount: left.pageCount)]))
        left.parent = root
      }
      let right = try makeNode(parent: left.parent, left.entries.cut(at: cut))
      store(left)
      try adopt(right)
      try link(right, after: left)
    }
  }

  /// Updates the parent or leaf references of a new node's entries.
  private mutating func adopt(_ id: Int64) throws {
    switch try node(id).entries {
    case .pages(let pages): for page in pages { leaves[page] = id }
    case .children(let children):
      for child in children {
        var node = try node(child.id)
        node.parent = id
        store(node)
      }
    }
  }

  private mutating func link(_ right: Int64, after left: OrderNode) throws {
    var parent = try node(left.parent)
    guard let place = parent.children.firstIndex(where: { $0.id == left.id }) else { throw damage }
    parent.children[place].pageCount = left.pageCount
    let rightCount = try node(right).pageCount
    parent.children.insert(.init(id: right, pageCount: rightCount), at: place + 1)
    store(parent)
  }

  private mutating func makeNode(parent: Int64, _ entries: OrderNode.Entries) throws -> Int64 {
    let id = try db.newOrderNode(of: document)
    store(OrderNode(id: id, parent: parent, entries: entries))
    return id
  }
}

extension PageOrder {
  /// Returns about how many nodes pages have that are appended one after the other.
  ///
  /// - Complexity: O(log n).
  static func nodeCount(ofPages count: Int) -> Int {
    var (total, level) = (0, count)
    while level > 0 {
      level = (level - 1) / OrderNode.appendedCount + 1
      total += level
      if level == 1 { break }
    }
    return total
  }
}

extension OrderNode.Entries {
  var isEmpty: Bool {
    switch self {
    case .pages(let pages): pages.isEmpty
    case .children(let children): children.isEmpty
    }
  }

  /// Keeps the entries before a position and returns the others.
  fileprivate mutating func cut(at place: Int) -> Self {
    switch self {
    case .pages(let pages):
      self = .pages(Array(pages[..<place]))
      return .pages(Array(pages[place...]))
    case .children(let children):
      self = .children(Array(children[..<place]))
      return .children(Array(children[place...]))
    }
  }
}
