// SPDX-License-Identifier: Apache-2.0

/// The present pages, merged with the results of all pending requests.
///
///     pages now      A  B  C  D            delete D, insert X at the end, insert Y before D,
///     merged list    A  B† B' C Y D† X     move B to where it is not: B' is its slot, † is dead
///     logical order  A  B' C  Y X
///
/// The list holds an entry only where something is pending (see ``MergedEntry``); all other pages
/// are in the order of pages, which is passed to every call and never copied. The alive entries and
/// those pages together are the logical order.
///
/// Invariants: the gaps of the entries ascend; the slots of a gap come before the mark of the page
/// after it; a mark without a pending edit is removed; `heads` has the first entry of every page
/// that has one; the owners of a chain ascend, so the state after the first k requests is found by
/// skipping everything that later requests own.
struct MergedList: Hashable, Sendable {
  var tree = MergedEntryTree()
  var heads = PageTable()

  /// The page of an edit.
  struct Target {
    var page: PageID

    /// The first entry of the page, `MergedEntry.none` if nothing is pending there.
    var head: Int

    /// The index of the page now, `nil` if it is not present yet.
    var index: Int?
  }

  /// The location of a new entry.
  struct Location {
    /// The entry after it, `MergedEntry.none` for the end.
    var successor: Int
    var gap: Int
  }

  /// Returns the number of pages in the logical order.
  func logicalCount(_ order: some PageOrder) -> Int { order.count + tree.totalWeight }

  /// Returns the page of an address, dead or alive.
  func target(
    _ address: PageAddress, in order: some PageOrder
  ) throws(UpdateError) -> Target {
    switch address {
    case .id(let id):
      return try target(id, in: order)
    case .index(let index, in: .presented):
      guard (0..<order.count).contains(index) else {
        throw .indexOutOfRange(index, count: order.count)
      }
      return target(at: index, in: order)
    case .index(let index, in: .logical):
      let count = logicalCount(order)
      guard (0..<count).contains(index) else { throw .indexOutOfRange(index, count: count) }
      let (handle, location) = element(at: index)
      guard handle != MergedEntry.none else { return target(at: location.gap, in: order) }
      return target(head: tree[handle].head)
    }
  }

  /// Returns the handle of the first entry of a page, `MergedEntry.none` if it has none.
  func head(of id: PageID) -> Int { heads[id] ?? MergedEntry.none }

  private func target(_ id: PageID, in order: some PageOrder) throws(UpdateError) -> Target {
    let head = self.head(of: id)
    if head != MergedEntry.none { return target(head: head) }
    guard let index = order.index(of: id) else { throw .unknownPage(id) }
    return Target(page: id, head: MergedEntry.none, index: index)
  }

  private func target(at index: Int, in order: some PageOrder) -> Target {
    let id = order.id(at: index)
    return Target(page: id, head: head(of: id), index: index)
  }

  private func target(head: Int) -> Target {
    let entry = tree[head]
    return Target(page: entry.page.id, head: head, index: entry.isMark ? entry.gap : nil)
  }

  /// Returns whether a page is being deleted.
  func isRemoved(_ target: Target) -> Bool {
    target.head != MergedEntry.none && tree[tree[target.head].last].deletion != 0
  }

  /// Returns whether a page keeps its present position.
  func isAtHome(_ target: Target) -> Bool {
    target.index != nil && (target.head == MergedEntry.none || tree[target.head].isAlive)
  }

  /// Returns the location of a page that is inserted right before the page at an index, or at the
  /// end.
  func location(presented gap: Int) -> Location {
    Location(successor: tree.firstEntry(notBefore: gap).handle, gap: gap)
  }

  /// Finds the page with a logical index.
  ///
  /// The number of alive pages up to an entry ascends along the list. The first entry where it
  /// exceeds the index is the page itself, or the page is one of those before it that have no
  /// entry.
  ///
  /// - Parameter index: An index, or the count for the end.
  /// - Returns: The entry of the page, `MergedEntry.none` if it has none, and the location of a
  ///   page inserted right before it. For a page without an entry, the gap is its index.
  func element(at index: Int) -> (handle: Int, location: Location) {
    let (handle, sum) = tree.firstEntry { entry, sum in
      entry.gap + sum + entry.weight + (entry.isMark ? 1 : 0) > index
    }
    if handle != MergedEntry.none, tree[handle].gap + sum <= index {
      return (handle, Location(successor: handle, gap: tree[handle].gap))
    }
    return (MergedEntry.none, Location(successor: handle, gap: index - sum))
  }

  /// Returns the logical index of a page that is not being deleted.
  func logicalIndex(of target: Target) -> Int {
    if target.head != MergedEntry.none {
      let handle = tree[target.head].last
      return tree[handle].gap + tree.sum(before: handle)
    }
    let index = target.index ?? 0
    return index + tree.firstEntry(notBefore: index).sumBefore
  }
}
