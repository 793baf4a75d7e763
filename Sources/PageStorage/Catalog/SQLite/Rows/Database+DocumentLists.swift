// SPDX-License-Identifier: Apache-2.0

import GRDB

extension Database {
  func readDocuments(
    in order: DocumentOrder, after start: DocumentCursor?, _ take: (DocumentCursor) throws -> Bool
  ) throws {
    try makeStatement(sql: order.query).each(binding: order.values(after: start)) { row in
      try take(
        DocumentCursor(
          order: order, document: row.integer(0), modified: row.integer(1)))
    }
  }

  func readDocuments(_ take: (Result<DocumentRow, any Error>) throws -> Void) throws {
    try each("SELECT \(DocumentRow.columns) FROM document ORDER BY id") { row in
      try take(Result { try DocumentRow(row) })
    }
  }

  func readDocuments(
    withMetadata key: String, after floor: DocumentID, _ take: (DocumentRow) throws -> Bool
  ) throws {
    let sql = """
      SELECT \(DocumentRow.columns) FROM document \
      WHERE trashed IS NULL AND id > ? AND instr(metadata, '"\(key)"') > 0 ORDER BY id DESC
      """
    try makeStatement(sql: sql).each(binding: [floor.rawValue]) { row in
      // Skip damaged entries of other documents.
      guard let document = try? DocumentRow(row) else { return true }
      return try take(document)
    }
  }
}

// MARK: - SQL

extension DocumentOrder {
  fileprivate var query: String {
    let condition =
      switch self {
      case .oldest: "id > ? ORDER BY id"
      case .newest: "id < ? ORDER BY id DESC"
      case .modified: "(modified, id) < (?, ?) ORDER BY modified DESC, id DESC"
      }
    return "SELECT id, modified FROM document WHERE " + condition
  }

  fileprivate func values(after start: DocumentCursor?) -> [Int64] {
    switch self {
    case .oldest: [start?.document ?? .min]
    case .newest: [start?.document ?? .max]
    case .modified: [start?.modified ?? .max, start?.document ?? .max]
    }
  }
}
