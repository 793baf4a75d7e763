// SPDX-License-Identifier: Apache-2.0

import GalleryPages

/// Pages of a document whose row, or that of an original that a list needs, is lost or altered.
///
/// The order of the document still has them. Lists show them as damaged pages of unknown size, so that the other
/// pages stay available; who reads one of them gets its error.
enum DamagedRows {
  /// Reads pages together, or one by one if a row is damaged.
  ///
  /// - Parameters:
  ///   - ids: The pages.
  ///   - all: Reads them together.
  ///   - one: Reads one of them, `nil` if it has no row.
  ///   - substitute: Makes what a list shows instead of a damaged page.
  /// - Returns: What a list shows, one for each page.
  /// - Throws: What the closures throw, unless it is `PageStoreError.corrupted`.
  static func read<Value>(
    _ ids: [UInt64], all: ([UInt64]) throws -> [Value], one: (PageID) throws -> Value?,
    substitute: (PageID) -> Value
  ) throws -> [Value] {
    if let values = try unlessCorrupted({ try all(ids) }) { return values }
    return try ids.map { id in
      let found = try unlessCorrupted { try one(PageID(id)) }
      return (found ?? nil) ?? substitute(PageID(id))
    }
  }

  private static func unlessCorrupted<Value>(_ body: () throws -> Value) throws -> Value? {
    do {
      return try body()
    } catch PageStoreError.corrupted {
      return nil
    }
  }
}

extension CatalogTransaction {
  /// Returns what lists of pages contain of pages, with substitutes for damaged rows.
  func listedPages(_ ids: [UInt64], in order: PageOrder) throws -> [ListedPage] {
    try DamagedRows.read(ids) { ids in
      try listedPages(ids, orThrow: order.damage)
    } one: { id in
      try storedPage(id).map { ListedPage($0) }
    } substitute: { id in
      ListedPage(id: id, aspectRatio: nil, key: .ofDamagedRow, isDamaged: true)
    }
  }

  /// Returns pages, `nil` for those with damaged rows.
  ///
  /// - Parameters:
  ///   - ids: The pages.
  ///   - damage: The error of a page without a row.
  /// - Returns: The pages in order.
  /// - Throws: The engine's errors.
  func readablePages(
    _ ids: [UInt64], orThrow damage: PageStoreError
  ) throws -> [StoredPage?] {
    try DamagedRows.read(ids) { ids in
      try storedPages(ids, orThrow: damage).map { .some($0) }
    } one: { id in
      .some(try storedPage(id))
    } substitute: { _ in
      nil
    }
  }

  /// Returns pages in the gallery's form, with substitutes for damaged rows.
  func galleryPages(_ ids: [UInt64], in order: PageOrder) throws -> [Page] {
    try DamagedRows.read(ids) { ids in
      try pages(ids, orThrow: order.damage).map { Page($0) }
    } one: { id in
      try page(id).map { Page($0) }
    } substitute: { id in
      Page(id: id, size: nil)
    }
  }
}

extension Page {
  fileprivate init(_ row: PageRow) {
    let size = row.aspectRatio.flatMap { try? PageShape(aspectRatio: $0) }
    self.init(id: row.id, size: size, contentVersion: row.contentVersion)
  }
}

extension PageKey {
  /// The key of a page whose row is damaged, which has no images.
  static let ofDamagedRow = PageKey(bits: 0)
}
