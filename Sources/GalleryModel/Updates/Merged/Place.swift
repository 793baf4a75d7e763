// SPDX-License-Identifier: Apache-2.0

/// One place of the merged list at which something is pending.
///
/// It is either a present page that a request refers to (a mark), or a place to which a request
/// brings a page (a slot). The places of one page form a chain in the order of the requests: the
/// first one is the mark or the slot of its insertion, each later one the slot of a move. The page
/// is at the last place of its chain unless it is deleted there; the other places of the chain are
/// kept only for undoing.
struct Place: Hashable, Sendable {
  /// The handle that stands for no place.
  static let none = -1

  /// The number of present pages before the place, the index of the page itself for a mark.
  var gap: Int

  /// Whether the place is a mark: its page is present.
  var isMark: Bool

  /// The page.
  ///
  /// Only the slot of an insertion has its shape and its version.
  var page: Page

  /// The number of the request that made the slot, zero for a mark.
  var owner: UInt64 = 0

  /// The number of the request that deletes the page, at the last place of a chain.
  ///
  /// Zero without one.
  var deletion: UInt64 = 0

  // The links of the chain. Only the first place has the link to the last one.
  var head = Place.none
  var previous = Place.none
  var next = Place.none
  var last = Place.none

  // The links of the tree of places.
  var parent = Place.none
  var left = Place.none
  var right = Place.none

  /// The sum of the weights of the subtree.
  var sum = 0

  /// Whether the page is at this place in the logical order.
  var isAlive: Bool { next == Place.none && deletion == 0 }

  /// The place's contribution to the number of pages.
  var weight: Int { (isAlive ? 1 : 0) - (isMark ? 1 : 0) }
}
