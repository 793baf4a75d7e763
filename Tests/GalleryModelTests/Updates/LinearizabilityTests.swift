// SPDX-License-Identifier: Apache-2.0

import GalleryTestSupport
import Testing

@testable import GalleryModel

/// Requests that all succeed are equivalent to edits of an array, one after the other.
struct LinearizabilityTests {
  @Test func finalOrderIsThatOfPlainEdits() {
    checkProperty(
      seed: 4_000_000_000, runs: 500,
      generate: { QueueProgram.random(calls: 40, using: &$0) },
      shrink: \.shrinks, check: { Self.difference(in: $0) })
  }

  private static func difference(in program: QueueProgram) -> String? {
    var queue = UpdateQueue(configuration: program.configuration)
    var order = PlainOrder(count: program.count)
    var plain = order.pages.map(\.id)
    for call in program.calls {
      if case .accept(.edit(let edit)) = call {
        let before = queue
        guard queue.accept(.edit(edit), at: .zero, in: order).outcome == nil else { continue }
        guard let pending = queue.requests.last?.edits.first else { continue }
        apply(pending.page, of: pending, to: &plain, before: before, after: queue, order)
      } else {
        step(&queue, &order)
      }
      let logical = (0..<queue.logicalCount(in: order)).map {
        queue.page(atLogical: $0, in: order)
      }
      if logical != plain { return "\(call): \(logical) is not \(plain)" }
    }
    while !queue.isEmpty { step(&queue, &order) }
    return order.pages.map(\.id) == plain ? nil : "\(order.ids) is not \(plain)"
  }

  /// Makes an edit with the logical indexes at the time of its acceptance.
  private static func apply(
    _ page: PageID, of edit: PendingEdit, to plain: inout [PageID],
    before: UpdateQueue, after: UpdateQueue, _ order: PlainOrder
  ) {
    if !edit.isInsertion, !edit.isReplacement,
      let source = before.logicalIndex(of: page, in: order)
    {
      plain.remove(at: source)
    }
    if !edit.isReplacement, let destination = after.logicalIndex(of: page, in: order) {
      plain.insert(page, at: destination)
    }
  }

  private static func step(_ queue: inout UpdateQueue, _ order: inout PlainOrder) {
    var ended: [UpdateCompletion] = []
    if let transaction = queue.begin(at: .zero, in: order, ended: &ended) {
      order.apply(transaction.changeset)
      queue.commit(at: .zero)
    } else {
      _ = queue.finish()
    }
  }
}
