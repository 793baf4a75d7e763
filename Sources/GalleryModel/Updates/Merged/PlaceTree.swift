// SPDX-License-Identifier: Apache-2.0

/// An ordered sequence of places, as a balanced tree with the sums of their weights.
///
/// It is a treap (Seidel and Aragon, "Randomized search trees", 1996): a search tree by order and a
/// heap by priority. The priority of a place is a hash of its handle, so that the same steps always
/// give the same tree. A handle is the index of a place in one array and stays the same for the
/// life of the place.
///
/// Invariants: the parent of a place has a higher priority; `sum` is the sum of the weights of a
/// place and all places below it; `free` lists the handles that are not in the tree.
struct PlaceTree: Hashable, Sendable {
  private(set) var root = Place.none
  private var places: [Place] = []
  private var free: [Int] = []

  /// The place of a handle.
  ///
  /// The weight and the tree links must not be changed through it.
  subscript(handle: Int) -> Place {
    get { places[handle] }
    set { places[handle] = newValue }
  }

  /// The largest handle plus one.
  var capacity: Int { places.count }

  /// The number of places.
  var count: Int { places.count - free.count }

  /// The sum of all weights.
  var totalWeight: Int { sum(of: root) }

  func sum(of handle: Int) -> Int { handle == Place.none ? 0 : places[handle].sum }

  /// Inserts a place before another one, or at the end for `Place.none`.
  ///
  /// - Returns: The handle of the new place.
  mutating func insert(_ place: Place, before successor: Int) -> Int {
    let handle = store(place)
    if successor != Place.none, places[successor].left == Place.none {
      places[successor].left = handle
      places[handle].parent = successor
    } else {
      let top = successor == Place.none ? root : places[successor].left
      let parent = rightmost(below: top)
      places[handle].parent = parent
      if parent == Place.none { root = handle } else { places[parent].right = handle }
    }
    addToSums(place.weight, from: handle)
    while let parent = parent(of: handle), Self.priority(handle) > Self.priority(parent) {
      rotateUp(handle)
    }
    return handle
  }

  /// Removes a place from the tree.
  ///
  /// Its handle may be reused.
  mutating func remove(_ handle: Int) {
    while let child = heavierChild(of: handle) { rotateUp(child) }
    addToSums(-places[handle].weight, from: handle)
    let parent = places[handle].parent
    replaceChild(handle, of: parent, by: Place.none)
    release(handle)
  }

  /// Updates a place without moving it.
  mutating func update(_ handle: Int, _ change: (inout Place) -> Void) {
    let before = places[handle].weight
    change(&places[handle])
    let difference = places[handle].weight - before
    if difference != 0 { addToSums(difference, from: handle) }
  }

  /// Rebuilds the tree with some of the places in O(q).
  ///
  /// - Parameters:
  ///   - handles: The places to keep, in order.
  ///   - gone: The places to remove.
  mutating func rebuild(_ handles: [Int], without gone: [Int]) {
    for handle in gone { release(handle) }
    root = Place.none
    var last = Place.none
    for handle in handles {
      append(handle, after: last)
      last = handle
    }
    while last != Place.none {
      finishSum(of: last)
      last = places[last].parent
    }
  }
}

// MARK: - Steps

extension PlaceTree {
  private static func priority(_ handle: Int) -> UInt64 {
    var mixed = UInt64(handle) &* 0x9E37_79B9_7F4A_7C15
    mixed = (mixed ^ (mixed >> 32)) &* 0xBF58_476D_1CE4_E5B9
    return mixed ^ (mixed >> 29)
  }

  private mutating func store(_ place: Place) -> Int {
    guard let handle = free.popLast() else {
      places.append(place)
      return places.count - 1
    }
    places[handle] = place
    return handle
  }

  private mutating func release(_ handle: Int) {
    places[handle] = Place(gap: 0, isMark: false, page: Page(id: 0))
    free.append(handle)
  }

  private func parent(of handle: Int) -> Int? {
    let parent = places[handle].parent
    return parent == Place.none ? nil : parent
  }

  private func rightmost(below top: Int) -> Int {
    var handle = top
    while handle != Place.none, places[handle].right != Place.none {
      handle = places[handle].right
    }
    return handle
  }

  private func heavierChild(of handle: Int) -> Int? {
    let (left, right) = (places[handle].left, places[handle].right)
    if left == Place.none { return right == Place.none ? nil : right }
    if right == Place.none { return left }
    return Self.priority(left) > Self.priority(right) ? left : right
  }

  private mutating func addToSums(_ weight: Int, from handle: Int) {
    var handle = handle
    while handle != Place.none {
      places[handle].sum += weight
      handle = places[handle].parent
    }
  }

  private mutating func replaceChild(_ child: Int, of parent: Int, by other: Int) {
    if parent == Place.none {
      root = other
    } else if places[parent].left == child {
      places[parent].left = other
    } else {
      places[parent].right = other
    }
    if other != Place.none { places[other].parent = parent }
  }

  private mutating func rotateUp(_ child: Int) {
    let parent = places[child].parent
    replaceChild(parent, of: places[parent].parent, by: child)
    let inner: Int
    if places[parent].left == child {
      inner = places[child].right
      places[parent].left = inner
      places[child].right = parent
    } else {
      inner = places[child].left
      places[parent].right = inner
      places[child].left = parent
    }
    if inner != Place.none { places[inner].parent = parent }
    places[parent].parent = child
    finishSum(of: parent)
    finishSum(of: child)
  }

  private mutating func finishSum(of handle: Int) {
    places[handle].sum =
      places[handle].weight + sum(of: places[handle].left) + sum(of: places[handle].right)
  }

  /// Appends a place at the end; the sums on the path to the root are updated later.
  private mutating func append(_ handle: Int, after last: Int) {
    var below = Place.none
    var above = last
    while above != Place.none, Self.priority(above) < Self.priority(handle) {
      finishSum(of: above)
      below = above
      above = places[above].parent
    }
    places[handle].left = below
    places[handle].right = Place.none
    places[handle].parent = above
    if below != Place.none { places[below].parent = handle }
    if above == Place.none { root = handle } else { places[above].right = handle }
  }
}
