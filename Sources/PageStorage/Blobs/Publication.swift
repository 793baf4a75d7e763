// SPDX-License-Identifier: Apache-2.0

import GalleryPages

/// What a publication adds to a store beside rows.
protocol PublicationTarget {
  /// Whether a staged page was committed, or used up by an earlier write of this commit.
  func isTaken(_ page: StagedPage) -> Bool

  /// Ensures that the bytes of a page are stored once the commit is.
  ///
  /// - Parameters:
  ///   - page: The page.
  ///   - known: The row of its original, `nil` if there is none.
  /// - Throws: `PageStoreError`.
  func store(_ page: StagedPage, known: BlobRow?) throws

  /// Returns whether the bytes of an original with a row are stored and undamaged.
  ///
  /// An engine on another machine, where it would take time to read them, returns whether no damage is
  /// known.
  func isSound(_ original: BlobRow) throws -> Bool

  /// Adds records, which the commit makes valid.
  func add(_ records: [StoreRecord]) throws

  /// Removes leftovers of this process's uncommitted change.
  func sweep() throws
}

/// The addition of received bytes to a store, within the change that needs them.
struct Publication {
  let db: any CatalogTransaction
  let target: any PublicationTarget

  /// Publishes pages with the commit, and returns the entries of their bytes.
  func publish(
    _ pages: [StagedPage], records: [StoreRecord]
  ) throws -> [ContentDigest: BlobRow] {
    try target.add(records)
    var rows: [ContentDigest: BlobRow] = [:]
    try db.prepareOriginals(pages.map(\.digest))
    for page in pages {
      guard !target.isTaken(page) else { throw PageStoreError.notFound(.stagedPage(page.id)) }
      guard rows[page.digest] == nil else { continue }
      let known = try db.original(page.digest)
      try target.store(page, known: known)
      rows[page.digest] =
        try known.map { try heal($0, page) }
        ?? BlobRow.insert(
          db, page.digest, byteCount: page.byteCount, header: page.header, damage: page.damage)
    }
    return rows
  }

  /// Updates the entry of bytes received again, from which a damaged file is restored.
  private func heal(_ known: BlobRow, _ page: StagedPage) throws -> BlobRow {
    var healed = known
    (healed.byteCount, healed.header, healed.damage) = (page.byteCount, page.header, page.damage)
    // Decoding damage found earlier also applies to these equal bytes.
    if known.header != nil, !known.isMarkedLost { healed.damage = known.damage }
    guard healed != known else { return known }
    try db.update(healed)
    try PageRow.fitRatios(to: healed, db)
    return healed
  }

  /// Adds records, which the commit makes valid.
  func record(_ records: [StoreRecord]) throws { try target.add(records) }

  /// Removes leftovers of this process's uncommitted change.
  func sweep() throws { try target.sweep() }
}
