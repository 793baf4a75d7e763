// SPDX-License-Identifier: Apache-2.0

/// What does not change while a change of the pages is on its way.
///
/// All frames share one, so that none of them copies lists.
final class TransactionPlan: Sendable {
  let id: GalleryTransactionID

  /// What changes.
  let update: UpdateTransaction

  /// What the layouts have to know, at the start.
  let transition: LayoutTransition

  /// The indexes after the change of the pages with a new picture, ascending.
  private let replacedIndexes: [Int]

  /// - Parameters:
  ///   - id: The name of the change.
  ///   - update: What changes.
  ///   - count: The number of pages before the change.
  ///   - focus: The active page, `nil` without one.
  init(id: GalleryTransactionID, update: UpdateTransaction, count: Int, focus: Int?) {
    let map = update.changeset.indexMap(count: count)
    self.id = id
    self.update = update
    transition = LayoutTransition(map: map, focus: focus, stage: .collapse(0))
    replacedIndexes = update.changeset.replacements.map { map.newIndex(of: $0.index) }.sorted()
  }

  /// Whether the page with an index after the change has a new picture.
  func isReplaced(_ index: Int) -> Bool {
    let place = replacedIndexes.indices.partitioningIndex { replacedIndexes[$0] >= index }
    return place < replacedIndexes.count && replacedIndexes[place] == index
  }
}

extension TransactionPlan: Hashable {
  static func == (left: TransactionPlan, right: TransactionPlan) -> Bool {
    left === right
      || (left.id == right.id && left.update == right.update && left.transition == right.transition)
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(id)
    hasher.combine(update)
  }
}
