// SPDX-License-Identifier: Apache-2.0

import GalleryPages

/// A page in the trash and the deleted pages that preceded it, back to a page of the document.
///
/// A deleted page remembers the page before it. If all deletions of a document were undone, the last one
/// first, each page would return behind that page, in the order before the deletions. The place of one page
/// in that order follows from its trail alone, whichever pages return before it.
struct TrashTrail {
  /// The trail, from the page back; each page was deleted before or with the next one.
  private(set) var pages: [PageRow]

  /// The page of the document before them, `nil` for the start.
  private(set) var anchor: PageRow?

  /// More than people delete in a row; a longer trail is not followed.
  private static let maximumLength = 10_000

  /// The number of pages after which the others of a trail are asked for together.
  private static let usualLength = 4

  /// Finds the trail of a page.
  ///
  /// - Returns: `nil` if it is unknown: an earlier version deleted a page of it, or one was purged, moved to
  ///   another document or damaged.
  init?(of page: PageRow, _ db: any CatalogTransaction) throws {
    pages = [page]
    while pages.count <= Self.maximumLength {
      if pages.count == Self.usualLength { try prepare(db) }
      guard let previous = pages[pages.count - 1].trash?.previous else { return nil }
      guard previous != PageRow.TrashEntry.start else { return }
      guard let row = try Self.sound(previous, db), row.document == page.document else {
        return nil
      }
      guard row.trash != nil else {
        anchor = row
        return
      }
      pages.append(row)
    }
    return nil
  }

  /// Lets an engine on another machine load the rest of the trail.
  ///
  /// A page that was before another one was deleted later or with it.
  private func prepare(_ db: any CatalogTransaction) throws {
    let last = pages[pages.count - 1]
    guard let start = last.trash else { return }
    let deletions = try db.deletions(in: last.document, after: start.time - 1)
    let entries = Dictionary(deletions.map { ($0.page, $0.entry) }, uniquingKeysWith: { $1 })
    var (rest, next) = ([PageID](), start.previous)
    while let page = next, page != PageRow.TrashEntry.start, rest.count <= Self.maximumLength {
      rest.append(page)
      next = entries[page]?.previous
    }
    try db.preparePages(rest)
  }

  private static func sound(_ page: PageID, _ db: any CatalogTransaction) throws -> PageRow? {
    do {
      return try db.page(page)
    } catch PageStoreError.corrupted {
      return nil
    }
  }

  /// Returns the pages that follow the first one of the trail although they do not refer to it.
  ///
  /// Of the pages behind one page, those that were deleted later are further behind.
  ///
  /// - Parameter deletions: The pages of the document that were deleted after the first one, perhaps with others.
  /// - Returns: The pages in ascending order.
  func followers(among deletions: [PageID: PageRow.TrashEntry]) -> [PageID] {
    var times: [PageID: Int64] = [:]
    for case let (previous?, time) in pages.map({ ($0.trash?.previous, $0.trash?.time ?? 0) }) {
      times[previous] = time
    }
    let first = pages[0].trash?.time ?? 0
    let found = deletions.compactMap { page, entry -> PageID? in
      guard entry.time > first, let previous = entry.previous, let time = times[previous],
        entry.time > time
      else { return nil }
      return page
    }
    return found.sorted { $0.rawValue < $1.rawValue }
  }
}
