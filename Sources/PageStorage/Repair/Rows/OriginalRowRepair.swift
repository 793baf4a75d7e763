// SPDX-License-Identifier: Apache-2.0

import GalleryPages
import PageImaging

/// The repair of the rows of originals in a store on servers: the bytes tell what a row has to say.
struct OriginalRowRepair {
  let store: PageStore
  private var report = RepairReport()

  init(_ store: PageStore) { self.store = store }

  /// Mends damaged rows.
  ///
  /// One whose digest is none stays as it is: its pages are lost, and then it belongs to none.
  ///
  /// - Returns: What was done.
  /// - Throws: `PageStoreError`.
  mutating func run() async throws(PageStoreError) -> RepairReport {
    var next: Int64? = .min
    while let start = next {
      let found = try await store.readAtLength { db in
        try (db as? any ServedTransaction)?
          .uncheckedOriginals(after: start, limit: RowRepair.portionCount) ?? []
      }
      try await mend(found.compactMap(\.original).filter { !$0.isSound }.map(\.row))
      next = found.last?.id
    }
    return report
  }

  private mutating func mend(_ damaged: [BlobRow]) async throws(PageStoreError) {
    guard !damaged.isEmpty else { return }
    var rows: [BlobRow] = []
    for row in damaged { rows.append(try await mended(row)) }
    report.repairedPages += try await store.changeRows { [rows] db in
      try rows.flatMap { row in try Self.replace(row, db) }
    }
  }

  /// Replaces the row of an original, unless another repair has mended it since.
  ///
  /// - Returns: The pages of the original.
  private static func replace(
    _ row: BlobRow, _ db: any ServedTransaction
  ) throws -> [PageID] {
    let found = try db.uncheckedOriginals(after: row.id - 1, limit: 1).first
    guard let original = found?.original, found?.id == row.id, !original.isSound else { return [] }
    try db.update(row)
    return try db.pages(where: .original(row.id))
  }

  private func mended(_ row: BlobRow) async throws(PageStoreError) -> BlobRow {
    var row = row
    let limits = store.configuration.limits
    do throws(PageStoreError) {
      let bytes = try await store.blobs.withoutCache.bytes(
        of: row.digest, limit: store.configuration.maximumPageByteCount)
      row.byteCount = bytes.count
      try row.readHeader(limits) { ByteSource(bytes) }
    } catch {
      switch error {
      // Bytes beyond the limit may be back under a higher one.
      case .corrupted(.original), .irregularFile, .limitExceeded: break
      default: throw error
      }
      (row.byteCount, row.damage) = (max(row.byteCount, 0), BlobRow.lostDamage)
    }
    return row
  }
}
