// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import GalleryTestData
import PageImaging
import PageStorage

/// A reader of documents that other processes change.
struct SharedReader {
  private let store: PageStore
  private var documents: [(id: DocumentID, pages: [PageID])]
  private var random: SeededGenerator

  init(_ store: PageStore, seed: UInt64) async throws(PageStoreError) {
    self.store = store
    documents = try await store.documents().map { ($0.id, []) }
    random = SeededGenerator(seed: seed)
  }

  /// Makes a number of reads.
  mutating func run(_ count: Int) async {
    for _ in 0..<count {
      let place = documents.indices.randomElement(using: &random) ?? 0
      let (document, pages) = documents[place]
      switch Int.random(in: 0..<8, using: &random) {
      case 0..<3:
        var found = pages
        await Self.readAll(store, document) { pages, _ in found = pages.map(\.id) }
        documents[place].pages = found
      case 3..<5: await readWindow(document, pages.count)
      case 5..<7:
        if let page = pages.randomElement(using: &random) { await readBytes(page, document) }
      default: await readDocument(document)
      }
    }
  }

  /// Reads the IDs, versions and shapes of all pages, and the revision.
  static func readAll(
    _ store: PageStore, _ document: DocumentID, _ seen: ([Page], Int) -> Void
  ) async {
    await CallLog.record(document, "pages") { () async throws(PageStoreError) in
      let (pages, revision) = try await store.galleryPages(of: document)
      seen(pages, revision)
      let words = pages.map { "\($0.id.rawValue):\($0.contentVersion):\($0.shape)" }
      return (["\(revision)"] + words).joined(separator: " ")
    }
  }

  private mutating func readWindow(_ document: DocumentID, _ count: Int) async {
    let start = Int.random(in: 0...count, using: &random)
    let end = Int.random(in: start...count + 1, using: &random)
    await CallLog.record(document, "window \(start) \(end)") {
      [store] () async throws(PageStoreError) in
      try await store.pages(in: start..<end, of: document).map { page in
        let number = (page.header?.facts.storedSize.width ?? 0) - 256
        return "\(page.id.rawValue):\(page.contentVersion):\(number):\(page.rotation.count)"
      }.joined(separator: " ")
    }
  }

  private func readBytes(_ page: PageID, _ document: DocumentID) async {
    await CallLog.record(document, "bytes \(page.rawValue)") { () async throws(PageStoreError) in
      let bytes = try await store.bytes(of: page)
      let number = Int(bytes.last ?? 0)
      return bytes == CrashPage.bytes(number) ? "\(number)" : "other"
    }
  }

  private func readDocument(_ document: DocumentID) async {
    await CallLog.record(document, "document") { () async throws(PageStoreError) in
      let found = try await store.document(document)
      return "\(found.revision) \(found.pageCount)"
    }
  }
}

extension Page {
  /// The number of a page's bytes, encoded in its shape: positive in its original, landscape
  /// orientation, negative if it was rotated.
  fileprivate var shape: Int {
    guard let ratio = size?.aspectRatio else { return 0 }
    return ratio >= 1 ? Int((ratio * 256).rounded()) - 256 : 256 - Int((256 / ratio).rounded())
  }
}
