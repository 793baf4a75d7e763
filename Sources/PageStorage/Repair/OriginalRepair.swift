// SPDX-License-Identifier: Apache-2.0

import GRDB
import GalleryPages
import GallerySystem
import PageImaging

/// Reconciles the originals of a store with its catalog.
struct OriginalRepair {
  let folder: StoreFolder
  let catalog: Catalog
  let limits: DecodingLimits
  /// The originals whose content matches their file names.
  let sound: Set<ContentDigest>

  /// Updates the damage marks of originals.
  ///
  /// - Returns: The pages whose original is missing or altered.
  func markDamage() throws(PageStoreError) -> [PageID] {
    let ids = try catalog.read { db in try db.integers("SELECT id FROM blob NOT INDEXED") }
    var changed: [BlobRow] = []
    var damaged: [Int64] = []
    for id in ids {
      let row = try catalog.lookUp { db in try db.original(id: id) }
      var new = row
      if sound.contains(row.digest) {
        try refresh(&new)
      } else {
        damaged.append(id)
        new.damage = BlobRow.lostDamage
      }
      if new != row { changed.append(new) }
    }
    if !changed.isEmpty { try update(changed) }
    return try catalog.read { db in
      try damaged.flatMap { id in
        try db.integers("SELECT id FROM page WHERE blob = ? ORDER BY id", [id])
      }.map { PageID(UInt64(bitPattern: $0)) }
    }
  }

  /// Rereads the header of a sound original whose entry does not match it.
  private func refresh(_ row: inout BlobRow) throws(PageStoreError) {
    let byteCount = try folder.status(of: row.digest)?.byteCount
    guard row.isMarkedLost || row.byteCount != byteCount else { return }
    try row.readHeader(folder, limits)
  }

  private func update(_ rows: [BlobRow]) throws(PageStoreError) {
    try catalog.write { db in
      for row in rows {
        try db.update(row)
        try PageRow.fitRatios(to: row, db)
      }
      try ChangeLog.appendUnnamed(after: ChangeLog.lastNumber(db), to: db)
    }
  }

  /// Creates pages for originals without a page; altered ones are set aside.
  ///
  /// - Parameters:
  ///   - originals: All originals, by file name.
  ///   - aside: The destination of the altered ones.
  /// - Returns: The pages.
  /// - Throws: `PageStoreError.full`, `.io`.
  func adopt(
    _ originals: Set<ContentDigest>, _ aside: AsideFolder
  ) throws(PageStoreError) -> [PageID] {
    let free = try catalog.read { db in
      let doomed = try TolerantReader(db: db).digests("SELECT digest FROM doomed")
      return originals.subtracting(try db.presentOriginals(among: originals)).subtracting(doomed)
    }.sorted { $0.description < $1.description }
    for digest in free where !sound.contains(digest) {
      let (blobs, name) = try folder.blobFolder(of: digest)
      try aside.take(name, of: blobs)
    }
    let adopted = free.filter(sound.contains)
    return adopted.isEmpty ? [] : try add(adopted)
  }

  private func add(_ digests: [ContentDigest]) throws(PageStoreError) -> [PageID] {
    let ids = try PageIDAllocator().take(digests.count, from: catalog)
    try catalog.write { db in
      let target = SalvageTarget(db: db, folder: folder, limits: limits)
      let document = try DocumentRow.insert(db, title: RepairReport.recoveryTitle, metadata: [:])
      var editor = try DocumentEditor(db, document)
      for (digest, id) in zip(digests, ids) {
        let blob = try target.blob(of: digest)
        try db.insert(
          PageRow(
            id: id, document: document, blob: blob.id, aspectRatio: blob.header?.aspectRatio))
        try editor.order.insert(id.rawValue, at: editor.order.count)
      }
      try editor.finish(nil)
    }
    return ids
  }
}
