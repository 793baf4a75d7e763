// SPDX-License-Identifier: Apache-2.0

import GRDB
import GalleryPages

extension Database {
  func pages(where query: PageQuery) throws -> [PageID] {
    var pages: [PageID] = []
    let (sql, values) = query.statement
    try cachedStatement(sql: sql).each(binding: values) { row in
      pages.append(PageID(UInt64(bitPattern: row.integer(0))))
      return true
    }
    return pages
  }

  func trash(
    of document: DocumentID, after cursor: TrashCursor?, limit: Int
  ) throws -> [TrashCursor] {
    let start = cursor ?? .beginning
    var pages: [TrashCursor] = []
    try each(
      """
      SELECT trashed, id FROM page WHERE document = ?1 AND (trashed, id) < (?2, ?3) \
      ORDER BY trashed DESC, id DESC LIMIT ?4
      """, [document.rawValue, start.time, Int64(bitPattern: start.page.rawValue), Int64(limit)]
    ) { row in
      let page = PageID(UInt64(bitPattern: row.integer(1)))
      pages.append(TrashCursor(time: row.integer(0), page: page))
    }
    return pages
  }

  func firstPages(ofOriginal id: Int64) throws -> [(document: DocumentID, page: PageID)] {
    let sql = "SELECT document, MIN(id) FROM page WHERE blob = ? GROUP BY document ORDER BY 2"
    var pages: [(document: DocumentID, page: PageID)] = []
    try each(sql, [id]) { row in
      pages.append((DocumentID(row.integer(0)), PageID(UInt64(bitPattern: row.integer(1)))))
    }
    return pages
  }

  func ownerWithoutRow(after document: DocumentID?) throws -> DocumentID? {
    if document == DocumentID(.max) { return nil }
    return try integer(
      """
      SELECT MIN(document) FROM page WHERE document >= ? \
      AND NOT EXISTS (SELECT 1 FROM document WHERE document.id = page.document)
      """, [document.map { $0.rawValue + 1 } ?? .min]
    ).map { DocumentID($0) }
  }

  func lastDeletion(in document: DocumentID) throws -> Int64? {
    try integer("SELECT MAX(trashed) FROM page WHERE document = ?", [document.rawValue])
  }

  func deletions(
    in document: DocumentID, after time: Int64
  ) throws -> [(page: PageID, entry: PageRow.TrashEntry)] {
    var deletions: [(page: PageID, entry: PageRow.TrashEntry)] = []
    try each(
      "SELECT id, trashed, trashedIndex, trashedAfter FROM page WHERE document = ? AND trashed > ?",
      [document.rawValue, time]
    ) { row in
      let previous = row.isNull(3) ? nil : PageID(UInt64(bitPattern: row.integer(3)))
      let entry = PageRow.TrashEntry(
        time: row.integer(1), index: Int(row.integer(2)), previous: previous)
      deletions.append((PageID(UInt64(bitPattern: row.integer(0))), entry))
    }
    return deletions
  }
}

// MARK: - SQL

extension PageQuery {
  fileprivate var statement: (sql: String, values: [Int64]) {
    switch self {
    case .document(let document):
      ("SELECT id FROM page WHERE document = ?", [document.rawValue])
    case .trash(let document):
      (
        """
        SELECT id FROM page WHERE document = ? AND trashed IS NOT NULL \
        ORDER BY trashed DESC, id DESC
        """, [document.rawValue]
      )
    case .original(let id): ("SELECT id FROM page WHERE blob = ? ORDER BY id", [id])
    case .originalInDocument(let id, let document):
      (
        "SELECT id FROM page WHERE blob = ? AND document = ? ORDER BY id",
        [id, document.rawValue]
      )
    case .visibleWithOriginal(let id, let limit): (Self.visible, [id, Int64(limit)])
    case .removable(let time, let onlyWithOriginals, let limit):
      (
        "\(onlyWithOriginals ? Self.removableWithOriginals : Self.removable) LIMIT ?4",
        [time, time == .max ? 1 : 0, DocumentState.purged, Int64(limit)]
      )
    }
  }

  private static let visible = """
    SELECT page.id FROM page JOIN document ON document.id = page.document \
    WHERE blob = ? AND page.trashed IS NULL AND document.trashed IS NULL \
    ORDER BY page.id LIMIT ?
    """

  private static let removable = """
    SELECT id FROM page WHERE trashed <= ?1 AND (trashed < ?1 OR ?2) \
    UNION SELECT page.id FROM page JOIN document ON document.id = page.document \
    WHERE document.trashed = ?3
    """

  private static let removableWithOriginals = """
    SELECT id FROM page WHERE id IN (\(removable)) AND NOT EXISTS (\
    SELECT 1 FROM page other JOIN document ON document.id = other.document \
    WHERE other.blob = page.blob AND document.trashed IS NOT ?3 \
    AND (other.trashed IS NULL OR other.trashed > ?1 OR other.trashed = ?1 AND NOT ?2))
    """
}
