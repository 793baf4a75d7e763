// SPDX-License-Identifier: Apache-2.0

import GalleryModel

/// A data source over an array, which may refuse changes.
struct ArraySource: GalleryDataSource {
  var pages: [Page]
  /// The results of the next changes, `nil` for success.
  var answers: [UpdateError?] = []

  var pageCount: Int { pages.count }

  func page(at index: Int) -> Page { pages[index] }

  mutating func apply(_ changeset: Changeset) throws(UpdateError) {
    if !answers.isEmpty, let error = answers.removeFirst() { throw error }
    var arriving = changeset.insertions.map { ($0.index, $0.page) }
    arriving += changeset.moves.map { ($0.destination, pages[$0.source]) }
    for replacement in changeset.replacements {
      let id = pages[replacement.index].id
      pages[replacement.index].size = replacement.size
      pages[replacement.index].contentVersion += 1
      // A page may move and have a new image.
      for place in arriving.indices where arriving[place].1.id == id {
        arriving[place].1 = pages[replacement.index]
      }
    }
    let leaving = Set(changeset.deletions + changeset.moves.map(\.source))
    var result = pages.indices.filter { !leaving.contains($0) }.map { pages[$0] }
    for (index, page) in arriving.sorted(by: { $0.0 < $1.0 }) { result.insert(page, at: index) }
    pages = result
  }
}
