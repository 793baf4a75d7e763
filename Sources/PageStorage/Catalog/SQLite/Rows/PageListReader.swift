// SPDX-License-Identifier: Apache-2.0

import GRDB
import GalleryPages

/// Reads the pages of a list, within one transaction.
///
/// Neighbors in a list mostly have neighboring identifiers. Such a run is one range of the table, whose rows
/// take half the time of as many lookups. Every row is verified as by ``StoredPage``.
struct PageListReader {
  private let statement: Statement
  private var originals = OriginalFacts()

  /// The largest difference of neighbors in a run: passing a row costs less than another lookup.
  private static let largestStep: UInt64 = 4

  // The order of the loops decides about the speed: the originals of neighbors are mostly neighbors, too.
  private static let query = """
    SELECT p.id, p.document, p.blob, p.leaf, p.contentVersion, p.rotation, p.aspectRatio, \
    p.trashed, p.trashedIndex, p.checksum, p.created, p.trashedAfter, \
    b.id, b.digest, b.byteCount, b.header, b.damage, b.checksum \
    FROM page p CROSS JOIN blob b ON b.id = p.blob WHERE p.id BETWEEN ? AND ? ORDER BY p.id
    """

  init(_ db: Database) throws {
    statement = try db.cachedStatement(sql: Self.query)
  }

  /// Returns the pages with some identifiers, in their order.
  ///
  /// - Parameters:
  ///   - ids: The identifiers.
  ///   - damage: The error if one of them has no entry.
  /// - Returns: The pages, one for each identifier.
  /// - Throws: `damage`; `PageStoreError.corrupted` for an entry that is altered; `DatabaseError`.
  mutating func pages(_ ids: [UInt64], orThrow damage: PageStoreError) throws -> [ListedPage] {
    var pages: [ListedPage] = []
    pages.reserveCapacity(ids.count)
    while pages.count < ids.count {
      let run = Self.run(of: ids, from: pages.count)
      try read(ids[run], to: &pages)
      guard pages.count == run.upperBound else { throw damage }
    }
    return pages
  }

  /// Returns the longest range from an index whose identifiers ascend in small steps.
  private static func run(of ids: [UInt64], from start: Int) -> Range<Int> {
    var end = start + 1
    // Identifiers beyond those of pages occur in damaged lists only, and may not fit into SQLite's.
    while end < ids.count, ids[end] > ids[end - 1], ids[end] - ids[end - 1] <= largestStep,
      ids[end] < UInt64(DocumentRow.maximumID)
    { end += 1 }
    return start..<end
  }

  /// Appends the pages of a run, up to one that has no entry.
  private mutating func read(_ run: ArraySlice<UInt64>, to pages: inout [ListedPage]) throws {
    let bounds = [run[run.startIndex], run[run.endIndex - 1]].map { Int64(bitPattern: $0) }
    var next = run.startIndex
    try statement.each(binding: bounds) { row in
      let id = UInt64(bitPattern: row.integer(0))
      guard id == run[next] else { return id < run[next] }
      pages.append(try page(row))
      next += 1
      return next < run.endIndex
    }
  }

  private mutating func page(_ row: FastRow) throws -> ListedPage {
    let page = try PageRow(row)
    guard let original = originals.facts(of: page.blob, row) else {
      throw PageStoreError.corrupted(.page(page.id))
    }
    return ListedPage(
      id: page.id,
      aspectRatio: original.aspectRatio.map { page.rotation.swapsSides ? 1 / $0 : $0 },
      key: PageKey(of: original.digest, rotation: page.rotation),
      contentVersion: page.contentVersion, isDamaged: original.isDamaged)
  }
}

/// The facts of the originals that were read last: copies of pages share them.
private struct OriginalFacts {
  struct Facts {
    var id: Int64
    var digest: ContentDigest
    var aspectRatio: Double?
    var isDamaged: Bool
  }

  private static let count = 256
  private var kept = [Facts?](repeating: nil, count: Self.count)

  /// Returns the facts of an original, `nil` if its columns behind those of a page are altered.
  mutating func facts(of id: Int64, _ row: FastRow) -> Facts? {
    let place = Int(truncatingIfNeeded: id) & (Self.count - 1)
    if let known = kept[place], known.id == id { return known }
    guard let blob = BlobRow(row, from: PageRow.columnCount), blob.id == id else { return nil }
    let facts = Facts(
      id: id, digest: blob.digest, aspectRatio: blob.header?.aspectRatio,
      isDamaged: blob.damage != nil)
    kept[place] = facts
    return facts
  }
}

extension Database {
  func listedPages(_ ids: [UInt64], orThrow damage: PageStoreError) throws -> [ListedPage] {
    var reader = try PageListReader(self)
    return try reader.pages(ids, orThrow: damage)
  }
}
