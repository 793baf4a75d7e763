// SPDX-License-Identifier: Apache-2.0

/// The pages that are there now, merged with all that requests make of them.
///
///     pages now      A  B  C  D            delete D, insert X at the end, insert Y before D,
///     merged list    A  B† B' C Y D† X     move B to where it is not: B' is its slot, † is dead
///     logical order  A  B' C  Y X
///
/// The list holds only the places at which something is pending (see ``Place``); all other pages
/// are where they are in the order of pages, which every call is given and which the list never
/// copies. The alive places and those pages together are the logical order.
///
/// Invariants: the gaps of the places ascend; the slots of a gap come before the mark of the page
/// after it; a mark whose page nothing happens to is not kept; `heads` names the first place of
/// every page that has one; the owners of a chain ascend, and so the state after the first k
/// requests can be read off by passing over everything that later requests own.
struct MergedList: Hashable, Sendable {
  var tree = PlaceTree()
  var heads = PageTable()

  /// Something that an edit speaks of.
  struct Target {
    var page: PageID

    /// The first place of the page, `Place.none` if nothing is pending there.
    var head: Int

    /// The index of the page now, `nil` if it is not there yet.
    var index: Int?
  }

  /// Where a new place goes.
  struct Location {
    /// The place after it, `Place.none` for the end.
    var successor: Int
    var gap: Int
  }

  /// Returns the number of pages when everything pending has happened.
  func logicalCount(_ order: some PageOrder) -> Int { order.count + tree.totalWeight }

  /// Returns the page that an address names, dead or alive.
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
      guard handle != Place.none else { return target(at: location.gap, in: order) }
      return target(head: tree[handle].head)
    }
  }

  private func target(_ id: PageID, in order: some PageOrder) throws(UpdateError) -> Target {
    let head = heads[id]
    if head != Place.none { return target(head: head) }
    guard let index = order.index(of: id) else { throw .unknownPage(id) }
    return Target(page: id, head: Place.none, index: index)
  }

  private func target(at index: Int, in order: some PageOrder) -> Target {
    let id = order.id(at: index)
    return Target(page: id, head: heads[id], index: index)
  }

  private func target(head: Int) -> Target {
    let place = tree[head]
    return Target(page: place.page.id, head: head, index: place.isMark ? place.gap : nil)
  }

  /// Returns whether a page is going away.
  func isRemoved(_ target: Target) -> Bool {
    target.head != Place.none && tree[tree[target.head].last].deletion != 0
  }

  /// Returns whether a page stays where it is now.
  func isAtHome(_ target: Target) -> Bool {
    target.index != nil && (target.head == Place.none || tree[target.head].isAlive)
  }

  /// Returns where a page goes that is inserted right before the page at an index, or at the end.
  func location(presented gap: Int) -> Location {
    Location(successor: tree.firstPlace(notBefore: gap).handle, gap: gap)
  }

  /// Finds the page with a logical index.
  ///
  /// The number of alive pages up to a place ascends along the list. The first place where it passes
  /// the index is the page itself, or the page is one of those before it that have no place.
  ///
  /// - Parameter index: An index, or the count for the end.
  /// - Returns: The place of the page, `Place.none` if it has none, and where a page goes that is
  ///   inserted right before it. The gap is the index of a page without a place.
  func element(at index: Int) -> (handle: Int, location: Location) {
    let (handle, sum) = tree.firstPlace { place, sum in
      place.gap + sum + place.weight + (place.isMark ? 1 : 0) > index
    }
    if handle != Place.none, tree[handle].gap + sum <= index {
      return (handle, Location(successor: handle, gap: tree[handle].gap))
    }
    return (Place.none, Location(successor: handle, gap: index - sum))
  }

  /// Returns the logical index of a page that is not going away.
  func logicalIndex(of target: Target) -> Int {
    if target.head != Place.none {
      let handle = tree[target.head].last
      return tree[handle].gap + tree.sum(before: handle)
    }
    let index = target.index ?? 0
    return index + tree.firstPlace(notBefore: index).sumBefore
  }
}
