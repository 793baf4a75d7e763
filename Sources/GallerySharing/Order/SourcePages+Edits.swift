// SPDX-License-Identifier: Apache-2.0

package import GalleryModel

extension SourcePages {
  /// Returns the edits with which a session makes a change of these pages.
  ///
  /// Positions are given by the next page that stays, because requests keep that gap.
  ///
  /// - Complexity: O(n + m log m) for n pages and m parts of the change.
  package func edits(for changeset: Changeset) -> [PageEdit] {
    var edits: [PageEdit] = changeset.deletions.map { .delete(.id(pages[$0].id)) }
    edits += changeset.replacements.map { .replace(.id(pages[$0.index].id), with: $0.size) }
    var placed = changeset.insertions.map { (index: $0.index, edit: EditedPage.new($0.page)) }
    placed += changeset.moves.map { (index: $0.destination, edit: EditedPage.moved($0.source)) }
    placed = placed.ascending { $0.index.ascendingKey }
    let gaps = self.gaps(before: placed.map { $0.index }, in: changeset)
    for (gap, place) in zip(gaps, placed) {
      switch place.edit {
      case .new(let page): edits.append(.insert(page, at: gap))
      case .moved(let source):
        // Without the page itself, the indexes of the pages after it decrease by 1.
        edits.append(.move(.id(pages[source].id), to: gap > source ? gap - 1 : gap))
      }
    }
    return edits
  }

  private enum EditedPage {
    case new(Page)
    case moved(Int)
  }

  /// Returns the gaps of these pages that correspond to ascending places in the new order: each
  /// before the next page that does not move.
  private func gaps(before places: [Int], in changeset: Changeset) -> [Int] {
    var isTaken = Array(repeating: false, count: pages.count)
    for index in changeset.deletions { isTaken[index] = true }
    for move in changeset.moves { isTaken[move.source] = true }
    let staying = pages.indices.filter { !isTaken[$0] }
    return places.enumerated().map { number, place in
      let follower = place - number
      return follower < staying.count ? staying[follower] : pages.count
    }
  }
}
