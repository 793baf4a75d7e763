// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import GRDB
import GalleryPages

extension PageRow {
  static let columns =
    "id, document, blob, leaf, contentVersion, rotation, aspectRatio, trashed, trashedIndex, checksum, "
    + "created, trashedAfter"

  /// The number of columns in ``columns``.
  static let columnCount: Int32 = 12

  // A constant: creating a string takes about as long as a lookup.
  static let query = "SELECT \(columns) FROM page WHERE id = ?"

  /// Reads the columns of ``columns`` and verifies the checksum.
  init(_ row: FastRow) throws {
    self.init(unchecked: row)
    guard row.integer(9) == checksum, row.integer(5) == Int64(rotation.count), isPlausible else {
      throw PageStoreError.corrupted(.page(id))
    }
  }

  /// Reads the columns of ``columns`` without verification.
  init(unchecked row: FastRow) {
    self.init(
      id: PageID(UInt64(bitPattern: row.integer(0))), document: DocumentID(row.integer(1)),
      blob: row.integer(2), leaf: row.integer(3), contentVersion: Int(row.integer(4)),
      rotation: QuarterTurns(Int(truncatingIfNeeded: row.integer(5))),
      aspectRatio: row.isNull(6) ? nil : row.double(6),
      created: row.isNull(10) ? nil : row.integer(10))
    if !row.isNull(7) {
      trash = TrashEntry(time: row.integer(7), index: Int(row.integer(8)))
      if !row.isNull(11) { trash?.previous = PageID(UInt64(bitPattern: row.integer(11))) }
    }
  }

  /// Returns the row of a page with a statement prepared from ``query``.
  static func fetch(_ statement: Statement, _ id: PageID) throws -> PageRow? {
    try statement.first(binding: Int64(bitPattern: id.rawValue)) { try PageRow($0) }
  }

  fileprivate var arguments: StatementArguments {
    [
      Int64(bitPattern: id.rawValue), document.rawValue, blob, trash == nil ? leaf : nil,
      contentVersion, rotation.count, aspectRatio, trash?.time, trash?.index, checksum,
      created, trash?.previous.map { Int64(bitPattern: $0.rawValue) },
    ]
  }
}

// MARK: - Rows

extension Database {
  func page(_ id: PageID) throws -> PageRow? {
    try PageRow.fetch(cachedStatement(sql: PageRow.query), id)
  }

  func pages(_ ids: [UInt64], orThrow damage: PageStoreError) throws -> [PageRow] {
    let statement = try cachedStatement(sql: PageRow.query)
    return try ids.map { id in
      guard let row = try PageRow.fetch(statement, PageID(id)) else { throw damage }
      return row
    }
  }

  func preparePages(_ ids: [PageID]) {}

  func preparePlaces(of pages: [PageID]) {}

  func lastPageNumber() throws -> Int64 { try integer("SELECT MAX(id) FROM page") ?? 0 }

  func insert(_ page: PageRow) throws {
    try cachedStatement(
      sql: "INSERT INTO page (\(PageRow.columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
    ).execute(arguments: page.arguments)
  }

  func update(_ page: PageRow) throws {
    try cachedStatement(
      sql: "REPLACE INTO page (\(PageRow.columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
    ).execute(arguments: page.arguments)
  }

  func setLeaves(_ leaves: [(page: UInt64, leaf: Int64)]) throws {
    let place = try cachedStatement(sql: "UPDATE page SET leaf = ? WHERE id = ?")
    for (page, leaf) in leaves { try place.execute(arguments: [leaf, Int64(bitPattern: page)]) }
  }

  func removePage(_ id: PageID) throws {
    try cachedStatement(sql: "DELETE FROM page WHERE id = ?")
      .execute(arguments: [Int64(bitPattern: id.rawValue)])
  }
}
