// SPDX-License-Identifier: Apache-2.0

/// One place of the merged list at which something is pending.
///
/// It is either a page that is there now and that a request speaks of (a mark), or a place to which
/// a request brings a page (a slot). The places of one page form a chain in the order of the
/// requests: the first one is the mark or the slot of its insertion, each later one the slot of a
/// move. The page is at the last place of its chain unless it is deleted there; all other places of
/// the chain keep nothing but its way back.
struct Place: Hashable, Sendable {
  /// The handle of no place.
  static let none = -1

  /// The number of present pages before the place, the index of the page itself for a mark.
  var gap: Int

  /// Whether the page is there now.
  var isMark: Bool

  /// The page.
  ///
  /// Only the slot of an insertion knows its shape and its version.
  var page: Page

  /// The number of the request that made the slot, zero for a mark.
  var owner: UInt64 = 0

  /// The number of the request that deletes the page, at the last place of a chain.
  ///
  /// Zero for none.
  var deletion: UInt64 = 0

  // The chain. Only the first place knows the last one.
  var head = Place.none
  var previous = Place.none
  var next = Place.none
  var last = Place.none

  // The tree of places.
  var parent = Place.none
  var left = Place.none
  var right = Place.none

  /// The sum of the weights of the subtree.
  var sum = 0

  /// Whether the page is here when everything pending has happened.
  var isAlive: Bool { next == Place.none && deletion == 0 }

  /// The difference that the place makes to the number of pages.
  var weight: Int { (isAlive ? 1 : 0) - (isMark ? 1 : 0) }
}
