// SPDX-License-Identifier: Apache-2.0

/// The constant part of a running change of the pages.
///
/// All frames share one object, so that none of them copies lists.
final class TransactionPlan: Sendable {
  let id: GalleryTransactionID

  /// The change and its requests.
  let update: UpdateTransaction

  /// The input of the layouts at the start.
  let transition: LayoutTransition

  /// The indexes after the change of the pages with a new image, ascending.
  private let replacedIndexes: [Int]

  /// - Parameters:
  ///   - id: The identifier of the change.
  ///   - update: The change and its requests.
  ///   - count: The number of pages before the change.
  ///   - focus: The active page, `nil` without one.
  init(id: GalleryTransactionID, update: UpdateTransaction, count: Int, focus: Int?) {
    let map = update.changeset.indexMap(count: count)
    self.id = id
    self.update = update
    transition = LayoutTransition(map: map, focus: focus, stage: .collapse(0))
    replacedIndexes = update.changeset.replacements.map { map.newIndex(of: $0.index) }.ascending
  }

  /// Returns whether the page at an index after the change has a new image.
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
