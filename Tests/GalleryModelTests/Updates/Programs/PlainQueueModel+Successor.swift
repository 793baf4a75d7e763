// SPDX-License-Identifier: Apache-2.0

@testable import GalleryModel

extension PlainQueueModel {
  /// The page that replaces another one after all pending requests.
  func successor(of page: PageID) -> PageID? {
    guard isDying(page) else { return page }
    let home = presented.first { $0.page == page }?.place
    let place = home ?? lastPlace(of: page)
    let split = list.firstIndex { $0.place == place } ?? list.count
    let alive = logical.map(\.place)
    let staying = { (element: Element) in element.owner == 0 && !isDying(element.page) }
    if let next = list[split...].first(where: staying) ?? list[..<split].last(where: staying) {
      return next.page
    }
    let end = list.firstIndex { $0.place == lastPlace(of: page) } ?? list.count
    let waiting = { (element: Element) in alive.contains(element.place) }
    return (list[end...].first(where: waiting) ?? list[..<end].last(where: waiting))?.page
  }
}
