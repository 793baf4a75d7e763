// SPDX-License-Identifier: Apache-2.0

/// The order of a document's pages, as far as the sound nodes of it tell.
struct SalvagedOrder {
  /// The pages, each once: first those below the root, then those of parts that nothing connects to it.
  private(set) var pages: [UInt64] = []
  /// The leaf that lists a page first.
  private(set) var leaves: [UInt64: Int64] = [:]
  /// Whether nothing is missing or repeated.
  private(set) var isWhole = true
  /// The nodes that sound nodes name, sound or not.
  private(set) var children: Set<Int64> = []

  private let nodes: [Int64: OrderNode]
  private var visited: Set<Int64> = []

  /// - Parameters:
  ///   - nodes: The sound nodes of the document, in ascending order.
  ///   - root: The root according to the document, zero for none, `nil` if that is unknown.
  ///   - count: The number of pages according to the document.
  /// - Complexity: O(n log n) for n nodes and pages.
  init(_ nodes: [OrderNode], root: Int64?, count: Int) {
    self.nodes = Dictionary(nodes.map { ($0.id, $0) }) { first, _ in first }
    if let root, root != 0 { _ = visit(root, below: 0, depth: 0) }
    isWhole = isWhole && root != nil && pages.count == count
    guard !isWhole else { return }
    // The highest nodes of the parts first, so that their pages stay in order; then parts that are cycles.
    let named = Set(nodes.flatMap { $0.children.map(\.id) })
    for part in nodes.filter({ !named.contains($0.id) }) + nodes where !visited.contains(part.id) {
      _ = visit(part.id, below: part.parent, depth: 0)
    }
  }

  /// Collects the pages below a node.
  ///
  /// - Returns: Their number.
  private mutating func visit(_ id: Int64, below parent: Int64, depth: Int) -> Int {
    guard depth < PageOrder.maximumDepth, let node = nodes[id], visited.insert(id).inserted else {
      isWhole = false
      return 0
    }
    if node.parent != parent { isWhole = false }
    for page in node.pages { note(page, in: id) }
    var count = node.pages.count
    for child in node.children {
      children.insert(child.id)
      let found = visit(child.id, below: id, depth: depth + 1)
      if found != child.pageCount { isWhole = false }
      count += found
    }
    return count
  }

  private mutating func note(_ page: UInt64, in leaf: Int64) {
    guard leaves[page] == nil else { return isWhole = false }
    leaves[page] = leaf
    pages.append(page)
  }
}
