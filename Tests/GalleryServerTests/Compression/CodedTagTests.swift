// SPDX-License-Identifier: Apache-2.0

import GalleryPages
import HTTPTypes
import PageStorage
import Testing

@testable import GalleryServer

/// The validators of content that is sent with gzip.
struct CodedTagTests {
  private static let gzip: HTTPFields = [.acceptEncoding: "gzip"]

  /// Creates a document whose JSON is long enough, and returns its path.
  private static func document(in server: TestServer) async throws -> String {
    let text = String(repeating: "a", count: 2_000)
    let answer = try await server.send(
      .post, "/api/v1/documents", gzip, json: #"{"title":"Lease","metadata":{"note":"\#(text)"}}"#)
    #expect(answer.status == 201 && answer.headers[.contentEncoding] == "gzip")
    #expect(answer.headers[.eTag]?.hasSuffix("-gzip\"") == false)
    return try #require(answer.headers[.location])
  }

  @Test func eachFormHasATagOfItsOwn() async throws {
    try await TestServer.run { server in
      let path = try await Self.document(in: server)
      let plain = try #require(try await server.get(path).headers[.eTag])
      let coded = try #require(try await server.get(path, Self.gzip).headers[.eTag])
      #expect(coded == "\(plain.dropLast())-gzip\"")
      #expect(try await server.send(.head, path, Self.gzip).headers[.eTag] == coded)

      for tag in [plain, coded, "\"x\", W/\(coded)"] {
        let same = try await server.get(path, Self.gzip + [.ifNoneMatch: tag])
        #expect(same.status == 304 && same.bytes.isEmpty)
        #expect(same.headers[.contentEncoding] == nil)
        #expect(tag.hasSuffix(same.headers[.eTag] ?? "-"))
      }
      #expect(try await server.get(path, [.ifNoneMatch: plain]).status == 304)
      // The client cannot read what it has.
      let readable = try await server.get(path, [.ifNoneMatch: coded])
      #expect(readable.status == 200 && readable.headers[.eTag] == plain)
    }
  }

  @Test func unchangedJSONVariesLikeItsContent() async throws {
    try await TestServer.run { server in
      _ = try await Self.document(in: server)
      let document = try await server.document(pages: 30)
      let path = "/api/v1/documents/\(document.rawValue)"
      for path in ["/api/v1/documents", path + "/pages", path + "/pages?limit=20"] {
        let full = try await server.get(path, Self.gzip)
        let tag = try #require(full.headers[.eTag])
        #expect(full.headers[.vary] == "Accept-Encoding" && tag.hasSuffix("-gzip\""), "\(path)")
        let same = try await server.get(path, Self.gzip + [.ifNoneMatch: tag])
        #expect(same.status == 304 && same.headers[.vary] == "Accept-Encoding", "\(path)")
      }
      let columns = try await server.get(path + "/columns", Self.gzip)
      let tag = try #require(columns.headers[.eTag])
      #expect(columns.headers[.vary] == nil && tag == "\"r30\"")
      let same = try await server.get(path + "/columns", Self.gzip + [.ifNoneMatch: tag])
      #expect(same.status == 304 && same.headers[.vary] == nil)
    }
  }

  @Test func editsTakeTheTagOfEachForm() async throws {
    try await TestServer.run { server in
      let path = try await Self.document(in: server)
      for number in 0..<2 {
        let coded = try #require(try await server.get(path, Self.gzip).headers[.eTag])
        let fields: HTTPFields = [.ifMatch: coded]
        let answer = try await server.send(
          .patch, path, fields, json: #"{"title":"Lease \#(number)"}"#)
        #expect(answer.status == 200)
        let late = try await server.send(.patch, path, fields, json: #"{"title":"Late"}"#)
        #expect(late.status == 412)
      }
    }
  }

  @Test(
    arguments: [
      ("\"r17\"", 17, nil), ("\"r17-gzip\"", 17, nil), ("\"r17-of-5-gzip\"", 17, 5),
      ("\"r17-of-5-damaged-1f2e3d4c-gzip\"", 17, 5), ("\"r17-gzip-gzip\"", nil, nil),
      ("\"-gzip\"", nil, nil), ("\"gzip\"", nil, nil),
    ] as [(String, Int?, Int?)])
  func theRevisionDoesNotDependOnTheCoding(tag: String, revision: Int?, document: Int?) {
    let parts = PagesTag.parts(of: Substring(tag))
    #expect(parts?.revision == revision && parts?.document == document)
  }
}
