// SPDX-License-Identifier: Apache-2.0

import GRDB
import GalleryPages

extension CatalogCopy {
  /// Copies the metadata of all pages from sound entries, and otherwise from the records.
  ///
  /// Records of changes that the old catalog has lost are newer than its entries.
  func copyMetadata(_ report: inout RepairReport) throws {
    let db = target.db
    let history = source.history.metadata
    let pages = Set(try db.integers("SELECT id FROM page").map { PageID(UInt64(bitPattern: $0)) })
    var (sound, damaged): (Set<PageID>, Set<PageID>) = ([], [])
    try source.old.map { TolerantReader(db: $0) }?.each("pageMetadata", PageMetadataRow.columns) {
      row in
      guard let entry = try? PageMetadataRow(row), pages.contains(entry.id) else {
        damaged.insert(PageID(UInt64(bitPattern: row.integer(0))))
        return
      }
      guard history[entry.id].map({ $0.change <= lastChange }) ?? true else { return }
      try PageMetadataRow.store(entry.text, of: entry.id, db)
      sound.insert(entry.id)
    }
    for page in pages.subtracting(sound).sorted(by: { $0.rawValue < $1.rawValue }) {
      let known = history[page]
      let text = known?.text ?? PageMetadata.emptyText
      if text != PageMetadata.emptyText { try PageMetadataRow.store(text, of: page, db) }
      let isLost = source.old != nil && (known?.change ?? 0) <= lastChange
      guard isLost, damaged.contains(page) || text != PageMetadata.emptyText else { continue }
      report.repairedMetadata.append(page)
    }
  }
}
