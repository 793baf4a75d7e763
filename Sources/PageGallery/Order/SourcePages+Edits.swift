// SPDX-License-Identifier: Apache-2.0

import GalleryModel

extension SourcePages {
  /// Returns the edits that a session has to be asked for so that it makes a change of these pages.
  ///
  /// Places are told by the page that follows and stays, because that is what requests for the same
  /// gap keep.
  ///
  /// - Complexity: O(n + m log m) for n pages and m parts of the change.
  func edits(for changeset: Changeset) -> [PageEdit] {
    var edits: [PageEdit] = changeset.deletions.map { .delete(.id(pages[$0].id)) }
    edits += changeset.replacements.map { .replace(.id(pages[$0.index].id), with: $0.size) }
    var placed = changeset.insertions.map { (index: $0.index, edit: EditedPage.new($0.page)) }
    placed += changeset.moves.map { (index: $0.destination, edit: EditedPage.moved($0.source)) }
    placed.sort { $0.index < $1.index }
    let gaps = self.gaps(before: placed.map(\.index), in: changeset)
    for (gap, place) in zip(gaps, placed) {
      switch place.edit {
      case .new(let page): edits.append(.insert(page, at: gap))
      case .moved(let source):
        // Without the page itself, the pages behind it count one less.
        edits.append(.move(.id(pages[source].id), to: gap > source ? gap - 1 : gap))
      }
    }
    return edits
  }

  private enum EditedPage {
    case new(Page)
    case moved(Int)
  }

  /// Returns the gaps of these pages that places of the new order, ascending, lie in: each before the
  /// next page that stays where it is.
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
