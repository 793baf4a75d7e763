// SPDX-License-Identifier: Apache-2.0

import GalleryModel

/// The pages of a document with those in the trash, in one list: an oracle of the places to which pages return.
struct FormerOrder {
  private var all: [PageID]
  private(set) var trash: Set<PageID> = []

  init(_ pages: [PageID] = []) { all = pages }

  /// The pages that are not in the trash.
  var present: [PageID] { all.filter { !trash.contains($0) } }

  /// The pages in the trash, in their order.
  var absent: [PageID] { all.filter(trash.contains) }

  /// Adds a page directly before the one that follows it, as a person sees it.
  mutating func insert(_ page: PageID, at index: Int) {
    insert([page], at: index)
  }

  private mutating func insert(_ pages: [PageID], at index: Int) {
    let present = present
    let next = index < present.count ? all.firstIndex(of: present[index]) : nil
    all.insert(contentsOf: pages, at: next ?? all.count)
  }

  /// Moves a page with the deleted ones behind it.
  mutating func move(_ page: PageID, to index: Int) {
    guard let place = all.firstIndex(of: page) else { return }
    let followers = all[(place + 1)...].prefix(while: trash.contains)
    let pages = [page] + followers
    all.removeSubrange(place..<place + pages.count)
    insert(pages, at: index)
  }

  mutating func delete(_ pages: some Sequence<PageID>) { trash.formUnion(pages) }

  /// Takes a page out of the trash, and returns its index.
  mutating func restore(_ page: PageID) -> Int {
    trash.remove(page)
    return present.firstIndex(of: page) ?? 0
  }

  /// Removes a page, or all that are in the trash.
  mutating func forget(_ pages: some Collection<PageID>) {
    let forgotten = Set(pages)
    trash.subtract(forgotten)
    all.removeAll { forgotten.contains($0) }
  }
}
