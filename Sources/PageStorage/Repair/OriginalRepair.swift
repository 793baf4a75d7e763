// SPDX-License-Identifier: Apache-2.0

import GRDB
import GalleryPages
import PageImaging

/// Compares the originals of a store with its catalogue, and makes them agree.
struct OriginalRepair {
  let folder: StoreFolder
  let catalogue: Catalogue
  let limits: DecodingLimits
  /// The originals whose content is what their names say.
  let sound: Set<ContentDigest>

  /// Takes note of the originals that are damaged or sound again.
  ///
  /// - Returns: The pages whose original is lost or was changed.
  func markDamage() throws(PageStoreError) -> [PageID] {
    let ids = try catalogue.read { db in try db.integers("SELECT id FROM blob NOT INDEXED") }
    var changed: [BlobRow] = []
    var damaged: [Int64] = []
    for id in ids {
      let row = try catalogue.lookUp { db in try BlobRow.fetch(db, id: id) }
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
    return try catalogue.read { db in
      try damaged.flatMap { id in
        try db.integers("SELECT id FROM page WHERE blob = ? ORDER BY id", [id])
      }.map { PageID(UInt64(bitPattern: $0)) }
    }
  }

  /// Reads the header of a sound original whose entry does not fit it.
  private func refresh(_ row: inout BlobRow) throws(PageStoreError) {
    let byteCount = try folder.status(of: row.digest)?.byteCount
    guard row.damage == BlobRow.lostDamage || row.byteCount != byteCount else { return }
    try row.readHeader(folder, limits)
  }

  private func update(_ rows: [BlobRow]) throws(PageStoreError) {
    try catalogue.write { db in
      for row in rows {
        try row.update(db)
        try PageRow.fitRatios(to: row, db)
      }
      try ChangeLog.appendUnnamed(after: ChangeLog.lastNumber(db), to: db)
    }
  }

  /// Makes pages of originals that belong to none; those that were changed go aside.
  ///
  /// - Parameters:
  ///   - originals: All originals, by the names of their files.
  ///   - aside: Where the others go.
  /// - Returns: The pages.
  /// - Throws: `PageStoreError.full`, `.io`.
  func adopt(
    _ originals: Set<ContentDigest>, _ aside: Aside
  ) throws(PageStoreError) -> [PageID] {
    let free = try catalogue.read { db in
      let doomed = try TolerantReader(db: db).digests("SELECT digest FROM doomed")
      return originals.subtracting(try BlobRow.present(db, among: originals)).subtracting(doomed)
    }.sorted { $0.description < $1.description }
    for digest in free where !sound.contains(digest) {
      let (blobs, name) = try folder.blobFolder(of: digest)
      try aside.take(name, of: blobs)
    }
    let adopted = free.filter(sound.contains)
    return adopted.isEmpty ? [] : try add(adopted)
  }

  private func add(_ digests: [ContentDigest]) throws(PageStoreError) -> [PageID] {
    let ids = try PageIDAllocator().take(digests.count, from: catalogue)
    try catalogue.write { db in
      let target = SalvageTarget(db: db, folder: folder, limits: limits)
      let document = try DocumentRow.insert(db, title: "Recovered pages", metadata: [:])
      var editor = try DocumentEditor(db, document)
      for (digest, id) in zip(digests, ids) {
        let blob = try target.blob(of: digest)
        try PageRow(
          id: id, document: document, blob: blob.id, aspectRatio: blob.header?.aspectRatio
        )
        .insert(db)
        try editor.order.insert(id.rawValue, at: editor.order.count)
      }
      try editor.finish(nil)
    }
    return ids
  }
}
