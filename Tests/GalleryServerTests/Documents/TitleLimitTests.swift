// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import PageStorage
import Testing

/// The maximum length of titles, wherever a client may state one.
struct TitleLimitTests {
  private static func title(_ count: Int) -> String { String(repeating: "ä", count: count) }

  @Test(arguments: [(500, true), (501, false)])
  func titlesHaveALimit(count: Int, isAllowed: Bool) async throws {
    try await TestServer.run { server in
      let document = try await server.document("Lease", pages: 2).rawValue
      let page = try await server.ids(of: DocumentID(document))[1]
      let path = "/api/v1/documents"
      let text = Self.title(count)
      let tag: HTTPFields = [.ifMatch: "*"]
      let answers = [
        try await server.send(.post, path, json: "{\"title\":\"\(text)\"}"),
        try await server.send(.patch, "\(path)/\(document)", tag, json: "{\"title\":\"\(text)\"}"),
        try await server.send(
          .post, "\(path)/\(document)/duplicate", json: "{\"title\":\"\(text)\"}"),
        try await server.send(
          .post, "\(path)/\(document)/split", json: "{\"title\":\"\(text)\",\"before\":\(page)}"),
      ]
      for answer in answers {
        #expect((200..<300).contains(answer.status) == isAllowed)
        guard !isAllowed else { continue }
        #expect(answer.status == 413 && answer.code == "limitExceeded")
        #expect(answer.json["limit"] as? Int == 500 && answer.json["found"] as? Int == count)
        let detail = "The title has \(count) Unicode code points; at most 500 are allowed."
        #expect(answer.json["detail"] as? String == detail)
      }
    }
  }

  @Test func formsHaveTheSameLimit() async throws {
    try await TestServer.run { server in
      let document = try await server.document("Lease").rawValue
      let form: HTTPFields = [.contentType: "application/x-www-form-urlencoded"]
      let bytes = Array("title=\(String(repeating: "a", count: 501))".utf8)
      for path in ["/d", "/d/\(document)/title"] {
        let answer = try await server.send(.post, path, form, bytes: bytes)
        #expect(answer.status == 413, "\(path)")
      }
      #expect(try await server.store.documents().map(\.title) == ["Lease"])
    }
  }
}
