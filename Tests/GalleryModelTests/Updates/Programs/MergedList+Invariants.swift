// SPDX-License-Identifier: Apache-2.0

@testable import GalleryModel

extension MergedList {
  /// The first violated invariant, `nil` if there is none.
  var violation: String? {
    var handles: [Int] = []
    var handle = tree.first
    while handle != MergedEntry.none {
      handles.append(handle)
      handle = tree.successor(of: handle)
    }
    if handles.count != tree.count { return "the tree lists \(handles.count) of \(tree.count)" }
    var sum = 0
    for handle in handles {
      if tree.sum(before: handle) != sum { return "wrong sum before \(handle)" }
      sum += tree[handle].weight
      if let text = violation(at: handle) { return text }
    }
    for (first, second) in zip(handles, handles.dropFirst()) {
      let (first, second) = (tree[first], tree[second])
      if first.gap > second.gap || first.gap == second.gap && first.isMark {
        return "gaps do not ascend"
      }
    }
    return sum == tree.totalWeight ? nil : "wrong total"
  }

  private func violation(at handle: Int) -> String? {
    let entry = tree[handle]
    if entry.isMark, entry.isAlive { return "idle mark" }
    if (entry.previous == MergedEntry.none) != (heads[entry.page.id] == handle) {
      return "wrong head"
    }
    if entry.head != heads[entry.page.id] { return "lost head" }
    if entry.next == MergedEntry.none {
      return tree[entry.head].last == handle ? nil : "wrong last"
    }
    let next = tree[entry.next]
    if next.previous != handle || next.owner < entry.owner { return "broken chain" }
    return nil
  }
}
