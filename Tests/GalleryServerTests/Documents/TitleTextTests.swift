// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryPages
import HTTPTypes
import PageStorage
import Testing

@testable import GalleryServer

/// Titles with characters that break lines or change the direction of writing.
struct TitleTextTests {
  @Test func titlesAreOneLine() async throws {
    try await TestServer.run { server in
      let document = try await server.document()
      for character in ["\n", "\r", "\t", "\u{1}", "\u{7f}", "\u{85}", "\u{2028}", "\u{2029}"] {
        let title = String(decoding: try JSONEncoder().encode("a\(character)b"), as: UTF8.self)
        let answer = try await server.send(.post, "/api/v1/documents", json: "{\"title\":\(title)}")
        #expect(answer.status == 400 && answer.code == "malformed", "\(title)")
        let renamed = try await server.send(
          .patch, "/api/v1/documents/\(document.rawValue)", [.ifMatch: "*"],
          json: "{\"title\":\(title)}")
        #expect(renamed.status == 400)
      }
      let form: HTTPFields = [.contentType: "application/x-www-form-urlencoded"]
      let answer = try await server.send(.post, "/d", form, bytes: Array("title=a%0Ab".utf8))
      #expect(answer.status == 400)
    }
  }

  @Test func titlesAreIsolated() async throws {
    try await TestServer.run { server in
      let title = "a\u{202E}b\u{2066}c"
      let document = try await server.document(title)
      let trashed = try await server.document(title)
      try await server.store.deleteDocument(trashed)
      let path = "/d/\(document.rawValue)"
      for path in ["/", path, "/trash", path + "/trash"] {
        let text = try await server.get(path).text
        #expect(text.firstMatch(of: #/<bdi[^>]*>a\u202Eb\u2066c<\/bdi>/#) != nil, "\(path)")
      }
    }
  }
}
