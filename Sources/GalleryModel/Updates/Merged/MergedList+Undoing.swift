// SPDX-License-Identifier: Apache-2.0

extension MergedList {
  /// Undoes an edit.
  ///
  /// Edits may be undone in any order, but the insertion of a page only after all other edits of
  /// that page.
  mutating func undo(_ edit: PendingEdit) {
    switch edit {
    case .delete(let id):
      let head = heads[id]
      tree.update(tree[head].last) { $0.deletion = 0 }
      removeIdleMark(head)
    case .insert(let id, _):
      tree.remove(heads[id])
      heads.remove(id)
    case .move(_, let slot):
      unlink(slot)
    case .replace:
      break
    }
  }

  /// Removes a slot from its chain: the page returns to the previous place, or, if it has moved on,
  /// its next move starts at the previous place.
  private mutating func unlink(_ slot: Int) {
    let place = tree[slot]
    tree.update(place.previous) { previous in
      previous.next = place.next
      previous.deletion = place.deletion
    }
    if place.next == Place.none {
      tree[place.head].last = place.previous
    } else {
      tree[place.next].previous = place.previous
    }
    tree.remove(slot)
    removeIdleMark(place.head)
  }

  private mutating func removeIdleMark(_ head: Int) {
    guard tree[head].isMark, tree[head].isAlive else { return }
    heads.remove(tree[head].page.id)
    tree.remove(head)
  }
}
