// SPDX-License-Identifier: Apache-2.0

import GalleryTestSupport
import Testing

@testable import GalleryModel

/// A million invalid batches: each is refused, and the queue stays unchanged.
struct InvalidBatchTests {
  private static let count = 4

  @Test(arguments: 0..<4)
  func invalidBatchLeavesTheQueueAlone(part: UInt64) {
    var generator = SeededGenerator(seed: 5_100_000_000 + part)
    let order = PlainOrder(count: Self.count)
    var queue = UpdateQueue()
    var accepted = 0
    var changed = 0
    for number in 0..<250_000 {
      if number % 500 == 0 { queue = Self.queue(order, using: &generator) }
      var expected = queue
      let acceptance = queue.accept(
        .batch(Self.invalidEdits(queue, order, using: &generator)), at: .zero, in: order)
      guard case .rejected = acceptance.outcome else {
        accepted += 1
        continue
      }
      expected.lastNumber += 1
      // A full comparison takes longer than everything else.
      let isSame = number % 16 > 0 ? expected.isNear(queue) : expected == queue
      if !isSame { changed += 1 }
    }
    #expect(accepted == 0)
    #expect(changed == 0)
  }

  /// A queue in which some requests wait, and some may run.
  private static func queue(
    _ order: PlainOrder, using generator: inout SeededGenerator
  ) -> UpdateQueue {
    var queue = UpdateQueue()
    var ended: [UpdateCompletion] = []
    for _ in 0..<Int.random(in: 0...4, using: &generator) {
      _ = queue.accept(.random(count, using: &generator), at: .zero, in: order)
      if generator.chance(0.2) { _ = queue.begin(at: .zero, in: order, ended: &ended) }
    }
    return queue
  }

  /// Edits of which the last one or an earlier one is invalid.
  private static func invalidEdits(
    _ queue: UpdateQueue, _ order: PlainOrder, using generator: inout SeededGenerator
  ) -> [PageEdit] {
    let far = [-1, .min, .max, 1000][Int(generator.next() % 4)]
    let unknown = PageID(UInt64.random(in: 9000...9010, using: &generator))
    let space: IndexSpace = generator.chance(0.5) ? .presented : .logical
    let page = Page(id: 8000)
    let wrong: PageEdit =
      switch generator.next() % 9 {
      case 0: .delete(.index(far, in: space))
      case 1: .delete(.id(unknown))
      case 2: .insert(page, at: far, in: space)
      case 3: .insert(Page(id: order.id(at: 1)), at: 0, in: space)
      case 4: .insert(Page(id: 8000, contentVersion: far < 0 ? far : .max), at: 0)
      case 5: .move(.index(far, in: space), to: 0)
      case 6: .move(.id(unknown), to: 0, in: space)
      case 7: .move(.id(order.id(at: 2)), to: far, in: space)
      default: .replace(.index(far, in: space), with: nil)
      }
    var edits: [PageEdit] = []
    for _ in 0..<Int.random(in: 0...2, using: &generator) {
      if case .edit(let edit) = UpdateRequest.random(count, using: &generator) {
        edits.append(edit)
      }
    }
    edits.insert(wrong, at: Int.random(in: 0...edits.count, using: &generator))
    return edits
  }
}

extension UpdateQueue {
  fileprivate func isNear(_ other: UpdateQueue) -> Bool {
    lastNumber == other.lastNumber && requests.count == other.requests.count
      && runningCount == other.runningCount && phase == other.phase
      && merged.tree.count == other.merged.tree.count && merged.tree.root == other.merged.tree.root
      && merged.tree.totalWeight == other.merged.tree.totalWeight
      && merged.heads.count == other.merged.heads.count
  }
}
