// SPDX-License-Identifier: Apache-2.0

import GalleryPages

extension PageStore {
  /// Returns a page that need not be read again, `nil` if it cannot be told on the caller's thread.
  func recentPage(_ id: PageID) -> RecentPages.Entry? {
    switch engine {
    case .folder(let catalog):
      return try? recentPages.page(
        id, commitCount: catalog.counter.commits.count, look: catalog.state
      ) { () throws(PageStoreError) in try readPage(id) }
    case .served(let store):
      let (commitCount, now) = (store.counter.commits.count, ContinuousClock.now)
      if let look = servedPages.beginLook(commitCount: commitCount, at: now) {
        Task { await finish(look, store) }
      }
      return servedPages.page(id, commitCount: commitCount, at: now)
    }
  }

  private func finish(_ look: ServedPages.Look, _ store: ServedStore) async {
    let known = look.known
    servedPages.end(
      look, try? await store.read { db in try ChangedDocuments(after: known, in: db) })
  }

  /// Reads a page, and keeps it for ``recentPage(_:)``.
  func readRecentPage(_ id: PageID) async throws(PageStoreError) -> StoredPage {
    let moment = servedPages.moment()
    let page = try await self.page(id)
    if case .served = engine { servedPages.keep(page, readAfter: moment) }
    return page
  }
}
