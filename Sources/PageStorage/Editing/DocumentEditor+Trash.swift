// SPDX-License-Identifier: Apache-2.0

import GalleryPages

extension DocumentEditor {
  /// Puts pages into the trash, and takes moved ones out of the order.
  mutating func trash(_ deletions: [Int], alsoRemoving moved: [Int]) throws {
    let (deleted, leaving) = (Set(deletions), Set(moved))
    let time = try deletionTime()
    var entries: [(page: PageID, entry: PageRow.TrashEntry)] = []
    for index in (deletions + moved).sorted(by: >) {
      let page = PageID(try order.remove(at: index))
      guard deleted.contains(index) else { continue }
      let previous = try self.previous(of: index, without: leaving)
      entries.append((page, .init(time: time, index: index, previous: previous)))
    }
    try db.preparePages(entries.map(\.page))
    for (page, entry) in entries {
      guard var row = try db.page(page) else { throw order.damage }
      row.trash = entry
      try db.update(row)
    }
  }

  /// Returns the page before an index that does not move in the same change.
  private mutating func previous(of index: Int, without moved: Set<Int>) throws -> PageID {
    guard let place = (0..<index).last(where: { !moved.contains($0) }) else {
      return PageRow.TrashEntry.start
    }
    return PageID(try order.pages(in: place..<place + 1)[0])
  }

  /// The time by which a clock may have been set back without confusing the order of deletions.
  private static let clockTolerance: Int64 = 60_000

  /// Returns the time of a deletion: later than the last one, so that deletions have an order.
  private func deletionTime() throws -> Int64 {
    let last = try db.lastDeletion(in: document)
    guard let last, now <= last, last < now + Self.clockTolerance else { return now }
    return last + 1
  }

  /// Returns the entry of a page of the document in the trash.
  ///
  /// - Throws: `PageStoreError.notFound`.
  func trashed(_ page: PageID) throws -> PageRow {
    guard let row = try db.page(page), row.trash != nil, row.document == document else {
      throw PageStoreError.notFound(.trashedPage(page))
    }
    return row
  }

  /// Returns the index at which a page returns from the trash.
  mutating func formerIndex(of row: PageRow) throws -> Int {
    guard let trail = try TrashTrail(of: row, db) else {
      return min(row.trash?.index ?? 0, order.count)
    }
    return try trail.anchor.map { try index(of: $0) + 1 } ?? 0
  }

  /// Lets pages of the trash follow those that returned to their former places before them.
  ///
  /// The last one comes first: what followed several of them follows the last one.
  ///
  /// - Parameter restored: The pages, as they were in the trash, with their indexes now.
  /// - Throws: `PageStoreError`, the engine's errors.
  mutating func reattach(_ restored: [(index: Int, row: PageRow)]) throws {
    guard let first = restored.map({ $0.row.trash?.time ?? 0 }).min() else { return }
    var deletions = Dictionary(
      try db.deletions(in: document, after: first).map { ($0.page, $0.entry) },
      uniquingKeysWith: { $1 })
    let restored = restored.sorted { $0.index < $1.index }
    let indexes = Dictionary(restored.map { ($0.row.id, $0.index) }, uniquingKeysWith: { $1 })
    var starts: [Int] = []
    for (index, _) in restored {
      let isNext = !starts.isEmpty && restored[starts.count - 1].index + 1 == index
      starts.append(isNext ? starts[starts.count - 1] : index)
    }
    for ((index, row), start) in zip(restored, starts).reversed() {
      guard let trail = try TrashTrail(of: row, db) else { continue }
      let anchor = trail.anchor.flatMap { indexes[$0.id] }
      let isBehindOther = anchor.map { (start..<index).contains($0) } ?? false
      // One that was put elsewhere leads nobody.
      guard try isBehindOther || trail.anchor?.id == page(before: start) else { continue }
      try follow(trail, among: &deletions)
    }
  }

  private mutating func page(before index: Int) throws -> PageID? {
    index == 0 ? nil : PageID(try order.pages(in: index - 1..<index)[0])
  }

  private func follow(
    _ trail: TrashTrail, among deletions: inout [PageID: PageRow.TrashEntry]
  ) throws {
    let followers = trail.followers(among: deletions)
    try db.preparePages(followers)
    for follower in followers {
      var row = try trashed(follower)
      row.trash?.previous = trail.pages[0].id
      deletions[follower] = row.trash
      try db.update(row)
    }
  }
}
