// SPDX-License-Identifier: Apache-2.0

import GRDB
import GalleryModel

/// Changes the pages of one document, inside of one transaction.
struct DocumentEditor {
  let db: Database
  let document: DocumentID
  let revision: Int
  var order: PageOrder
  private let now = SystemCalls.milliseconds

  init(_ db: Database, _ document: DocumentID, expecting revision: Int? = nil) throws {
    let found = try DocumentOrder.fetch(db, document)
    if let revision, revision != found.revision {
      throw PageStoreError.conflict(document, expected: revision, found: found.revision)
    }
    self.db = db
    self.document = document
    self.revision = found.revision
    order = PageOrder(db, document, root: found.root, count: found.count)
  }

  /// Returns the index of a page of the document.
  mutating func index(of row: PageRow) throws -> Int {
    try order.index(of: row.id.rawValue, leaf: row.leaf)
  }

  /// Makes a change.
  ///
  /// - Parameters:
  ///   - change: The change.
  ///   - blobs: The entries of the bytes that it brings.
  /// - Returns: The change as a gallery makes it.
  /// - Throws: `PageStoreError.invalidChange`, `.notFound`, `.corrupted`; `DatabaseError`.
  mutating func apply(
    _ change: StoreChangeset, blobs: [ContentDigest: BlobRow] = [:]
  ) throws -> Changeset {
    try validate(change)
    let replacements = try changePictures(change, blobs)
    let moved = try change.moves.map { try order.pages(in: $0.source..<$0.source + 1)[0] }
    try trash(change.deletions, alsoRemoving: change.moves.map(\.source))
    let inserted = try addRows(change, blobs)
    let arriving =
      inserted.map { ($0.index, $0.page.id.rawValue) }
      + zip(change.moves, moved).map { ($0.destination, $1) }
    for (index, page) in arriving.sorted(by: { $0.0 < $1.0 }) {
      try order.insert(page, at: index)
    }
    let changeset = Changeset(
      deletions: change.deletions, insertions: inserted, moves: change.moves,
      replacements: replacements)
    try finish(changeset)
    return changeset
  }

  /// Writes the order, and the change into the log of changes.
  mutating func finish(_ changeset: Changeset?) throws {
    try order.flush()
    try db.cachedStatement(sql: "UPDATE document SET revision = ?, modified = ? WHERE id = ?")
      .execute(arguments: [revision + 1, now, document.rawValue])
    try ChangeLog.append(changeset, revision: revision + 1, of: document, to: db)
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

// MARK: - Parts

extension DocumentEditor {
  /// Replaces and turns pages.
  private mutating func changePictures(
    _ change: StoreChangeset, _ blobs: [ContentDigest: BlobRow]
  ) throws -> [Changeset.Replacement] {
    var contents: [Int: StagedPage?] = [:]
    for replacement in change.replacements { contents[replacement.index] = replacement.content }
    var turns: [Int: QuarterTurns] = [:]
    for rotation in change.rotations where rotation.turns != .none {
      turns[rotation.index] = rotation.turns
    }
    return try Set(contents.keys).union(turns.keys).sorted().map { index in
      var row = try row(at: index)
      let blob = try contents[index].flatMap(\.self).map { try entry(of: $0, blobs) }
      try row.changePicture(db, to: blob, turnedBy: turns[index] ?? .none)
      let size = row.aspectRatio.flatMap { try? PageSize(aspectRatio: $0) }
      return Changeset.Replacement(index: index, size: size)
    }
  }

  private mutating func row(at index: Int) throws -> PageRow {
    let id = PageID(try order.pages(in: index..<index + 1)[0])
    guard let row = try PageRow.fetch(db, id), row.document == document else { throw order.damage }
    return row
  }

  private func entry(
    of page: StagedPage, _ blobs: [ContentDigest: BlobRow]
  ) throws -> BlobRow {
    guard let blob = blobs[page.digest] else {
      throw PageStoreError.notFound(.stagedPage(page.id))
    }
    return blob
  }

  private mutating func trash(_ deletions: [Int], alsoRemoving moved: [Int]) throws {
    let deleted = Set(deletions)
    for index in (deletions + moved).sorted(by: >) {
      let page = try order.remove(at: index)
      guard deleted.contains(index) else { continue }
      guard var row = try PageRow.fetch(db, PageID(page)) else { throw order.damage }
      row.trash = .init(time: now, index: index)
      try row.update(db)
    }
  }

  /// Makes or finds the entries of the pages that arrive.
  private func addRows(
    _ change: StoreChangeset, _ blobs: [ContentDigest: BlobRow]
  ) throws -> [Changeset.Insertion] {
    let new = try change.insertions.map { insertion in
      let page = insertion.page
      try insertRow(page, blobs)
      let other = try replaceOnArrival(page.id, change, blobs)
      return Changeset.Insertion(index: insertion.index, page: other ?? page.page)
    }
    let restored = try change.restorations.map { restoration in
      let page = restoration.page
      try takeFromTrash(page)
      let other = try replaceOnArrival(page, change, blobs)
      return Changeset.Insertion(index: restoration.index, page: try other ?? current(page))
    }
    return new + restored
  }

  /// Gives a page that has just arrived its other bytes, if the change has some for it.
  private func replaceOnArrival(
    _ page: PageID, _ change: StoreChangeset, _ blobs: [ContentDigest: BlobRow]
  ) throws -> Page? {
    guard let content = change.replacementsOnArrival[page] else { return nil }
    var row = try PageRow.fetchPresent(db, page)
    try row.changePicture(db, to: entry(of: content, blobs), turnedBy: .none)
    return try current(page)
  }

  private func current(_ page: PageID) throws -> Page {
    guard let stored = try StoredPage.fetch(db, page) else {
      throw PageStoreError.corrupted(.page(page))
    }
    return stored.page
  }

  /// Takes a page of the document out of the trash.
  private func takeFromTrash(_ page: PageID) throws {
    guard var row = try PageRow.fetch(db, page), row.trash != nil, row.document == document else {
      throw PageStoreError.notFound(.trashedPage(page))
    }
    row.trash = nil
    try row.update(db)
  }

  private func insertRow(_ page: StagedPage, _ blobs: [ContentDigest: BlobRow]) throws {
    let blob = try entry(of: page, blobs)
    try PageRow(
      id: page.id, document: document, blob: blob.id, aspectRatio: blob.header?.aspectRatio
    ).insert(db)
  }
}

extension PageRow {
  /// Gives the page other bytes, or turns it, or both.
  fileprivate mutating func changePicture(
    _ db: Database, to blob: BlobRow?, turnedBy turns: QuarterTurns
  ) throws {
    let old = self.blob
    let current = try blob ?? BlobRow.fetch(db, id: old)
    if blob != nil { rotation = .none }
    self.blob = current.id
    rotation = rotation + turns
    contentVersion = min(contentVersion, Int(Int32.max) - 1) + 1
    aspectRatio = current.header.map {
      rotation.swapsSides ? 1 / $0.aspectRatio : $0.aspectRatio
    }
    try update(db)
    if old != current.id { try BlobRow.removeUnused(db, among: [old]) }
  }
}
