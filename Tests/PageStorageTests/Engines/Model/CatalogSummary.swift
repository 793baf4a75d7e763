// SPDX-License-Identifier: Apache-2.0

import GalleryPages

@testable import PageStorage

/// All that readers can see of a catalog but dates, as text.
enum CatalogSummary {
  static func lines(of db: any CatalogTransaction) throws -> [String] {
    var lines: [String] = []
    for order in [DocumentOrder.oldest, .newest] {
      for isTrashed in [false, true] {
        let list = try DocumentQuery(
          order: order, after: nil, limit: 1_000, matching: "", isTrashed: isTrashed
        ).run(db)
        lines += list.entries.map { entry in
          let document = entry.document
          return "\(document.id) \(document.title) \(document.revision) \(document.pageCount) "
            + "\(document.metadata) \(isTrashed) \(entry.cover.map(text) ?? "-")"
        }
        for entry in list.entries where !isTrashed && order == .oldest {
          lines += try pages(of: entry.document.id, db)
        }
      }
    }
    return lines + (try rest(db))
  }

  private static func pages(of id: DocumentID, _ db: any CatalogTransaction) throws -> [String] {
    let state = try db.presentState(of: id)
    var order = PageOrder(db, id, root: state.root, count: state.count)
    let ids = try order.pages(in: 0..<state.count)
    var lines = try order.storedPages(in: 0..<state.count).map(text)
    for row in try db.pages(ids, orThrow: order.damage) {
      lines.append(
        "\(row.id) in \(row.leaf) at \(try order.index(of: row.id.rawValue, leaf: row.leaf))")
    }
    lines += try db.listedPages(ids, orThrow: order.damage).map { "\($0)" }
    for page in try db.pages(where: .trash(of: id)) {
      let entry = try db.page(page)?.trash
      lines.append("trash \(page) \(entry?.index ?? -1) \(entry?.previous.map { "\($0)" } ?? "-")")
    }
    // In two parts; the times are those of the engines' clocks.
    let part = try db.trash(of: id, after: nil, limit: 2)
    let rest = try part.last.map { try db.trash(of: id, after: $0, limit: 1_000) } ?? []
    lines.append("trash \((part + rest).map(\.page))")
    for change in try ChangeLog.changes(of: id, after: max(0, state.revision - 3), in: db) {
      lines.append("\(change.revision) \(change.changeset.debugText)")
    }
    return lines
  }

  private static func text(_ page: StoredPage) -> String {
    "\(page.id) \(page.document) \(page.digest) \(page.rotation) \(page.contentVersion)"
  }

  private static func rest(_ db: any CatalogTransaction) throws -> [String] {
    let (changes, version) = try ChangeLog.storeChanges(after: 0, in: db)
    var lines = changes.map { "\($0)" } + ["version \(version)"]
    lines.append("documents \(try db.lastDocumentNumber()), pages \(try db.lastPageNumber())")
    let last = try db.lastOriginalNumber()
    for id in 1..<last + 1 {
      let pages = try db.pages(where: .original(id))
      let first = try db.firstPages(ofOriginal: id).map { "\($0.document):\($0.page)" }
      let visible = try db.pages(where: .visibleWithOriginal(id, limit: 5))
      lines.append("original \(id) \(pages) \(first) \(visible)")
    }
    return lines
  }
}

extension Changeset? {
  /// The changeset without dates.
  var debugText: String { map { "\($0)" } ?? "unknown" }
}
