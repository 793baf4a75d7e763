// SPDX-License-Identifier: Apache-2.0

extension MergedList {
  /// Undoes an edit.
  ///
  /// Edits may be undone in any order, but the insertion of a page only after all other edits of
  /// that page.
  mutating func undo(_ edit: PendingEdit) {
    switch edit {
    case .delete(let id):
      let head = self.head(of: id)
      tree.update(tree[head].last) { $0.deletion = 0 }
      removeIdleMark(head)
    case .insert(let id, _):
      tree.remove(head(of: id))
      heads.remove(id)
    case .move(_, let slot):
      unlink(slot)
    case .replace:
      break
    }
  }

  /// Removes a slot from its chain: the page returns to the previous entry, or, if it has moved on,
  /// its next move starts at the previous entry.
  private mutating func unlink(_ slot: Int) {
    let entry = tree[slot]
    tree.update(entry.previous) { previous in
      previous.next = entry.next
      previous.deletion = entry.deletion
    }
    if entry.next == MergedEntry.none {
      tree[entry.head].last = entry.previous
    } else {
      tree[entry.next].previous = entry.previous
    }
    tree.remove(slot)
    removeIdleMark(entry.head)
  }

  private mutating func removeIdleMark(_ head: Int) {
    guard tree[head].isMark, tree[head].isAlive else { return }
    heads.remove(tree[head].page.id)
    tree.remove(head)
  }
}
