// SPDX-License-Identifier: Apache-2.0

extension MergedEntryTree {
  /// The first entry, `MergedEntry.none` without entries.
  var first: Int {
    var handle = root
    while handle != MergedEntry.none, self[handle].left != MergedEntry.none {
      handle = self[handle].left
    }
    return handle
  }

  /// Returns the entry after an entry, `MergedEntry.none` for the last one.
  func successor(of handle: Int) -> Int {
    var handle = handle
    if self[handle].right != MergedEntry.none {
      handle = self[handle].right
      while self[handle].left != MergedEntry.none { handle = self[handle].left }
      return handle
    }
    while handle != MergedEntry.none {
      let parent = self[handle].parent
      if parent != MergedEntry.none, self[parent].left == handle { return parent }
      handle = parent
    }
    return MergedEntry.none
  }

  /// Returns the sum of the weights of all entries before an entry.
  func sum(before handle: Int) -> Int {
    var result = sum(of: self[handle].left)
    var handle = handle
    while true {
      let parent = self[handle].parent
      guard parent != MergedEntry.none else { return result }
      if self[parent].right == handle { result += self[parent].sum - sum(of: handle) }
      handle = parent
    }
  }

  /// Finds the first entry that satisfies a condition that is monotone: once true, it is true for
  /// all later entries.
  ///
  /// - Parameter condition: Takes an entry and the sum of the weights before it.
  /// - Returns: The entry, or `MergedEntry.none`, and the sum of all weights before it.
  func firstEntry(where condition: (MergedEntry, Int) -> Bool) -> (handle: Int, sumBefore: Int) {
    var found = (handle: MergedEntry.none, sumBefore: totalWeight)
    var handle = root
    var before = 0
    while handle != MergedEntry.none {
      let own = before + sum(of: self[handle].left)
      if condition(self[handle], own) {
        found = (handle, own)
        handle = self[handle].left
      } else {
        before = own + self[handle].weight
        handle = self[handle].right
      }
    }
    return found
  }

  /// Finds the first entry that is not before the present page at an index.
  func firstEntry(notBefore index: Int) -> (handle: Int, sumBefore: Int) {
    firstEntry { entry, _ in entry.gap > index || entry.gap == index && entry.isMark }
  }
}
