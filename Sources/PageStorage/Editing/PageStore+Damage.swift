// SPDX-License-Identifier: Apache-2.0

import GRDB
import Synchronization

extension PageStore {
  /// Takes note of images that turned out to be damaged when they were decoded.
  ///
  /// Pages with the same bytes are then damaged in all listings. Those that are known to be damaged keep
  /// their words.
  ///
  /// - Parameter damage: What is wrong, by the digest of the original.
  /// - Throws: `PageStoreError.readOnly` unless the store is open for changes, `.locked`, `.corrupted`, `.full`,
  ///   `.io`, `.closed`.
  package func markDamaged(_ damage: [ContentDigest: String]) async throws(PageStoreError) {
    guard configuration.access == .readWrite else { throw .readOnly }
    guard !damage.isEmpty else { return }
    try await change { db in
      for (digest, message) in damage {
        guard var row = try BlobRow.fetch(db, digest), row.damage == nil else { continue }
        row.damage = message
        try row.update(db)
      }
    }
  }

  /// Takes note of an image that turned out to be damaged, later if the store is not open for changes.
  ///
  /// - Parameters:
  ///   - page: The page as it was read.
  ///   - message: What is wrong.
  package func foundDamage(_ page: StoredPage, _ message: String) {
    guard page.damage == nil else { return }
    unmarkedDamage.withLock { $0[page.digest] = message }
  }

  /// What ``foundDamage(_:_:)`` was told and no catalogue knows.
  package var damageToMark: [ContentDigest: String] { unmarkedDamage.withLock(\.self) }
}
