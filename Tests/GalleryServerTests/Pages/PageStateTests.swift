// SPDX-License-Identifier: Apache-2.0

import GalleryPages
import HTTPTypes
import PageStorage
import Testing

@testable import GalleryServer

/// A page that is read while others change it.
struct PageStateTests {
  /// Each edit rotates the page by 90 degrees, so that a revision tells the rotation.
  @Test func theTagIsThatOfTheStateThatIsDescribed() async throws {
    let count = 200
    try await TestServer.run { server in
      let document = try await server.document(pages: 1)
      let page = try await server.ids(of: document)[0]
      try await withThrowingTaskGroup { group in
        group.addTask {
          for _ in 0..<count { try await server.store.rotate(PageID(page), by: .clockwise) }
        }
        for _ in 0..<2 {
          group.addTask {
            var revision = 0
            while revision <= count {
              let answer = try await server.get("/api/v1/pages/\(page)")
              let tag = try #require(answer.headers[.eTag])
              revision = try #require(PagesTag.parts(of: Substring(tag))).revision
              #expect(answer.json["rotation"] as? Int == (revision - 1) % 4 * 90, "\(tag)")
            }
          }
        }
        try await group.waitForAll()
      }
    }
  }
}
