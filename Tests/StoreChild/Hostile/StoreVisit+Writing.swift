// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import GalleryModel
import PageStorage

extension StoreVisit {
  /// Calls every function that changes something, on the documents and pages of the template.
  func write(_ store: PageStore) async {
    var isRestored = true
    for document in [DocumentID(2), DocumentID(1)] {
      if await !change(document, of: store) { isRestored = false }
    }
    if await !changeDocuments(of: store) { isRestored = false }
    // Purge only if every page was restored from the trash: the others would be lost, correctly.
    _ = await call(isRestored ? "purge" : "purge nothing") { () async throws(PageStoreError) in
      try await store.purge(deletedBefore: isRestored ? .distantFuture : .distantPast)
    }
    _ = await call("verify") { () async throws(PageStoreError) in try await store.verify() }
    StoreChild.say("step \(item) close")
    await store.close()
  }

  /// Changes the pages of a document, and returns whether the deleted pages are restored.
  private func change(_ document: DocumentID, of store: PageStore) async -> Bool {
    let new = await call("append") { () async throws(PageStoreError) in
      try await store.append(.bytes(PagePicture.bytes(900)), to: document).id
    }
    _ = await call("insert") { () async throws(PageStoreError) in
      try await store.insert(.bytes(PagePicture.bytes(901)), at: 1, of: document)
    }
    let listed = await call("pageIDs") { () async throws(PageStoreError) in
      try await store.pageIDs(of: document)
    }
    let known = document.rawValue == 1 ? [PageID(1), PageID(150)] : [PageID(152), PageID(160)]
    var isRestored = true
    for page in Set(known + [listed?.first, listed?.last, new].compactMap(\.self)) {
      if await !change(page, of: store) { isRestored = false }
    }
    guard let new else { return isRestored }
    _ = await call("delete") { () async throws(PageStoreError) in try await store.delete(new) }
    return isRestored
  }

  private func change(_ page: PageID, of store: PageStore) async -> Bool {
    _ = await call("rotate") { () async throws(PageStoreError) in
      try await store.rotate(page, by: .clockwise)
    }
    for key in ["rotate", "move", "visit \(page.rawValue)"] {
      _ = await call("repeatable \(key)") { () async throws(PageStoreError) in
        try await store.repeatable(key, .rotate(page, by: .clockwise))
      }
    }
    _ = await call("updateMetadata") { () async throws(PageStoreError) in
      try await store.updateMetadata(of: [page]) { $0.fields["visited"] = "yes" }
    }
    _ = await call("move") { () async throws(PageStoreError) in try await store.move(page, to: 2) }
    let deleted = await call("delete") { () async throws(PageStoreError) in
      try await store.delete(page)
    }
    let restored = await call("restore") { () async throws(PageStoreError) in
      try await store.restore(page)
    }
    // Replaces a page by its own bytes, so that no original becomes unused.
    let bytes = await call("bytes") { () async throws(PageStoreError) in
      try await store.bytes(of: page)
    }
    if let bytes {
      _ = await call("replace") { () async throws(PageStoreError) in
        try await store.replace(page, with: .bytes(bytes))
      }
    }
    return deleted == nil || restored != nil
  }

  private func changeDocuments(of store: PageStore) async -> Bool {
    let new = await call("createDocument") { () async throws(PageStoreError) in
      try await store.createDocument(title: "new", metadata: ["key": "value"]).id
    }
    _ = await call("updateDocument") { () async throws(PageStoreError) in
      try await store.updateDocument(DocumentID(2), title: "other", metadata: [:])
    }
    let copy = await call("duplicate") { () async throws(PageStoreError) in
      try await store.duplicate(DocumentID(2)).id
    }
    let tail = await call("split") { () async throws(PageStoreError) in
      try await store.split(copy ?? DocumentID(2), at: 2, title: "tail").id
    }
    let target = new ?? DocumentID(1)
    _ = await call("merge") { () async throws(PageStoreError) in
      try await store.merge(tail ?? DocumentID(2), into: target)
    }
    let deleted: Void? = await call("deleteDocument") { () async throws(PageStoreError) in
      try await store.deleteDocument(DocumentID(1))
    }
    let restored = await call("restoreDocument") { () async throws(PageStoreError) in
      try await store.restoreDocument(DocumentID(1))
    }
    return deleted == nil || restored != nil
  }
}
