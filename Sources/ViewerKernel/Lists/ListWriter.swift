// SPDX-License-Identifier: Apache-2.0

import GallerySharing

// Lists as a script reads them.
extension NumberRegion {
  /// Writes the columns of pages: IDs, ratios, content versions.
  func append(columnsOf pages: [Page]) {
    for page in pages { append(page.id.number) }
    for page in pages { append(page.size.number) }
    for page in pages { append(Double(page.contentVersion)) }
  }

  /// Writes a change.
  ///
  /// - Parameters:
  ///   - changeset: The change.
  ///   - version: The version to write with it, 0 without one.
  ///   - page: Returns the ID of the page that is replaced at an index, `nil` if it is unknown.
  func append(_ changeset: Changeset, version: Int = 0, page: (Int) -> PageID? = { _ in nil }) {
    append(Double(version))
    append(1)
    append(Double(changeset.deletions.count))
    append(Double(changeset.insertions.count))
    append(Double(changeset.moves.count))
    append(Double(changeset.replacements.count))
    for index in changeset.deletions { append(Double(index)) }
    for insertion in changeset.insertions { append(insertion) }
    for move in changeset.moves {
      append(Double(move.source))
      append(Double(move.destination))
    }
    for replacement in changeset.replacements {
      append(Double(replacement.index))
      append(replacement.size.number)
      append(page(replacement.index).number)
    }
  }

  private func append(_ insertion: Changeset.Insertion) {
    append(Double(insertion.index))
    append(insertion.page.id.number)
    append(insertion.page.size.number)
    append(Double(insertion.page.contentVersion))
  }
}
