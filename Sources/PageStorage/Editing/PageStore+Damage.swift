// SPDX-License-Identifier: Apache-2.0

import Synchronization

extension PageStore {
  /// Records that images turned out to be damaged when they were decoded.
  ///
  /// All pages with the same bytes are then marked as damaged. Existing messages are kept.
  ///
  /// - Parameter damage: The messages, by digest of the original.
  /// - Throws: `PageStoreError.readOnly` unless the store is open for writing, `.locked`,
  ///   `.corrupted`, `.full`, `.io`, `.closed`.
  package func markDamaged(_ damage: [ContentDigest: String]) async throws(PageStoreError) {
    guard configuration.access == .readWrite else { throw .readOnly }
    guard !damage.isEmpty else { return }
    try await change { db in
      for (digest, message) in damage {
        guard var row = try db.original(digest), row.damage == nil else { continue }
        row.damage = message
        try db.update(row)
      }
    }
  }

  /// Records that an image is damaged; deferred if the store is not open for writing.
  ///
  /// - Parameters:
  ///   - page: The page as it was read.
  ///   - message: The message.
  package func foundDamage(_ page: StoredPage, _ message: String) {
    guard page.damage == nil else { return }
    unmarkedDamage.withLock { $0[page.digest] = message }
  }

  /// The damage passed to ``foundDamage(_:_:)`` that is not in the catalog yet.
  package var damageToMark: [ContentDigest: String] { unmarkedDamage.withLock(\.self) }
}
