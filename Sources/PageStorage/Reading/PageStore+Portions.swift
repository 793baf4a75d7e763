// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Some of the pages of a document, from a snapshot that all portions share.
package struct PagesPortion: Sendable {
  /// The pages, in order.
  package let pages: [ListedPage]

  /// The number of pages of the document.
  package let pageCount: Int

  /// The revision of the document.
  package let revision: Int

  /// A number that is another one whenever something new is known of any original in the store, such as
  /// its damage; 0 if nothing has been learned since they were added, -1 if the number is altered, or a row of the
  /// portion is damaged.
  ///
  /// The revision counts edits only. Both together identify the pages with all their facts.
  package let knowledge: Int

  /// Creates a portion.
  package init(pages: [ListedPage], pageCount: Int, revision: Int, knowledge: Int) {
    self.pages = pages
    self.pageCount = pageCount
    self.revision = revision
    self.knowledge = knowledge
  }
}

extension PageStore {
  /// Passes all pages of a document in order to a closure, in portions, from one snapshot.
  ///
  /// The memory does not depend on the number of pages.
  ///
  /// - Parameters:
  ///   - document: The document.
  ///   - count: The number of pages in each portion but the last one.
  ///   - take: Called for each portion, and once for an empty document. Returns whether it wants the
  ///     next one. The snapshot is open until it returns for the last time.
  /// - Throws: `PageStoreError.notFound`, `.corrupted` if the document or its order is damaged, `.io`, `.closed`. A page
  ///   whose row is damaged is one of unknown size.
  /// - Complexity: O(n) for n pages.
  package func readPages(
    of document: DocumentID, portion count: Int = 1_024,
    _ take: @escaping @Sendable (PagesPortion) -> Bool
  ) async throws(PageStoreError) {
    // Rules on a server run several times: what was taken is not taken again.
    let taken = TakenCount()
    try await readAtLength { db in
      let found = try db.presentState(of: document)
      let knowledge = try CounterRow.knowledge(db)
      for start in stride(from: 0, to: max(found.count, 1), by: count) {
        // A new order for each portion: an order caches the nodes that it has read.
        var order = PageOrder(db, document, root: found.root, count: found.count)
        let range = start..<min(start + count, found.count)
        let ids = try order.pages(in: range)
        let pages = try db.listedPages(ids, in: order)
        // A damaged row may be restored without a change of the number.
        let isDamaged = pages.contains { $0.key == .ofDamagedRow }
        let portion = PagesPortion(
          pages: pages, pageCount: found.count, revision: found.revision,
          knowledge: isDamaged ? -1 : knowledge)
        guard !taken.take(start) || take(portion) else { return }
      }
    }
  }

  /// Returns what identifies the pages of a document with all their facts, see ``PagesPortion``.
  ///
  /// - Parameter document: The document.
  /// - Returns: The revision of the document, and the number of what is known of originals.
  /// - Throws: `PageStoreError.notFound`, `.corrupted`, `.io`, `.closed`.
  package func pagesVersion(
    of document: DocumentID
  ) async throws(PageStoreError) -> (revision: Int, knowledge: Int) {
    try await read { db in
      let found = try db.presentState(of: document)
      return (found.revision, try CounterRow.knowledge(db))
    }
  }
}

/// The portions that were taken, each once.
private final class TakenCount: Sendable {
  private let end = Mutex(0)

  /// Notes that the portion that begins at a page is taken.
  ///
  /// - Returns: Whether it is taken for the first time.
  func take(_ start: Int) -> Bool {
    end.withLock { end in
      defer { end = max(end, start + 1) }
      return start >= end
    }
  }
}
