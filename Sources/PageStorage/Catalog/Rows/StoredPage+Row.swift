// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import GalleryPages

extension StoredPage {
  init(_ row: PageRow, _ blob: BlobRow) {
    self.init(
      id: row.id, document: row.document, digest: blob.digest, byteCount: blob.byteCount,
      header: blob.header, contentVersion: row.contentVersion, rotation: row.rotation,
      damage: blob.damage, created: row.created.map { Date(milliseconds: $0) },
      trash: row.trash.map { Trash(date: Date(milliseconds: $0.time), index: $0.index) })
  }
}

extension Date {
  /// Creates a date from milliseconds since 1970.
  init(milliseconds: Int64) {
    self.init(timeIntervalSince1970: Double(milliseconds) / 1000)
  }

  /// The milliseconds since 1970, rounded, and clamped to the range of the catalog.
  var milliseconds: Int64 {
    Int64(max(-1e15, min(1e15, (timeIntervalSince1970 * 1000).rounded())))
  }
}
