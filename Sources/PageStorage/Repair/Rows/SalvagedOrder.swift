// SPDX-License-Identifier: Apache-2.0

/// The order of a document's pages, as far as the sound nodes of it tell.
struct SalvagedOrder {
  /// The pages, each once: first those below the root, then those of parts that nothing connects to it.
  ///
  /// In the place of a lost node are the parts and the pages that name it.
  private(set) var pages: [UInt64] = []
  /// The leaf that lists a page first; pages that only name their leaf have none.
  private(set) var leaves: [UInt64: Int64] = [:]
  /// Whether nothing is missing or repeated.
  private(set) var isWhole = true
  /// The nodes that sound nodes name, and that are not among them.
  private(set) var lostNodes: Set<Int64> = []

  private let nodes: [Int64: OrderNode]
  /// The nodes and the pages that name a node above them.
  private let parts: [Int64: [Int64]]
  private let members: [Int64: [UInt64]]
  private var visited: Set<Int64> = []
  private var known: Set<UInt64> = []

  /// - Parameters:
  ///   - nodes: The sound nodes of the document, in ascending order.
  ///   - root: The root according to the document, zero for none, `nil` if that is unknown.
  ///   - count: The number of pages according to the document.
  ///   - members: The pages that name a leaf, by leaf.
  /// - Complexity: O(n log n) for n nodes and pages.
  init(_ nodes: [OrderNode], root: Int64?, count: Int, members: [Int64: [UInt64]] = [:]) {
    self.nodes = Dictionary(nodes.map { ($0.id, $0) }) { first, _ in first }
    self.members = members
    parts = Dictionary(grouping: nodes, by: \.parent).mapValues { $0.map(\.id) }
    let named = Set(nodes.flatMap { $0.children.map(\.id) })
    if let root, root != 0, !named.contains(root) { _ = visit(root, below: 0, depth: 0) }
    isWhole = isWhole && pages.count == count && root.map { !named.contains($0) } ?? false
    guard !isWhole else { return }
    // The highest nodes of the parts first, so that their pages stay in order; then parts that are cycles.
    for part in nodes.filter({ !named.contains($0.id) }) + nodes where !visited.contains(part.id) {
      _ = visit(part.id, below: part.parent, depth: 0)
    }
  }

  /// Collects the pages below a node.
  ///
  /// - Returns: Their number.
  private mutating func visit(_ id: Int64, below parent: Int64, depth: Int) -> Int {
    guard depth < PageOrder.maximumDepth, visited.insert(id).inserted else {
      isWhole = false
      return 0
    }
    guard let node = nodes[id] else {
      fill(id, depth: depth)
      return 0
    }
    if node.parent != parent { isWhole = false }
    for page in node.pages {
      if leaves[page] == nil { leaves[page] = id }
      note(page)
    }
    var count = node.pages.count
    for child in node.children {
      let found = visit(child.id, below: id, depth: depth + 1)
      if found != child.pageCount { isWhole = false }
      count += found
    }
    return count
  }

  /// Collects what names a lost node.
  private mutating func fill(_ id: Int64, depth: Int) {
    isWhole = false
    lostNodes.insert(id)
    for part in parts[id] ?? [] { _ = visit(part, below: id, depth: depth + 1) }
    for page in members[id] ?? [] { note(page) }
  }

  private mutating func note(_ page: UInt64) {
    guard known.insert(page).inserted else { return isWhole = false }
    pages.append(page)
  }
}
