// SPDX-License-Identifier: Apache-2.0

import GalleryPages
import HTTPTypes
import PageStorage
import Testing

@testable import GalleryServer

/// Thumbnails that are made before they are requested.
struct PreparationTests {
  /// Waits until the thumbnails of a page are in the cache.
  private func wait(for page: UInt64, in store: PageStore) async throws {
    let stored = try await store.page(PageID(page))
    for style in ThumbnailPreparation.styles {
      while store.cachedThumbnail(of: stored, style: style) == nil {
        try await Task.sleep(for: .milliseconds(2))
      }
    }
  }

  @Test func newPagesHaveThumbnails() async throws {
    try await TestServer.run { server in
      let document = try await server.document()
      let pages = "/api/v1/documents/\(document.rawValue)/pages"
      let added = try await server.send(.post, pages, bytes: TestImage.jpeg(1))
      let page = try #require(added.json["id"] as? UInt64)
      try await wait(for: page, in: server.store)

      _ = try await server.send(.put, "/api/v1/pages/\(page)", bytes: TestImage.jpeg(2))
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
      for page in try await server.ids(of: document) { try await wait(for: page, in: server.store) }
    }
  }
}
