// SPDX-License-Identifier: Apache-2.0

import GalleryPages

extension ServedVerification {
  /// The number of originals that are listed and looked up together.
  private static let portionCount = 1_000

  /// Finds originals that belong to no page and that no purge is going to remove.
  ///
  /// - Parameter store: The store.
  /// - Returns: The originals, in their order.
  /// - Throws: `PageStoreError`; `.cancelled` between portions.
  static func orphans(in store: ServedStore) async throws(PageStoreError) -> [ContentDigest] {
    var (orphans, last) = ([ContentDigest](), ContentDigest?.none)
    // A service may list an object more than once.
    var known: Set<ContentDigest> = []
    while true {
      let digests = try await store.blobs.digests(from: "", after: last, limit: portionCount)
      let found = try await store.orphans(among: digests)
      orphans += found.filter { known.insert($0).inserted }
      guard digests.count == portionCount else { return orphans }
      last = digests.last
      if Task.isCancelled { throw .cancelled }
    }
  }

  /// Returns the path of an original below the place of originals.
  static func path(of digest: ContentDigest) -> String {
    let text = digest.description
    return "blobs/\(text.prefix(2))/\(text.dropFirst(2))"
  }
}
