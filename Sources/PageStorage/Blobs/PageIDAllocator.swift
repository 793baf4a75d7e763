// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import GalleryPages
import Synchronization

/// An allocator of page identifiers that no process ever reuses.
///
/// A commit reserves many of them, so that a page has its identifier before its own commit. Unused
/// ones are returned on close, unless another process has reserved identifiers since or the process
/// is killed; then they are lost, which is harmless.
final class PageIDAllocator: Sendable {
  private static let blockCount = 1024
  private let reserved = Mutex<Range<UInt64>>(0..<0)

  /// Returns new identifiers in ascending order.
  func take(_ count: Int, from catalog: Catalog) throws(PageStoreError) -> [PageID] {
    var ids: [PageID] = []
    while ids.count < count {
      ids += takeReserved(count - ids.count)
      if ids.count < count { try reserve(count - ids.count, from: catalog) }
    }
    return ids
  }

  /// Returns new identifiers without waiting, if enough are reserved.
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

  private func reserve(_ count: Int, from catalog: Catalog) throws(PageStoreError) {
    let range = try catalog.write { db in try Self.reserve(count, db) }
    reserved.withLock { $0 = range }
  }

  /// Reserves identifiers in a transaction, more than are needed.
  static func reserve(_ count: Int, _ db: some CatalogTransaction) throws -> Range<UInt64> {
    let next = try db.counter(.page)
    guard let next, try next >= db.lowestFreePageNumber(), next < DocumentRow.maximumID else {
      throw PageStoreError.corrupted(.catalog(message: CatalogFault.pageCounter))
    }
    let end = next + Int64(max(count, blockCount))
    try db.set(.page, to: end)
    return UInt64(next)..<UInt64(end)
  }

  /// Takes identifiers of a reserved range, and keeps the longer one of what is left and what was reserved.
  func take(_ count: Int, of range: Range<UInt64>) -> [PageID] {
    let rest = range.dropFirst(count)
    reserved.withLock { if $0.count < rest.count { $0 = rest } }
    return range.prefix(count).map { PageID($0) }
  }

  /// Discards the reserved identifiers, after which the counter may differ.
  func forget() {
    reserved.withLock { $0 = $0.upperBound..<$0.upperBound }
  }

  /// Returns reserved identifiers to the counter, so that short sessions leave no large gaps.
  func giveBack(to catalog: Catalog) {
    guard let rest = takeRest() else { return }
    // A failure is harmless.
    try? catalog.write { db in try Self.giveBack(rest, db) }
  }

  /// Takes all reserved identifiers, `nil` if there are none.
  func takeRest() -> Range<UInt64>? {
    let rest = reserved.withLock { range in
      defer { range = range.upperBound..<range.upperBound }
      return range
    }
    return rest.isEmpty ? nil : rest
  }

  /// Returns identifiers in a transaction, unless others were reserved since.
  static func giveBack(_ rest: Range<UInt64>, _ db: some CatalogTransaction) throws {
    guard try db.counter(.page) == Int64(rest.upperBound) else { return }
    try db.set(.page, to: Int64(rest.lowerBound))
  }
}
