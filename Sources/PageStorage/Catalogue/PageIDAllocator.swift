// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import GRDB
import GalleryPages
import Synchronization

/// Hands out names of pages that no process ever hands out again.
///
/// A commit reserves many of them, so that a page has its name before its own commit. Names that were
/// reserved and not handed out are given back in the end, unless others have reserved names since or
/// the process is killed; then they are lost, of which there are enough.
final class PageIDAllocator: Sendable {
  private static let blockCount = 1024
  private let reserved = Mutex<Range<UInt64>>(0..<0)

  /// Returns new names in ascending order.
  func take(_ count: Int, from catalogue: Catalogue) throws(PageStoreError) -> [PageID] {
    var ids: [PageID] = []
    while ids.count < count {
      ids += takeReserved(count - ids.count)
      if ids.count < count { try reserve(count - ids.count, from: catalogue) }
    }
    return ids
  }

  /// Returns new names if enough are reserved, which takes no wait.
  func takeAtOnce(_ count: Int) -> [PageID]? {
    reserved.withLock { range in
      guard range.count >= count else { return nil }
      defer { range = range.dropFirst(count) }
      return range.prefix(count).map { PageID($0) }
    }
  }

  private func takeReserved(_ count: Int) -> [PageID] {
    reserved.withLock { range in
      let taken = range.prefix(count)
      range = range.dropFirst(taken.count)
      return taken.map { PageID($0) }
    }
  }

  private func reserve(_ count: Int, from catalogue: Catalogue) throws(PageStoreError) {
    let count = UInt64(max(count, Self.blockCount))
    let start = try catalogue.write { db in
      let next = try CounterRow.page.fetch(db)
      guard let next, try next >= Self.lowestFree(db), next < DocumentRow.maximumID else {
        throw PageStoreError.corrupted(.catalogue(message: "the counter of pages"))
      }
      try CounterRow.page.store(next + Int64(count), db)
      return UInt64(next)
    }
    reserved.withLock { $0 = start..<start + count }
  }

  /// Forgets what is reserved, after which the counter may be another one.
  func forget() {
    reserved.withLock { $0 = $0.upperBound..<$0.upperBound }
  }

  /// Gives back what is reserved, so that many short visits leave no large gaps.
  func giveBack(to catalogue: Catalogue) {
    let rest = reserved.withLock { range in
      defer { range = range.upperBound..<range.upperBound }
      return range
    }
    guard !rest.isEmpty else { return }
    // Nothing is wrong if it fails.
    try? catalogue.write { db in
      guard try CounterRow.page.fetch(db) == Int64(rest.upperBound) else { return }
      try CounterRow.page.store(Int64(rest.lowerBound), db)
    }
  }

  /// The number after that of the last page.
  static func lowestFree(_ db: Database) throws -> Int64 {
    let last = try db.integer("SELECT MAX(id) FROM page") ?? 0
    return last < .max ? last + 1 : last
  }
}
