// SPDX-License-Identifier: Apache-2.0

import GalleryTestSupport
import Testing

@testable import PageStorage

/// What nodes tell of an order some of whose nodes are lost.
@Suite struct SalvagedOrderTests {
  /// A root above two inner nodes, each with two leaves of two pages.
  private static let nodes: [OrderNode] = [
    inner(1, below: 0, [2, 3], 4), inner(2, below: 1, [4, 5], 2), inner(3, below: 1, [6, 7], 2),
    leaf(4, below: 2), leaf(5, below: 2), leaf(6, below: 3), leaf(7, below: 3),
  ]

  private static func inner(
    _ id: Int64, below parent: Int64, _ children: [Int64], _ count: Int
  ) -> OrderNode {
    OrderNode(
      id: id, parent: parent, entries: .children(children.map { .init(id: $0, pageCount: count) }))
  }

  /// The pages of a leaf are numbered after it.
  private static func leaf(_ id: Int64, below parent: Int64) -> OrderNode {
    OrderNode(id: id, parent: parent, entries: .pages([pages(of: id)[0], pages(of: id)[1]]))
  }

  private static func pages(of leaf: Int64) -> [UInt64] {
    [10 * UInt64(leaf), 10 * UInt64(leaf) + 1]
  }

  @Test func aWholeOrderIsReadFromItsRoot() {
    let order = SalvagedOrder(Self.nodes, root: 1, count: 8)
    #expect(order.isWhole && order.pages == [40, 41, 50, 51, 60, 61, 70, 71])
    #expect(order.leaves[51] == 5 && order.lostNodes.isEmpty)
    #expect(SalvagedOrder([], root: 0, count: 0).isWhole)
    #expect(!SalvagedOrder([], root: nil, count: 0).isWhole)
  }

  /// Nodes of an earlier order that nothing names are not a part of it.
  @Test func aWholeOrderIsAllThereIs() {
    let stray = OrderNode(id: 9, parent: 0, entries: .pages([90]))
    #expect(SalvagedOrder(Self.nodes + [stray], root: 1, count: 8).pages.count == 8)
    #expect(SalvagedOrder([stray], root: 0, count: 0).pages.isEmpty)
  }

  /// All 128 sets of nodes that may be left, with the root known or not.
  @Test(arguments: [1, 0, 99, nil] as [Int64?])
  func allPagesOfTheNodesThatAreLeftAreFound(root: Int64?) {
    for kept in 0..<1 << Self.nodes.count {
      let nodes = Self.nodes.enumerated().filter { kept >> $0.offset & 1 == 1 }.map(\.element)
      let order = SalvagedOrder(nodes, root: root, count: 8)
      let expected = nodes.filter(\.isLeaf).flatMap(\.pages)
      #expect(order.pages.sorted() == expected, "\(kept)")
      #expect(order.isWhole == (nodes.count == Self.nodes.count && root == 1), "\(kept)")
      for page in expected { #expect(Self.pages(of: order.leaves[page] ?? 1).contains(page)) }
    }
  }

  /// The pages of a part stay in its order, although its leaves have descending numbers.
  @Test func partsStayInOrder() {
    let nodes = [
      Self.leaf(2, below: 3), Self.leaf(1, below: 3), Self.inner(3, below: 4, [2, 1], 2),
    ]
    let order = SalvagedOrder(nodes.sorted { $0.id < $1.id }, root: 4, count: 4)
    #expect(order.pages == [20, 21, 10, 11] && !order.isWhole)
  }

  /// A document whose row names a node below the root.
  @Test(arguments: 2...7) func aRootThatIsAChildIsNone(root: Int64) {
    let order = SalvagedOrder(Self.nodes, root: root, count: 8)
    #expect(order.pages == [40, 41, 50, 51, 60, 61, 70, 71] && !order.isWhole)
  }

  @Test func nodesThatAreLostAreKnown() {
    #expect(SalvagedOrder(Array(Self.nodes.dropLast(2)), root: 1, count: 8).lostNodes == [6, 7])
  }

  /// Each single node is lost; pages name their leaf, and nodes the one above them.
  @Test(arguments: 1...7) func whatNamesALostNodeIsInItsPlace(lost: Int64) {
    let order = SalvagedOrder(
      Self.nodes.filter { $0.id != lost }, root: 1, count: 8,
      members: lost > 3 ? [lost: Self.pages(of: lost)] : [:])
    #expect(order.pages == [40, 41, 50, 51, 60, 61, 70, 71] && !order.isWhole)
    #expect(order.leaves.count == (lost > 3 ? 6 : 8))
  }

  @Test func damagedShapesAreNotWhole() {
    let cycle = [Self.inner(1, below: 2, [2], 1), Self.inner(2, below: 1, [1], 1)]
    #expect(SalvagedOrder(cycle, root: 1, count: 0).pages.isEmpty)
    #expect(!SalvagedOrder(cycle, root: 1, count: 0).isWhole)
    let twice = [Self.inner(1, below: 0, [4, 4], 2), Self.leaf(4, below: 1)]
    let order = SalvagedOrder(twice, root: 1, count: 4)
    #expect(order.pages == [40, 41] && !order.isWhole)
    let foreign = [Self.inner(1, below: 0, [4], 2), Self.leaf(4, below: 7)]
    #expect(!SalvagedOrder(foreign, root: 1, count: 2).isWhole)
    #expect(!SalvagedOrder([Self.leaf(4, below: 0)], root: 4, count: 3).isWhole)
  }
}
