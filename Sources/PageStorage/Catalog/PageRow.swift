// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import GRDB
import GalleryPages

/// The entry of a page in the catalog.
struct PageRow: Equatable {
  var id: PageID
  var document: DocumentID
  var blob: Int64
  /// The leaf that contains the page, zero in the trash.
  ///
  /// It is not part of the checksum: the order writes it without reading the other columns.
  var leaf: Int64 = 0
  var contentVersion: Int = 0
  var rotation: QuarterTurns = .none
  var aspectRatio: Double?
  /// The date at which the page was added, in milliseconds since 1970; `nil` if it is unknown.
  var created: Int64?
  var trash: TrashEntry?

  /// The date of a deletion in milliseconds since 1970, and the former place.
  struct TrashEntry: Equatable {
    var time: Int64
    var index: Int
    /// The page before it, see ``TrashTrail``; ``start`` for none, `nil` if it is unknown.
    var previous: PageID?

    /// Stands for the start of a document in place of a page.
    static let start = PageID(0)
  }

  var checksum: Int64 {
    var sum = Checksum()
    sum.add(id.rawValue)
    sum.add(document.rawValue)
    sum.add(blob)
    sum.add(Int64(contentVersion))
    sum.add(Int64(rotation.count))
    sum.add(aspectRatio?.bitPattern ?? .max)
    sum.add(trash?.time ?? -1)
    sum.add(Int64(trash?.index ?? -1))
    // Entries of earlier versions have neither, and keep their checksum.
    if let created { sum.add(Column.created.rawValue, created) }
    if let previous = trash?.previous {
      sum.add(Column.trashedAfter.rawValue, Int64(bitPattern: previous.rawValue))
    }
    return sum.stored
  }

  /// The columns of version 5, as words of the checksum.
  private enum Column: Int64 { case created = 1, trashedAfter }
}

extension Checksum {
  fileprivate mutating func add(_ column: Int64, _ value: Int64) {
    add(column)
    add(value)
  }
}

// MARK: - Reading

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

  /// Whether the values are valid for a page, regardless of the checksum.
  private var isPlausible: Bool {
    id.rawValue > 0 && id.rawValue < UInt64(DocumentRow.maximumID)
      && (0...Int(Int32.max)).contains(contentVersion)
      && aspectRatio.map { $0 > 0 && $0.isFinite && (1 / $0).isFinite } ?? true
      && trash.map { (0...Int(DocumentRow.maximumID)).contains($0.index) } ?? true
      && trash?.previous.map { $0.rawValue < UInt64(DocumentRow.maximumID) } ?? true
  }

  /// Reads the columns of ``columns`` without verification.
  init(unchecked row: FastRow) {
    id = PageID(UInt64(bitPattern: row.integer(0)))
    document = DocumentID(row.integer(1))
    blob = row.integer(2)
    leaf = row.integer(3)
    contentVersion = Int(row.integer(4))
    rotation = QuarterTurns(Int(truncatingIfNeeded: row.integer(5)))
    aspectRatio = row.isNull(6) ? nil : row.double(6)
    if !row.isNull(7) {
      trash = TrashEntry(time: row.integer(7), index: Int(row.integer(8)))
      if !row.isNull(11) { trash?.previous = PageID(UInt64(bitPattern: row.integer(11))) }
    }
    created = row.isNull(10) ? nil : row.integer(10)
  }

  /// Returns the entry of a page, which may be in the trash.
  static func fetch(_ db: Database, _ id: PageID) throws -> PageRow? {
    try fetch(db.cachedStatement(sql: query), id)
  }

  /// Returns the entry of a page with a statement prepared from ``query``.
  static func fetch(_ statement: Statement, _ id: PageID) throws -> PageRow? {
    try statement.first(binding: Int64(bitPattern: id.rawValue)) { try PageRow($0) }
  }

  /// Returns the entry of a page that is not in the trash.
  static func fetchPresent(_ db: Database, _ id: PageID) throws -> PageRow {
    guard let row = try fetch(db, id), row.trash == nil else {
      throw PageStoreError.notFound(.page(id))
    }
    return row
  }
}

// MARK: - Writing

extension PageRow {
  func insert(_ db: Database) throws {
    try db.cachedStatement(
      sql: "INSERT INTO page (\(Self.columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
    ).execute(arguments: arguments)
  }

  func update(_ db: Database) throws {
    try db.cachedStatement(
      sql: "REPLACE INTO page (\(Self.columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
    ).execute(arguments: arguments)
  }

  /// Updates the aspect ratio of all pages of an original from its header.
  static func fitRatios(to blob: BlobRow, _ db: Database) throws {
    for id in try db.integers("SELECT id FROM page WHERE blob = ?", [blob.id]) {
      guard var page = try fetch(db, PageID(UInt64(bitPattern: id))) else { continue }
      let ratio = page.ratio(of: blob)
      guard page.aspectRatio != ratio else { continue }
      page.aspectRatio = ratio
      page.contentVersion = min(page.contentVersion, Int(Int32.max) - 1) + 1
      try page.update(db)
    }
  }

  /// Returns the aspect ratio from the original's header and the page's rotation.
  func ratio(of blob: BlobRow) -> Double? {
    rotation.ratio(of: blob)
  }

  private var arguments: StatementArguments {
    [
      Int64(bitPattern: id.rawValue), document.rawValue, blob, trash == nil ? leaf : nil,
      contentVersion, rotation.count, aspectRatio, trash?.time, trash?.index, checksum,
      created, trash?.previous.map { Int64(bitPattern: $0.rawValue) },
    ]
  }
}

extension QuarterTurns {
  /// Returns the aspect ratio of a rotated original, `nil` if unknown.
  func ratio(of blob: BlobRow) -> Double? {
    blob.header.map { swapsSides ? 1 / $0.aspectRatio : $0.aspectRatio }
  }
}
