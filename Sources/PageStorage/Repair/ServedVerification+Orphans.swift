// SPDX-License-Identifier: Apache-2.0

import GalleryPages

extension ServedVerification {
  /// The number of originals that are listed and looked up together.
  private static let portionCount = 1_000

  /// Calls a function with each original that belongs to no page and that no purge is going to remove.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - found: Gets the path of the original below the place of originals.
  /// - Throws: `PageStoreError`; `.cancelled` between portions.
  static func forEachOrphan(
    in store: ServedStore, _ found: (String) -> Void
  ) async throws(PageStoreError) {
    let identity = try await store.read { db in try db.counter(.identity) }
    let mark = identity.map { OriginalsMark(identity: $0).digest }
    var last: ContentDigest?
    while true {
      let digests = try await store.blobs.digests(from: "", after: last, limit: portionCount)
      for digest in try await store.orphans(among: digests.filter { $0 != mark }) {
        found(path(of: digest))
      }
      guard digests.count == portionCount else { return }
      last = digests.last
      if Task.isCancelled { throw .cancelled }
    }
  }

  private static func path(of digest: ContentDigest) -> String {
    let text = digest.description
    return "blobs/\(text.prefix(2))/\(text.dropFirst(2))"
  }
}
