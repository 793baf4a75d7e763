// SPDX-License-Identifier: Apache-2.0

import GRDB
import GallerySystem

/// Verifies the marks of acknowledged changes.
struct MarkVerification {
  let folder: StoreFolder
  let db: Database

  /// Returns the names of damaged marks, and of missing ones that ``Recovery`` would need.
  ///
  /// - Throws: `PageStoreError`, `DatabaseError`.
  func damaged() throws -> Set<String> {
    var names = Set(try missingEvidence())
    try CommitMark.forEach(in: folder.records) { (name, bytes) throws(PageStoreError) in
      if !CommitMark.isWhole(bytes) { names.insert(name) }
    }
    return names
  }

  /// Verifies that the marks can tell whether records that the catalog lacks were acknowledged.
  ///
  /// - Throws: `PageStoreError.corrupted(.records)` if one cannot; `DatabaseError`.
  func checkEvidence() throws {
    guard let name = try missingEvidence().first else { return }
    throw PageStoreError.corrupted(.records(path: folder.records.path(of: name)))
  }

  /// Returns the names of missing and unreadable marks next to records that the catalog lacks.
  ///
  /// Stores of the first version had no marks.
  private func missingEvidence() throws -> [String] {
    guard try CatalogConnection.version(of: db) > 1 else { return [] }
    var names: [String] = []
    for slot in try folder.records.names().compactMap(Slot.number).sorted() {
      // A damaged row is a problem of its own, reported elsewhere.
      guard let settled = try? RecordRow.fetch(db, slot: slot),
        let status = try folder.records.status(of: "\(slot)"), status.byteCount > settled,
        try !isReadable(RecordFile.markName(slot))
      else { continue }
      names.append(RecordFile.markName(slot))
    }
    return names
  }

  private func isReadable(_ name: String) throws(PageStoreError) -> Bool {
    guard try folder.records.status(of: name)?.kind == .file else { return false }
    let (file, byteCount) = try folder.records.openToRead(name)
    defer { SystemCalls.closeFile(file) }
    let count = min(byteCount, CommitMark.byteCount)
    return CommitMark.isReadable(try SystemCalls.bytes(of: file, at: 0, byteCount: count))
  }
}
