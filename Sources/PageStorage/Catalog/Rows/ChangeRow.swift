// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

/// The entry of a change in the log.
struct ChangeRow {
  /// The number of the change in the store.
  var number: Int64
  /// The document, zero for a change of none.
  var document: DocumentID
  /// The revision of the document's pages after the change; zero if it changed no pages.
  var revision: Int
  /// The changeset of the pages or the kind of change; `nil` if readers must read the document again.
  var parts: Data?

  var checksum: Checksum {
    var sum = Checksum()
    sum.add(number)
    sum.add(document.rawValue)
    sum.add(Int64(revision))
    sum.add(parts == nil ? 0 as Int64 : 1)
    parts?.withUnsafeBytes { sum.add($0) }
    return sum
  }
}

/// A change as read from the log.
struct LoggedChange {
  let row: ChangeRow
  /// Whether the entry has its checksum.
  let isSound: Bool
}
