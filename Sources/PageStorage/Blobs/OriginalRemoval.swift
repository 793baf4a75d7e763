// SPDX-License-Identifier: Apache-2.0

import GRDB
import GallerySystem

/// The removal of originals that committed changes have listed as doomed.
///
/// A purged page is removed from the catalog before its bytes are. Before that, all entries are
/// read with their checksums and without an index: with a flipped bit in the catalog, unaccounted
/// originals are kept.
struct OriginalRemoval {
  let folder: StoreFolder
  let catalog: Catalog

  /// The number of entries worth reading per removed original.
  private static let entriesPerOriginal: Int64 = 1_000

  /// Removes the originals if there are enough of them to justify reading all entries.
  func runIfWorthwhile() throws(PageStoreError) {
    let (doomed, pages) = try catalog.lookUp { db in
      let doomed = try db.integer("SELECT COUNT(*) FROM (SELECT 1 FROM doomed LIMIT 1000)") ?? 0
      return (doomed, doomed == 0 ? 0 : try db.integer("SELECT MAX(id) FROM page") ?? 0)
    }
    guard doomed > 0, doomed * Self.entriesPerOriginal >= pages else { return }
    try run()
  }

  /// Removes the originals.
  ///
  /// - Throws: `PageStoreError.corrupted` if the catalog is damaged; nothing is removed then.
  /// - Complexity: O(n) for n pages in the store.
  func run() throws(PageStoreError) {
    let isNeeded = try catalog.lookUp { db in
      try db.first("SELECT 1 FROM doomed LIMIT 1") { _ in true } ?? false
    }
    // A backup needs the originals in its catalog snapshot.
    guard isNeeded, try SystemCalls.tryLock(folder.blobs.descriptor) else { return }
    defer { SystemCalls.unlock(folder.blobs.descriptor) }
    try catalog.write { db in
      var doomed: Set<ContentDigest> = []
      try db.each("SELECT digest FROM doomed") { row in
        if let digest = row.digest(0) {
          doomed.insert(digest)
        }
      }
      try folder.remove(doomed.subtracting(try used(db, among: doomed)))
      try db.execute(sql: "DELETE FROM doomed")
    }
  }

  /// Verifies that the catalog is sound enough for removing originals.
  ///
  /// - Throws: `PageStoreError.corrupted`.
  func check() throws(PageStoreError) {
    try catalog.read { db in _ = try used(db, among: []) }
  }

  /// Returns those originals that have an entry in use.
  private func used(
    _ db: Database, among doomed: Set<ContentDigest>
  ) throws -> Set<ContentDigest> {
    var used: Set<ContentDigest> = []
    var blobCount: Int64 = 0
    try db.each("SELECT \(BlobRow.columns) FROM blob NOT INDEXED") { row in
      guard let blob = BlobRow(row) else { throw Self.damage("of an original was changed") }
      if doomed.contains(blob.digest) { used.insert(blob.digest) }
      blobCount += 1
    }
    var pageCount: Int64 = 0
    var placed: [Int64: Int] = [:]
    try db.each("SELECT \(PageRow.columns) FROM page NOT INDEXED") { row in
      let page = try PageRow(row)
      if page.trash == nil { placed[page.document.rawValue, default: 0] += 1 }
      pageCount += 1
    }
    try db.each("SELECT \(DocumentRow.columns) FROM document") { row in
      let state = try DocumentRow(row).state
      // Each document stores its page count.
      guard state.isBeingPurged || placed[state.id.rawValue] ?? 0 == state.count else {
        throw PageStoreError.corrupted(.order(state.id))
      }
    }
    try checkNothingIsMissing(db, blobCount: blobCount, pageCount: pageCount)
    return used
  }

  /// Verifies that no entry was missed: each index has the same count, and each page has its
  /// original.
  private func checkNothingIsMissing(
    _ db: Database, blobCount: Int64, pageCount: Int64
  ) throws {
    let counts = try [
      db.integer("SELECT COUNT(digest) FROM blob INDEXED BY sqlite_autoindex_blob_1"),
      db.integer("SELECT COUNT(blob) FROM page INDEXED BY pageBlob"),
    ]
    guard counts == [blobCount, pageCount] else { throw BlobRow.damagedIndex }
    let lost = try db.integer(
      """
      SELECT COUNT(*) FROM page NOT INDEXED \
      WHERE NOT EXISTS (SELECT 1 FROM blob NOT INDEXED WHERE blob.id = page.blob)
      """)
    guard lost == 0 else { throw Self.damage("of an original is missing") }
  }

  private static func damage(_ words: String) -> PageStoreError {
    .corrupted(.catalog(message: "the entry \(words)"))
  }
}
