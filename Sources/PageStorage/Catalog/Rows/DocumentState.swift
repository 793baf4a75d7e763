// SPDX-License-Identifier: Apache-2.0

/// The part of a document's entry that edits of pages change.
struct DocumentState: Hashable {
  let id: DocumentID
  /// The root node of the order, zero while there is none.
  var root: Int64 = 0
  /// The number of pages.
  var count = 0
  var revision = 0
  /// The date of the last change, in milliseconds since 1970.
  var modified: Int64
  /// The date of the move to the trash, in milliseconds since 1970.
  var trashed: Int64?

  /// The trash date that marks a document being purged in batches.
  static let purged = Int64.min

  var isBeingPurged: Bool { trashed == Self.purged }

  init(id: DocumentID, modified: Int64) {
    self.id = id
    self.modified = modified
  }
}

// MARK: - Verification

extension DocumentState {
  /// An upper limit of the pages and changes of a document.
  static let limit = 1 << 40

  var checksum: Checksum {
    var sum = Checksum()
    for number in [id.rawValue, root, Int64(count), Int64(revision), modified] { sum.add(number) }
    sum.add(trashed == nil ? 0 as Int64 : 1)
    sum.add(trashed ?? 0)
    return sum
  }

  /// Whether the values are valid for a document, regardless of the checksum.
  var isPlausible: Bool {
    (0..<Self.limit).contains(count) && (0..<Self.limit).contains(revision)
      && id.rawValue > 0 && id.rawValue < DocumentRow.maximumID && root >= 0
  }
}
