// SPDX-License-Identifier: Apache-2.0

/// The pages in order, 24 bytes each.
struct PageList: Hashable, Sendable {
  /// The identifiers in the order of the pages.
  var ids: [PageID]

  /// The shapes in the order of the pages.
  var shapes: PageShapes

  var contentVersions: PageVersions

  /// The indexes of all pages, ordered by identifier.
  ///
  /// It takes less memory than a hash table.
  var indexesByID: [UInt32]

  init(_ pages: some Collection<Page>) throws(GalleryError) {
    // Every step below is faster for an array than for a generic collection.
    let pages = Array(pages)
    guard pages.count <= UInt32.max else { throw .tooManyPages(count: pages.count) }
    for page in pages where !(0...Int(Int32.max)).contains(page.contentVersion) {
      throw .invalidContentVersion(found: page.contentVersion)
    }
    let ids = pages.map { $0.id }
    self.ids = ids
    shapes = PageShapes(pages.map { $0.size })
    contentVersions = PageVersions(pages.map { $0.contentVersion })
    indexesByID = Self.sortedIndexes(of: ids)
    for (first, second) in zip(indexesByID, indexesByID.dropFirst())
    where ids[Int(first)] == ids[Int(second)] {
      throw .duplicateID(ids[Int(first)])
    }
  }

  private static func sortedIndexes(of ids: [PageID]) -> [UInt32] {
    ids.map { $0.rawValue }.ascendingPlaces.map { UInt32($0) }
  }

  var count: Int { ids.count }

  /// Returns the position of a page among all pages ordered by identifier, or its insertion point.
  func placeByID(of id: PageID) -> Int {
    indexesByID.indices.partitioningIndex { ids[Int(indexesByID[$0])].rawValue >= id.rawValue }
  }

  /// Returns the index of a page, `nil` if there is none with that identifier.
  ///
  /// - Complexity: O(log n).
  func index(of id: PageID) -> Int? {
    let place = placeByID(of: id)
    guard place < indexesByID.count else { return nil }
    let index = Int(indexesByID[place])
    return ids[index] == id ? index : nil
  }

  func contentVersion(at index: Int) -> Int { contentVersions[index] }

  func page(at index: Int) -> Page {
    Page(
      id: ids[index],
      size: shapes[index].map(PageShape.init(checkedAspectRatio:)),
      contentVersion: contentVersion(at: index))
  }

  mutating func setSize(_ size: PageShape?, at index: Int) {
    shapes[index] = size?.aspectRatio
  }
}
