// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import GalleryModel
import PageStorage

/// Everything that a store serves, by each call that serves it.
///
/// The results of failed calls are missing here and counted in ``errors``: an error is never wrong
/// data.
struct StoreSnapshot {
  var documents: [DocumentID: Document] = [:]
  /// The pages of each document, by each call that lists them.
  var orders: [String: [DocumentID: [PageID]]] = [:]
  var pages: [PageID: StoredPage] = [:]
  var shapes: [PageID: Double] = [:]
  var locations: [PageID: String] = [:]
  var trash: [DocumentID: [PageID]] = [:]
  var bytes: [PageID: [UInt8]] = [:]
  var metadata: [PageID: PageMetadata] = [:]
  var errors: [String: Int] = [:]

  /// Reads a store.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - known: Documents and pages to request even if the store does not list them.
  init(_ store: PageStore, asking known: StoreSnapshot? = nil) async {
    await readDocuments(store, Set(known?.documents.keys.map(\.self) ?? []))
    for document in documents.keys.sorted(by: { $0.rawValue < $1.rawValue }) {
      await readPages(store, document)
    }
    let all = orders.values.flatMap { $0.values.flatMap(\.self) } + trash.values.flatMap(\.self)
    for page in Set(all).union(known?.pages.keys.map(\.self) ?? []) { await readPage(store, page) }
  }

  /// The pages that are neither in the trash nor in a document in the trash.
  var present: [PageID] {
    pages.values.filter { $0.trash == nil && documents[$0.document]?.trashed == nil }.map(\.id)
  }

  private mutating func attempt<Value>(
    _ name: String, _ body: () async throws(PageStoreError) -> Value
  ) async -> Value? {
    do throws(PageStoreError) {
      return try await body()
    } catch {
      errors["\(name) \(error.code)", default: 0] += 1
      return nil
    }
  }

  private mutating func readDocuments(_ store: PageStore, _ known: Set<DocumentID>) async {
    let present = await attempt("documents") { () async throws(PageStoreError) in
      try await store.documents()
    }
    let trashed = await attempt("trashedDocuments") { () async throws(PageStoreError) in
      try await store.trashedDocuments()
    }
    for document in (present ?? []) + (trashed ?? []) { documents[document.id] = document }
    for id in known.subtracting(documents.keys) {
      documents[id] = await attempt("document") { () async throws(PageStoreError) in
        try await store.document(id)
      }
    }
  }

  private mutating func readPages(_ store: PageStore, _ document: DocumentID) async {
    guard let found = documents[document], found.trashed == nil else { return }
    let ids = await attempt("pageIDs") { () async throws(PageStoreError) in
      try await store.pageIDs(of: document)
    }
    orders["pageIDs", default: [:]][document] = ids
    let listed = await attempt("pages") { () async throws(PageStoreError) in
      try await store.pages(in: 0..<max(0, min(found.pageCount, 10_000)), of: document)
    }
    orders["pages", default: [:]][document] = listed?.map(\.id)
    let gallery = await attempt("galleryPages") { () async throws(PageStoreError) in
      try await store.galleryPages(of: document).pages
    }
    orders["galleryPages", default: [:]][document] = gallery?.map(\.id)
    let trashed = await attempt("trash") { () async throws(PageStoreError) in
      try await store.trash(of: document)
    }
    trash[document] = trashed?.map(\.id)
    for page in listed ?? [] { pages[page.id] = page }
  }

  private mutating func readPage(_ store: PageStore, _ id: PageID) async {
    pages[id] = await attempt("page") { () async throws(PageStoreError) in
      try await store.page(id)
    }
    shapes[id] =
      await attempt("aspectRatio") { () async throws(PageStoreError) in
        try await store.aspectRatio(of: id)
      } ?? nil
    bytes[id] = await attempt("bytes") { () async throws(PageStoreError) in
      try await store.bytes(of: id)
    }
    metadata[id] = await attempt("metadata") { () async throws(PageStoreError) in
      try await store.metadata(of: id)
    }
    guard pages[id]?.trash == nil else { return }
    locations[id] = await attempt("location") { () async throws(PageStoreError) in
      let (document, index) = try await store.location(of: id)
      return "\(document.rawValue) \(index)"
    }
  }
}
