// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import PageStorage
import Testing

@testable import GalleryServer

/// Clients that may use one document only.
struct RestrictionTests {
  private struct Restricted: Authorizer {
    func decide(_ request: AccessRequest) async -> AccessDecision {
      .granted(
        Client(
          id: ClientID(rawValue: "scanner"), scope: .write, document: DocumentID(1),
          evidence: .header))
    }
  }

  @Test func doNotSeeWhetherOtherDocumentsExist() async throws {
    try await TestServer.run(configured: { $0.authorizer = Restricted() }) { server in
      let own = try await server.document("own", pages: 1)
      let other = try await server.document("other", pages: 1)
      #expect(own == DocumentID(1))
      let foreign = try await server.ids(of: other)[0]
      for operation in GalleryServer(store: server.store).routes.operations {
        guard [.document, .page].contains(operation.reach) else { continue }
        let answers = try await [(other.rawValue, foreign), (404, 404)].asyncMap { document, page in
          let path = operation.path(document: document, page: page)
          let answer = try await server.send(operation.method, path)
          return (answer.status, answer.code, answer.json["detail"] as? String, document, page)
        }
        #expect(answers.allSatisfy { $0.0 == 404 }, "\(operation.pattern)")
        let details = answers.map { answer in
          (answer.2 ?? "").replacing("\(answer.3)", with: "N").replacing("\(answer.4)", with: "N")
        }
        #expect(details[0] == details[1], "\(operation.pattern)")
      }
      #expect(try await server.store.documents().count == 2)
    }
  }

  @Test func useTheirDocument() async throws {
    try await TestServer.run(configured: { $0.authorizer = Restricted() }) { server in
      let own = try await server.document("own", pages: 1)
      let page = try await server.ids(of: own)[0]
      #expect(try await server.get("/api/v1/documents/1").status == 200)
      #expect(try await server.get("/api/v1/pages/\(page)/original").status == 200)
      #expect(try await server.send(.delete, "/api/v1/pages/\(page)").status == 204)
      #expect(try await server.get("/api/v1/documents").status == 403)
      let creation = try await server.send(.post, "/api/v1/documents", json: "{\"title\":\"a\"}")
      #expect(creation.status == 403)
    }
  }

  @Test func learnOfEqualPagesInTheirDocumentOnly() async throws {
    try await TestServer.run(configured: { $0.authorizer = Restricted() }) { server in
      let own = try await server.document("own")
      // More pages of another document than a list has are before the own one.
      let other = try await server.document("other", pages: 1)
      for _ in 1..<101 { try await server.store.append(.bytes(TestImage.png(0)), to: other) }
      try await server.store.append(.bytes(TestImage.png(0)), to: own)
      let id = "00000000-0000-4000-8000-000000000001"
      let answer = try await server.send(
        .put, "/api/v1/uploads/\(id)", [.contentType: "image/png"], bytes: TestImage.png(0))
      #expect(answer.status == 201)
      #expect(answer.list("sameAs", of: UInt64.self) == (try await server.ids(of: own)))
    }
  }
}

extension Operation {
  /// Returns the path of the operation for a document and a page.
  func path(document: some BinaryInteger, page: some BinaryInteger) -> String {
    let values = [
      ("{document}", "\(document)"), ("{page}", "\(page)"), ("{key}", "AAAAAAAAAAA"),
      ("{style}", "h132"), ("{upload}", "00000000-0000-4000-8000-000000000001"),
      ("{code}", "notFound"),
    ]
    return values.reduce(pattern.description) { $0.replacing($1.0, with: $1.1) }
  }
}

extension Sequence {
  /// Maps one element after the other.
  func asyncMap<Result>(_ transform: (Element) async throws -> Result) async rethrows -> [Result] {
    var results: [Result] = []
    for element in self { results.append(try await transform(element)) }
    return results
  }
}
