// SPDX-License-Identifier: Apache-2.0

import GalleryPages

/// An editor of one document's pages, within one transaction.
struct DocumentEditor {
  let db: any CatalogTransaction
  let document: DocumentID
  private(set) var state: DocumentState
  var order: PageOrder
  /// The bytes that pages had before the change; other pages may use them after it.
  var releasedBlobs: Set<Int64> = []
  let now: Int64

  init(_ db: any CatalogTransaction, _ document: DocumentID, expecting revision: Int? = nil) throws
  {
    let found = try db.presentState(of: document)
    if let revision, revision != found.revision {
      throw PageStoreError.conflict(document, expected: revision, found: found.revision)
    }
    self.db = db
    self.document = document
    now = db.now
    state = found
    order = PageOrder(db, document, root: found.root, count: found.count)
  }

  /// The revision before the change.
  var revision: Int { state.revision }

  /// Returns the index of a page of the document.
  mutating func index(of row: PageRow) throws -> Int {
    try order.index(of: row.id.rawValue, leaf: row.leaf)
  }

  /// Returns the index of a page.
  ///
  /// - Throws: `PageStoreError.notFound` if it is in the trash or in another document.
  mutating func index(of page: PageID) throws -> Int {
    let row = try db.presentPage(page)
    guard row.document == document else { throw PageStoreError.notFound(.page(page)) }
    return try index(of: row)
  }

  /// Applies a change.
  ///
  /// - Parameters:
  ///   - change: The change.
  ///   - blobs: The entries of the bytes that it adds.
  /// - Returns: The change as a gallery changeset.
  /// - Throws: `PageStoreError.invalidChange`, `.notFound`, `.corrupted`; the engine's errors.
  mutating func apply(
    _ change: StoreChangeset, blobs: [ContentDigest: BlobRow] = [:]
  ) throws -> Changeset {
    try validate(change)
    let replacements = try changePictures(change, blobs)
    let moved = try change.moves.map { try order.pages(in: $0.source..<$0.source + 1)[0] }
    try trash(change.deletions, alsoRemoving: change.moves.map(\.source))
    try db.preparePages(change.restorations.map(\.page))
    let taken = try change.restorations.map { (index: $0.index, row: try trashed($0.page)) }
    let inserted = try addRows(change, blobs)
    let arriving =
      inserted.map { ($0.index, $0.page.id.rawValue) }
      + zip(change.moves, moved).map { ($0.destination, $1) }
    for (index, page) in arriving.sorted(by: { $0.0 < $1.0 }) {
      try order.insert(page, at: index)
    }
    try reattach(taken)
    try db.removeUnusedOriginals(among: releasedBlobs.sorted())
    let changeset = Changeset(
      deletions: change.deletions, insertions: inserted, moves: change.moves,
      replacements: replacements)
    try finish(changeset)
    return changeset
  }

  /// Writes the order, and appends the change to the change log.
  mutating func finish(_ changeset: Changeset?) throws {
    try order.flush()
    var new = state
    (new.root, new.count, new.modified) = (order.root, order.count, now)
    new.revision += 1
    try db.update(new)
    try ChangeLog.append(changeset, revision: new.revision, of: document, to: db)
  }

  private func validate(_ change: StoreChangeset) throws {
    let changeset = Changeset(
      deletions: change.deletions,
      insertions: change.insertions.map { .init(index: $0.index, page: $0.page.page) }
        + change.restorations.map { .init(index: $0.index, page: Page(id: $0.page)) },
      moves: change.moves,
      replacements: Set(change.replacements.map(\.index) + change.rotations.map(\.index))
        .map { .init(index: $0, size: nil) })
    do throws(UpdateError) {
      try changeset.validate(count: order.count)
    } catch {
      throw PageStoreError.invalidChange(error)
    }
    let arriving = Set(change.arrivingPages)
    for page in change.replacementsOnArrival.keys where !arriving.contains(page) {
      throw PageStoreError.notFound(.page(page))
    }
    for indexes in [change.replacements.map(\.index), change.rotations.map(\.index)]
    where Set(indexes).count < indexes.count {
      throw PageStoreError.invalidChange(.repeatedIndex(indexes[0]))
    }
  }
}
