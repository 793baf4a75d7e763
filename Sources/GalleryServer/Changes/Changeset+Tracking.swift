// SPDX-License-Identifier: Apache-2.0

import GalleryPages

extension Changeset {
  /// The number of pages that the change names.
  var entryCount: Int {
    deletions.count + insertions.count + moves.count + replacements.count
  }

  /// Returns the index of a page after the change, `nil` if the change deletes it.
  ///
  /// - Complexity: O(m log m) for m entries.
  func index(after index: Int) -> Int? {
    if deletions.contains(index) { return nil }
    if let move = moves.first(where: { $0.source == index }) { return move.destination }
    let precedingGaps = deletions.count { $0 < index } + moves.count { $0.source < index }
    var place = index - precedingGaps
    // The other pages keep their order, in the places that no page takes.
    for taken in (insertions.map(\.index) + moves.map(\.destination)).sorted() {
      guard taken <= place else { break }
      place += 1
    }
    return place
  }
}
