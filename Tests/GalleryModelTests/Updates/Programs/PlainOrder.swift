// SPDX-License-Identifier: Apache-2.0

@testable import GalleryModel

/// Pages in an array.
struct PlainOrder: PageOrder {
  var pages: [Page]

  init(_ pages: [Page]) {
    self.pages = pages
  }

  /// Creates pages with the identifiers 1 to `count`.
  init(count: Int) {
    pages = (0..<count).map { Page(id: PageID(UInt64($0) + 1)) }
  }

  var count: Int { pages.count }
  var ids: [UInt64] { pages.map(\.id.rawValue) }

  func id(at index: Int) -> PageID { pages[index].id }
  func index(of id: PageID) -> Int? { pages.firstIndex { $0.id == id } }

  /// Applies a change as a collection view would.
  mutating func apply(_ changeset: Changeset) {
    var old = pages.map(Optional.some)
    for replacement in changeset.replacements {
      old[replacement.index]?.size = replacement.size
      old[replacement.index]?.contentVersion += 1
    }
    var new = [Page?](repeating: nil, count: pages.count + changeset.countChange)
    for insertion in changeset.insertions { new[insertion.index] = insertion.page }
    for move in changeset.moves {
      new[move.destination] = old[move.source]
      old[move.source] = nil
    }
    for index in changeset.deletions { old[index] = nil }
    var staying = old.compactMap(\.self).makeIterator()
    pages = new.compactMap { $0 ?? staying.next() }
  }
}
