// SPDX-License-Identifier: Apache-2.0

extension CraftedKinds {
  private typealias Node = StoreCraft.Node

  /// Page orders that no store writes: cycles, wrong counts, wrong leaves and extreme sizes.
  ///
  /// Their checksums are valid, except that of the order of 320 MB.
  @CraftedKindBuilder static var orders: [CraftedKind] {
    loops
    counts
    leaves
    sizes
  }

  private static let pages = Array(1...150 as ClosedRange<UInt64>)

  private static func kind(
    _ name: String, count: Int64? = nil, _ nodes: @escaping @Sendable () -> [StoreCraft.Node]
  ) -> CraftedKind {
    CraftedKind("an order \(name)", .mayLosePages) { craft in
      try craft.order(nodes(), count: count)
    }
  }

  @CraftedKindBuilder private static var loops: [CraftedKind] {
    [
      kind("that is its own child") { [Node(id: 900, parent: 900, children: [(900, 150)])] },
      kind("that is its own child 128 times", count: 128 * 150) {
        [Node(id: 900, parent: 900, children: Array(repeating: (900, 150), count: 128))]
      },
      kind("of two that are children of each other") {
        [
          Node(id: 900, parent: 901, children: [(901, 150)]),
          Node(id: 901, parent: 900, children: [(900, 150)]),
        ]
      },
      kind("that is above its root") {
        [
          Node(id: 900, parent: 901, children: [(901, 150)]),
          Node(id: 901, parent: 900, pages: pages),
        ]
      },
      kind("whose leaf is its own parent") { [Node(id: 900, parent: 900, pages: pages)] },
    ]
    // The page counts match: 128 to the power of the number of levels below.
    for depth in [2, 4, 8] {
      kind("that shares its children at \(depth) levels", count: power(depth)) { shared(depth) }
    }
    for depth in [10, 1_000, 20_000] {
      kind("\(depth) levels deep", count: 128) { chain(depth) }
    }
  }

  /// Levels of nodes whose children are all the same.
  private static func shared(_ depth: Int) -> [StoreCraft.Node] {
    var nodes: [Node] = []
    for level in 0..<depth {
      let below = (id: Int64(901 + level), pageCount: power(depth - level - 1))
      let children = Array(repeating: below, count: 128)
      let parent = level == 0 ? 0 : Int64(899 + level)
      nodes.append(Node(id: Int64(900 + level), parent: parent, children: children))
    }
    return nodes + [Node(id: Int64(900 + depth), parent: Int64(899 + depth), pages: [1])]
  }

  /// Levels of nodes with one child, above a leaf of 128 pages, the most that fit.
  private static func chain(_ depth: Int) -> [StoreCraft.Node] {
    var nodes: [Node] = []
    for level in 0..<depth {
      let below = (id: Int64(901 + level), pageCount: 128 as Int64)
      let parent = level == 0 ? 0 : Int64(899 + level)
      nodes.append(Node(id: Int64(900 + level), parent: parent, children: [below]))
    }
    let first = Array(pages.prefix(128))
    return nodes + [Node(id: Int64(900 + depth), parent: Int64(899 + depth), pages: first)]
  }

  private static func power(_ exponent: Int) -> Int64 {
    (0..<exponent).reduce(1 as Int64) { product, _ in product * 128 }
  }

  private static let sums: [(String, [Int64])] = [
    ("that overflow", [.max, .max]), ("that cancel out", [.max, .min, 151]),
    ("that are negative", [-1, 151]), ("near the greatest", [.max - 1]),
    ("of the least", [.min]), ("of nothing", [0, 0]), ("that are too small", [1, 1]),
    ("that are too large", [1_000_000, 1_000_000]),
  ]

  private static func leaves(of counts: [Int64]) -> [StoreCraft.Node] {
    var root = Node(id: 900)
    var leaves: [Node] = []
    for (place, count) in counts.enumerated() {
      let id = Int64(901 + place)
      root.children.append((id, count))
      leaves.append(Node(id: id, parent: 900, pages: Array(pages.prefix(75))))
    }
    return [root] + leaves
  }

  @CraftedKindBuilder private static var counts: [CraftedKind] {
    for (name, counts) in sums {
      let sum = counts.reduce(0 as Int64) { $0 &+ $1 }
      kind("with counts \(name)") { leaves(of: counts) }
      kind("with counts \(name) that the document has", count: sum) { leaves(of: counts) }
    }
    for count in [-1, 0, 1, 149, 151, 1 << 31, 1 << 48, .max, .min] as [Int64] {
      CraftedKind("a document of \(count) pages") { craft in
        try craft.sql(["UPDATE document SET pageCount = \(count) WHERE id = 1"])
      }
    }
    for root in [0, -1, 1, 12_345, .max, .min] as [Int64] {
      CraftedKind("a document with root \(root)") { craft in
        try craft.sql(["UPDATE document SET root = \(root) WHERE id = 2"])
      }
    }
  }

  @CraftedKindBuilder private static var leaves: [CraftedKind] {
    [
      kind("without pages", count: 0) { [Node(id: 900, pages: [])] },
      kind("without pages that has some") { [Node(id: 900, pages: [])] },
      kind("of empty leaves", count: 0) {
        [Node(id: 900, children: (901..<1_000).map { ($0, 0) })]
          + (901..<1_000).map { Node(id: $0, parent: 900, pages: []) }
      },
      kind("without children", count: 0) { [Node(id: 900, children: [])] },
      kind("that names a page twice", count: 128) {
        [Node(id: 900, pages: Array(repeating: 7, count: 128))]
      },
      kind("of pages of another document", count: 20) {
        [Node(id: 900, pages: Array(151...170))]
      },
      kind("of pages that are not there", count: 3) {
        [Node(id: 900, pages: [.max, 1 << 63, 0])]
      },
      kind("of a page in the trash", count: 2) { [Node(id: 900, pages: [1, 158])] },
      kind("of a child that is not there") { [Node(id: 900, children: [(12_345, 150)])] },
      kind("of a child of another document") { [Node(id: 900, children: [(3, 150)])] },
      kind("of children near the greatest ID") {
        [Node(id: .max, children: [(.max - 1, 128)])]
          + [Node(id: .max - 1, parent: .max, pages: Array(pages.prefix(128)))]
      },
      kind("of negative IDs", count: 128) {
        [Node(id: -5, children: [(-6, 128)])]
          + [Node(id: -6, parent: -5, pages: Array(pages.prefix(128)))]
      },
      CraftedKind(
        "a page in another leaf", sql: "UPDATE page SET leaf = leaf + 1 WHERE id IN (5, 150)"),
      CraftedKind("a page in no leaf", sql: "UPDATE page SET leaf = NULL WHERE id IN (5, 150)"),
      CraftedKind("a page in a leaf far away", sql: "UPDATE page SET leaf = -9 WHERE id = 5"),
      CraftedKind("nodes of another document", .mayLosePages) { craft in
        try craft.update("node", set: "document = 2", where: "document = 1")
      },
      CraftedKind("leaves that are none", .mayLosePages) { craft in
        try craft.update("node", set: "isLeaf = 1 - isLeaf", where: "document = 1")
      },
      CraftedKind("leaves by another number", .mayLosePages) { craft in
        try craft.update("node", set: "isLeaf = 77", where: "isLeaf = 1")
      },
    ]
  }

  @CraftedKindBuilder private static var sizes: [CraftedKind] {
    [
      kind("with a leaf of 10,000 pages", count: 10_000) {
        [Node(id: 900, pages: Array(1...10_000))]
      },
      kind("with 10,000 children", count: 150) {
        [Node(id: 900, children: (0..<10_000).map { (901, $0 == 0 ? 150 : 0) })]
          + [Node(id: 901, parent: 900, pages: pages)]
      },
      CraftedKind("an order of odd bytes", .mayLosePages) { craft in
        try craft.update("node", set: "entries = substr(entries, 1, 13)", where: "document = 1")
      },
      CraftedKind("an order of 320 MB", .alone, .mayLosePages) { craft in
        try craft.sql([
          "UPDATE node SET entries = zeroblob(320000000) WHERE id = (SELECT root FROM document WHERE id = 2)"
        ])
      },
    ]
  }
}
