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

  /// Finds the trail of a page.
  ///
  /// - Returns: `nil` if it is unknown: an earlier version deleted a page of it, or one was purged, moved to
  ///   another document or damaged.
  init?(of page: PageRow, _ db: any CatalogTransaction) throws {
    pages = [page]
    while pages.count <= Self.maximumLength {
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
  func followers(_ db: any CatalogTransaction) throws -> [PageID] {
    var times: [PageID: Int64] = [:]
    for case let (previous?, time) in pages.map({ ($0.trash?.previous, $0.trash?.time ?? 0) }) {
      times[previous] = time
    }
    let deletions = try db.deletions(in: pages[0].document, after: pages[0].trash?.time ?? 0)
    return deletions.compactMap { page, entry in
      guard let previous = entry.previous, let time = times[previous], entry.time > time else {
        return nil
      }
      return page
    }
  }
}
