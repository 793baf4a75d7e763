// SPDX-License-Identifier: Apache-2.0

@testable import GalleryModel

extension MergedList {
  /// The first violated invariant, `nil` if there is none.
  var violation: String? {
    var handles: [Int] = []
    var handle = tree.first
    while handle != Place.none {
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
    let place = tree[handle]
    if place.isMark, place.isAlive { return "idle mark" }
    if (place.previous == Place.none) != (heads[place.page.id] == handle) { return "wrong head" }
    if place.head != heads[place.page.id] { return "lost head" }
    if place.next == Place.none { return tree[place.head].last == handle ? nil : "wrong last" }
    let next = tree[place.next]
    if next.previous != handle || next.owner < place.owner { return "broken chain" }
    return nil
  }
}
