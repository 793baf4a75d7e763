// SPDX-License-Identifier: Apache-2.0

import GRDB

extension PageStore {
  /// Passes all pages of a document in order to a closure, in portions, from one snapshot.
  ///
  /// The memory does not depend on the number of pages.
  ///
  /// - Parameters:
  ///   - document: The document.
  ///   - count: The number of pages in each portion but the last one.
  ///   - take: Called for each portion with the revision of the snapshot, and once for an empty
  ///     document. The snapshot is open until it returns for the last time.
  /// - Throws: `PageStoreError.notFound`, `.corrupted`, `.io`, `.closed`.
  /// - Complexity: O(n) for n pages.
  package func readPages(
    of document: DocumentID, portion count: Int = 1_024,
    _ take: @escaping @Sendable (_ pages: [StoredPage], _ revision: Int) -> Void
  ) async throws(PageStoreError) {
    try await BlockingWork.run { () throws(PageStoreError) in
      try self.catalog.read { db in
        let found = try DocumentState.fetch(db, document)
        guard found.count > 0 else { return take([], found.revision) }
        for start in stride(from: 0, to: found.count, by: count) {
          // A new order for each portion: an order caches the nodes that it has read.
          var order = PageOrder(db, document, root: found.root, count: found.count)
          let range = start..<min(start + count, found.count)
          take(try order.storedPages(in: range), found.revision)
        }
      }
    }
  }
}
