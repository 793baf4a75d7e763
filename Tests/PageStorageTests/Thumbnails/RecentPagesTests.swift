// SPDX-License-Identifier: Apache-2.0

import GalleryPages
import PageImaging
import Testing

@testable import PageStorage

/// The pages that need not be read again.
@Suite struct RecentPagesTests {
  private let folder: TestFolder

  init() throws { folder = try TestFolder() }

  private static func scan() throws -> [UInt8] {
    try Bitmap(size: PixelSize(width: 30, height: 20), format: .gray8, fill: 99).encoded(as: .png)
  }

  /// A catalog whose state a test changes, and which counts what is asked.
  private struct Asked {
    var version: Int64 = 1
    var connection: any AnyObject & Sendable = Connection()
    var commitCount = 0
    var readCount = 0

    final class Connection: Sendable {}

    /// Returns whether a page had to be read.
    mutating func isRead(_ id: UInt64, through pages: RecentPages, _ page: StoredPage) throws
      -> Bool
    {
      let (state, before) = (
        CatalogState(connection: connection, version: version), readCount
      )
      let entry = try pages.page(
        PageID(id), commitCount: commitCount, look: { () throws(PageStoreError) in state }
      ) { () throws(PageStoreError) in
        readCount += 1
        return page
      }
      #expect(entry.page == page && entry.key == page.key)
      return readCount > before
    }
  }

  private func page() async throws -> StoredPage {
    let store = try await folder.open()
    let document = try await store.createDocument(title: "a").id
    let page = try await store.append(.bytes(Self.scan()), to: document)
    await store.close()
    return page
  }

  @Test func aPageIsReadAgainOnlyIfTheCatalogHasChanged() async throws {
    let (pages, page) = (RecentPages(), try await page())
    var catalog = Asked()
    #expect(try catalog.isRead(1, through: pages, page))
    #expect(try !catalog.isRead(1, through: pages, page))
    #expect(try catalog.isRead(2, through: pages, page))
    try await Task.sleep(for: .milliseconds(11))
    #expect(try !catalog.isRead(1, through: pages, page))
    #expect(try !catalog.isRead(2, through: pages, page))
    // A commit of this process.
    catalog.commitCount += 1
    #expect(try catalog.isRead(1, through: pages, page))
    #expect(try catalog.isRead(2, through: pages, page))
    #expect(try !catalog.isRead(1, through: pages, page))
    // One of another process.
    catalog.version += 1
    try await Task.sleep(for: .milliseconds(11))
    #expect(try catalog.isRead(1, through: pages, page))
    #expect(try catalog.isRead(2, through: pages, page))
    // Versions of different connections mean nothing to each other.
    catalog.connection = Asked.Connection()
    try await Task.sleep(for: .milliseconds(11))
    #expect(try catalog.isRead(1, through: pages, page))
    #expect(try !catalog.isRead(1, through: pages, page))
    pages.removeAll()
    #expect(try catalog.isRead(1, through: pages, page))
  }

  @Test func aNumberOfPagesIsKept() async throws {
    let (pages, page) = (RecentPages(), try await page())
    var catalog = Asked()
    for id in 1...UInt64(RecentPages.maximumCount) {
      _ = try catalog.isRead(id, through: pages, page)
    }
    #expect(catalog.readCount == RecentPages.maximumCount)
    #expect(try catalog.isRead(0, through: pages, page))
    #expect(try catalog.isRead(1, through: pages, page))
  }

  @Test func aThumbnailInMemoryFollowsThePage() async throws {
    let store = try await folder.open { $0.thumbnailMemoryByteCount = 1 << 20 }
    let document = try await store.createDocument(title: "a").id
    let page = try await store.append(.bytes(Self.scan()), to: document)
    let style = ThumbnailStyle.strip(height: 10)
    try await waitForThumbnail(of: page.id, page.key, style, in: store)
    try await store.rotate(page.id, by: .clockwise)
    #expect(store.thumbnailInMemory(of: page.id, key: page.key, style: style) == nil)
    #expect(try await store.thumbnail(of: page.id, key: page.key, style: style) == nil)

    let turned = try await store.page(page.id).key
    try await waitForThumbnail(of: page.id, turned, style, in: store)
    let other = try await folder.open { $0.workFolder = $0.workFolder.map { $0 + "-other" } }
    try await other.rotate(page.id, by: .clockwise)
    try await Task.sleep(for: TestEngine.isServed ? ServedPages.maximumAge : .milliseconds(11))
    #expect(store.thumbnailInMemory(of: page.id, key: turned, style: style) == nil)
    await other.close()
    await store.close()
    #expect(store.thumbnailInMemory(of: page.id, key: turned, style: style) == nil)
  }

  /// Asks for a thumbnail until it is in memory: on a server, the first look at changes runs in the background.
  private func waitForThumbnail(
    of page: PageID, _ key: PageKey, _ style: ThumbnailStyle, in store: PageStore
  ) async throws {
    let end = ContinuousClock.now + .seconds(300)
    while store.thumbnailInMemory(of: page, key: key, style: style) == nil {
      try #require(.now < end, "the thumbnail is not kept in memory")
      #expect(try await store.thumbnail(of: page, key: key, style: style) != nil)
      try await Task.sleep(for: .milliseconds(1))
    }
  }
}
