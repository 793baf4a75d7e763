// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

/// A named counter of the store.
enum CounterRow: String, CaseIterable {
  /// The next page identifier.
  case page
  /// The device of the catalog's file.
  case device
  /// The inode of the catalog's file: a copy of the store has another one.
  case inode
  /// The number of the last change, in an unchanged backup.
  case backup
  /// The number of the last change, in an unchanged copy of another store.
  case copy
  /// 1 until a new copy of another store has all of it.
  case unfinishedCopy
  /// The number of the last change of the other store of which a copy may have anything.
  case copiedChange
  /// Identifies a store on servers, see ``OriginalsMark``.
  case identity
  /// What becomes the ``identity`` once the mark is among the originals.
  case intendedIdentity
  /// Grows whenever something new is known of an original in the catalog, such as its damage.
  case originals

  func checksum(_ number: Int64) -> Checksum {
    var sum = Checksum()
    Array(rawValue.utf8).withUnsafeBytes { sum.add($0) }
    sum.add(number)
    return sum
  }
}
