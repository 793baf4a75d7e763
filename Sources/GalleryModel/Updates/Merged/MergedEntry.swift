// SPDX-License-Identifier: Apache-2.0

/// An entry of the merged list: a position at which something is pending.
///
/// It is either a present page that a request refers to (a mark), or the position to which a
/// request brings a page (a slot). The entries of one page form a chain in the order of the
/// requests: the first one is the mark or the slot of its insertion, each later one the slot of a
/// move. The page is at the last entry of its chain unless it is deleted there; the other entries
/// of the chain are kept only for undoing.
struct MergedEntry: Hashable, Sendable {
  /// The handle that stands for no entry.
  static let none = -1

  /// The number of present pages before the entry, the index of the page itself for a mark.
  var gap: Int

  /// Whether the entry is a mark: its page is present.
  var isMark: Bool

  /// The page.
  ///
  /// Only the slot of an insertion has its shape and its version.
  var page: Page

  /// The number of the request that made the slot, zero for a mark.
  var owner: UInt64 = 0

  /// The number of the request that deletes the page, at the last entry of a chain.
  ///
  /// Zero without one.
  var deletion: UInt64 = 0

  // The links of the chain. Only the first entry has the link to the last one.
  var head = MergedEntry.none
  var previous = MergedEntry.none
  var next = MergedEntry.none
  var last = MergedEntry.none

  // The links of the tree of entries.
  var parent = MergedEntry.none
  var left = MergedEntry.none
  var right = MergedEntry.none

  /// The sum of the weights of the subtree.
  var sum = 0

  /// Whether the page is at this entry in the logical order.
  var isAlive: Bool { next == MergedEntry.none && deletion == 0 }

  /// The entry's contribution to the number of pages.
  var weight: Int { (isAlive ? 1 : 0) - (isMark ? 1 : 0) }
}
