// SPDX-License-Identifier: Apache-2.0

import GalleryPages
import GalleryTestSupport
import HTTPTypes
import PageStorage
import Testing

@testable import GalleryServer

/// Thumbnails that are made before they are requested.
@Suite(.timeLimit(.minutes(10))) struct PreparationTests {
  /// Waits until the thumbnails of a page are in the cache.
  private func wait(for page: UInt64, in store: PageStore) async throws {
    let stored = try await store.page(PageID(page))
    for style in ThumbnailPreparation.styles {
      while store.cachedThumbnail(of: stored, style: style) == nil {
        try await Task.sleep(for: .milliseconds(2))
      }
    }
  }

  /// Lets the time pass for which no page may arrive.
  private func pass(_ clock: ManualClock) async {
    let end = clock.now.offset + ThumbnailPreparation.delay
    while !clock.deadlines.contains(end) { await Task.yield() }
    clock.set(to: end)
  }

  @Test func waitsUntilNoPageArrives() async throws {
    let clock = ManualClock()
    try await TestServer.run { server in
      let document = try await server.document(pages: 2)
      let ids = try await server.ids(of: document)
      let preparation = ThumbnailPreparation(store: server.store, isEnabled: true, clock: clock)
      preparation([PageID(ids[0])])
      while clock.deadlines != [.seconds(1)] { await Task.yield() }
      clock.set(to: .milliseconds(500))
      preparation([PageID(ids[1])])
      clock.set(to: .seconds(1))
      while clock.deadlines != [.seconds(2)] { await Task.yield() }
      let first = try await server.store.page(PageID(ids[0]))
      #expect(
        server.store.cachedThumbnail(of: first, style: ThumbnailPreparation.styles[0]) == nil)
      clock.set(to: .seconds(2))
      for page in ids { try await wait(for: page, in: server.store) }
      preparation([PageID(ids[0])])
      while clock.deadlines != [.seconds(3)] { await Task.yield() }
    }
  }

  @Test func beginsWhilePagesKeepArriving() async throws {
    let clock = ManualClock()
    try await TestServer.run { server in
      let document = try await server.document(pages: 2)
      let ids = try await server.ids(of: document)
      let preparation = ThumbnailPreparation(store: server.store, isEnabled: true, clock: clock)
      preparation([PageID(ids[0])])
      for second in 1...ThumbnailPreparation.longestDelayCount {
        while clock.deadlines != [.seconds(second)] { await Task.yield() }
        preparation([PageID(ids[1])])
        clock.set(to: .seconds(second))
      }
      for page in ids { try await wait(for: page, in: server.store) }
      // The next page waits anew.
      let next = Duration.seconds(ThumbnailPreparation.longestDelayCount + 1)
      preparation([PageID(ids[0])])
      while clock.deadlines != [next] { await Task.yield() }
    }
  }

  @Test func newPagesHaveThumbnails() async throws {
    let clock = ManualClock()
    try await TestServer.run(configured: { $0.clock = clock }) { server in
      let document = try await server.document()
      let pages = "/api/v1/documents/\(document.rawValue)/pages"
      let added = try await server.send(.post, pages, bytes: TestImage.jpeg(1))
      let page = try #require(added.json["id"] as? UInt64)
      await pass(clock)
      try await wait(for: page, in: server.store)

      _ = try await server.send(.put, "/api/v1/pages/\(page)", bytes: TestImage.jpeg(2))
      await pass(clock)
      try await wait(for: page, in: server.store)

      for number in 3...4 { _ = try await server.upload(number, TestImage.jpeg(number)) }
      let uploads = [3, 4].map { "\"\(TestServer.uuid($0))\"" }
      let made = try await server.change(
        document, 2,
        """
        {"insertions": [{"at": 0, "upload": \(uploads[0])}],
         "replacements": [{"at": 0, "upload": \(uploads[1])}]}
        """)
      #expect(made.status == 200)
      await pass(clock)
      for page in try await server.ids(of: document) { try await wait(for: page, in: server.store) }
    }
  }
}
