// SPDX-License-Identifier: Apache-2.0

extension PlaceTree {
  /// The first place, `Place.none` without places.
  var first: Int {
    var handle = root
    while handle != Place.none, self[handle].left != Place.none { handle = self[handle].left }
    return handle
  }

  /// Returns the place after a place, `Place.none` for the last one.
  func successor(of handle: Int) -> Int {
    var handle = handle
    if self[handle].right != Place.none {
      handle = self[handle].right
      while self[handle].left != Place.none { handle = self[handle].left }
      return handle
    }
    while handle != Place.none {
      let parent = self[handle].parent
      if parent != Place.none, self[parent].left == handle { return parent }
      handle = parent
    }
    return Place.none
  }

  /// Returns the sum of the weights of all places before a place.
  func sum(before handle: Int) -> Int {
    var result = sum(of: self[handle].left)
    var handle = handle
    while true {
      let parent = self[handle].parent
      guard parent != Place.none else { return result }
      if self[parent].right == handle { result += self[parent].sum - sum(of: handle) }
      handle = parent
    }
  }

  /// Finds the first place that satisfies a condition that is monotone: once true, it is true for
  /// all later places.
  ///
  /// - Parameter condition: Takes a place and the sum of the weights before it.
  /// - Returns: The place, or `Place.none`, and the sum of all weights before it.
  func firstPlace(where condition: (Place, Int) -> Bool) -> (handle: Int, sumBefore: Int) {
    var found = (handle: Place.none, sumBefore: totalWeight)
    var handle = root
    var before = 0
    while handle != Place.none {
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

  /// Finds the first place that is not before the present page at an index.
  func firstPlace(notBefore index: Int) -> (handle: Int, sumBefore: Int) {
    firstPlace { place, _ in place.gap > index || place.gap == index && place.isMark }
  }
}
