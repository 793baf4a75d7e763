// SPDX-License-Identifier: Apache-2.0

/// An ordered sequence of entries, as a balanced tree with the sums of their weights.
///
/// It is a treap (Seidel and Aragon, "Randomized search trees", 1996): a search tree by order and a
/// heap by priority. The priority of an entry is a hash of its handle, so that the same steps
/// always give the same tree. A handle is the index of an entry in one array and stays the same for
/// the life of the entry.
///
/// Invariants: the parent of an entry has a higher priority; `sum` is the sum of the weights of an
/// entry and all entries below it; `free` lists the handles that are not in the tree.
struct MergedEntryTree: Hashable, Sendable {
  private(set) var root = MergedEntry.none
  private var entries: [MergedEntry] = []
  private var free: [Int] = []

  /// The entry of a handle.
  ///
  /// The weight and the tree links must not be changed through it.
  subscript(handle: Int) -> MergedEntry {
    get { entries[handle] }
    set { entries[handle] = newValue }
  }

  /// The largest handle plus one.
  var capacity: Int { entries.count }

  /// The number of entries.
  var count: Int { entries.count - free.count }

  /// The sum of all weights.
  var totalWeight: Int { sum(of: root) }

  func sum(of handle: Int) -> Int { handle == MergedEntry.none ? 0 : entries[handle].sum }

  /// Inserts an entry before another one, or at the end for `MergedEntry.none`.
  ///
  /// - Returns: The handle of the new entry.
  mutating func insert(_ entry: MergedEntry, before successor: Int) -> Int {
    let handle = store(entry)
    if successor != MergedEntry.none, entries[successor].left == MergedEntry.none {
      entries[successor].left = handle
      entries[handle].parent = successor
    } else {
      let top = successor == MergedEntry.none ? root : entries[successor].left
      let parent = rightmost(below: top)
      entries[handle].parent = parent
      if parent == MergedEntry.none { root = handle } else { entries[parent].right = handle }
    }
    addToSums(entry.weight, from: handle)
    while let parent = parent(of: handle), Self.priority(handle) > Self.priority(parent) {
      rotateUp(handle)
    }
    return handle
  }

  /// Removes an entry from the tree.
  ///
  /// Its handle may be reused.
  mutating func remove(_ handle: Int) {
    while let child = heavierChild(of: handle) { rotateUp(child) }
    addToSums(-entries[handle].weight, from: handle)
    let parent = entries[handle].parent
    replaceChild(handle, of: parent, by: MergedEntry.none)
    release(handle)
  }

  /// Updates an entry without moving it.
  mutating func update(_ handle: Int, _ change: (inout MergedEntry) -> Void) {
    let before = entries[handle].weight
    change(&entries[handle])
    let difference = entries[handle].weight - before
    if difference != 0 { addToSums(difference, from: handle) }
  }

  /// Rebuilds the tree with some of the entries in O(q).
  ///
  /// - Parameters:
  ///   - handles: The entries to keep, in order.
  ///   - gone: The entries to remove.
  mutating func rebuild(_ handles: [Int], without gone: [Int]) {
    for handle in gone { release(handle) }
    root = MergedEntry.none
    var last = MergedEntry.none
    for handle in handles {
      append(handle, after: last)
      last = handle
    }
    while last != MergedEntry.none {
      finishSum(of: last)
      last = entries[last].parent
    }
  }
}

// MARK: - Steps

extension MergedEntryTree {
  private static func priority(_ handle: Int) -> UInt64 {
    var mixed = UInt64(handle) &* 0x9E37_79B9_7F4A_7C15
    mixed = (mixed ^ (mixed >> 32)) &* 0xBF58_476D_1CE4_E5B9
    return mixed ^ (mixed >> 29)
  }

  private mutating func store(_ entry: MergedEntry) -> Int {
    guard let handle = free.popLast() else {
      entries.append(entry)
      return entries.count - 1
    }
    entries[handle] = entry
    return handle
  }

  private mutating func release(_ handle: Int) {
    entries[handle] = MergedEntry(gap: 0, isMark: false, page: Page(id: 0))
    free.append(handle)
  }

  private func parent(of handle: Int) -> Int? {
    let parent = entries[handle].parent
    return parent == MergedEntry.none ? nil : parent
  }

  private func rightmost(below top: Int) -> Int {
    var handle = top
    while handle != MergedEntry.none, entries[handle].right != MergedEntry.none {
      handle = entries[handle].right
    }
    return handle
  }

  private func heavierChild(of handle: Int) -> Int? {
    let (left, right) = (entries[handle].left, entries[handle].right)
    if left == MergedEntry.none { return right == MergedEntry.none ? nil : right }
    if right == MergedEntry.none { return left }
    return Self.priority(left) > Self.priority(right) ? left : right
  }

  private mutating func addToSums(_ weight: Int, from handle: Int) {
    var handle = handle
    while handle != MergedEntry.none {
      entries[handle].sum += weight
      handle = entries[handle].parent
    }
  }

  private mutating func replaceChild(_ child: Int, of parent: Int, by other: Int) {
    if parent == MergedEntry.none {
      root = other
    } else if entries[parent].left == child {
      entries[parent].left = other
    } else {
      entries[parent].right = other
    }
    if other != MergedEntry.none { entries[other].parent = parent }
  }

  private mutating func rotateUp(_ child: Int) {
    let parent = entries[child].parent
    replaceChild(parent, of: entries[parent].parent, by: child)
    let inner: Int
    if entries[parent].left == child {
      inner = entries[child].right
      entries[parent].left = inner
      entries[child].right = parent
    } else {
      inner = entries[child].left
      entries[parent].right = inner
      entries[child].left = parent
    }
    if inner != MergedEntry.none { entries[inner].parent = parent }
    entries[parent].parent = child
    finishSum(of: parent)
    finishSum(of: child)
  }

  private mutating func finishSum(of handle: Int) {
    entries[handle].sum =
      entries[handle].weight + sum(of: entries[handle].left) + sum(of: entries[handle].right)
  }

  /// Appends an entry at the end; the sums on the path to the root are updated later.
  private mutating func append(_ handle: Int, after last: Int) {
    var below = MergedEntry.none
    var above = last
    while above != MergedEntry.none, Self.priority(above) < Self.priority(handle) {
      finishSum(of: above)
      below = above
      above = entries[above].parent
    }
    entries[handle].left = below
    entries[handle].right = MergedEntry.none
    entries[handle].parent = above
    if below != MergedEntry.none { entries[below].parent = handle }
    if above == MergedEntry.none { root = handle } else { entries[above].right = handle }
  }
}
