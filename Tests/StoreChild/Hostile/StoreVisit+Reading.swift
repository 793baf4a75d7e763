// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import PageStorage

extension StoreVisit {
  /// Calls every function that reads.
  func read(_ store: PageStore) async {
    let listed = await call("documents") { () async throws(PageStoreError) in
      try await store.documents()
    }
    _ = await call("trashedDocuments") { () async throws(PageStoreError) in
      try await store.trashedDocuments()
    }
    // Include documents that a broken list does not contain.
    let known = (1...8).map { DocumentID($0) }
    let more = (listed ?? []).prefix(8).map(\.id).filter { !known.contains($0) }
    for document in known + more { await read(document, of: store) }
    for page in (1...6).map({ PageID($0) }) + [PageID(150), PageID(160)] {
      await read(page, of: store)
    }
    _ = await call("verify") { () async throws(PageStoreError) in try await store.verify() }
    await store.close()
  }

  private func read(_ document: DocumentID, of store: PageStore) async {
    let found = await call("document") { () async throws(PageStoreError) in
      try await store.document(document)
    }
    // A caller requests as many pages as the store reports.
    let count = max(0, found?.pageCount ?? 3)
    _ = await call("pages") { () async throws(PageStoreError) in
      try await store.pages(in: 0..<count, of: document)
    }
    _ = await call("last page") { () async throws(PageStoreError) in
      try await store.pages(in: max(0, count - 1)..<count, of: document)
    }
    let ids = await call("pageIDs") { () async throws(PageStoreError) in
      try await store.pageIDs(of: document)
    }
    _ = await call("galleryPages") { () async throws(PageStoreError) in
      try await store.galleryPages(of: document)
    }
    _ = await call("trash") { () async throws(PageStoreError) in
      try await store.trash(of: document)
    }
    for page in Set([ids?.first, ids?.last].compactMap(\.self)) { await read(page, of: store) }
    await observe(document, of: store)
  }

  private func read(_ page: PageID, of store: PageStore) async {
    let found = await call("page") { () async throws(PageStoreError) in
      try await store.page(page)
    }
    _ = await call("location") { () async throws(PageStoreError) in
      try await store.location(of: page)
    }
    _ = await call("aspectRatio") { () async throws(PageStoreError) in
      try await store.aspectRatio(of: page)
    }
    _ = await call("bytes") { () async throws(PageStoreError) in
      try await store.bytes(of: page)
    }
    _ = await call("metadata") { () async throws(PageStoreError) in
      try await store.metadata(of: page)
    }
    _ = await call("thumbnail") { () async throws(PageStoreError) in
      try await store.thumbnail(of: page, style: .strip(height: 12))
    }
    guard let found else { return }
    _ = await call("pages with content") { () async throws(PageStoreError) in
      try await store.pages(withContent: found.digest, of: found.document)
    }
  }

  /// Takes the first change of a document, or stops after a short time.
  private func observe(_ document: DocumentID, of store: PageStore) async {
    StoreChild.say("step \(item) changes")
    await withTaskGroup { group in
      group.addTask {
        var changes = store.changes(of: document, after: 0).makeAsyncIterator()
        _ = try? await changes.next()
      }
      group.addTask { try? await Task.sleep(for: .milliseconds(100)) }
      _ = await group.next()
      group.cancelAll()
    }
  }
}
