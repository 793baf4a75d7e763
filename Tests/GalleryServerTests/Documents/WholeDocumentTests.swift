// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import PageStorage
import Testing

@testable import GalleryServer

/// Copies, splits and merges of documents.
struct WholeDocumentTests {
  @Test func copiesADocument() async throws {
    try await TestServer.run { server in
      let lease = try await server.document("Lease", pages: 2)
      let path = "/api/v1/documents/\(lease.rawValue)/duplicate"
      let same = try await server.send(.post, path, json: "{}")
      #expect(same.status == 201)
      #expect(same.headers[.location] == "/api/v1/documents/2")
      #expect(same.json["title"] as? String == "Lease" && same.json["pageCount"] as? Int == 2)
      let other = try await server.send(.post, path, json: #"{"title":"Copy"}"#)
      #expect(other.json["title"] as? String == "Copy")
      let ids = try await [lease, DocumentID(2), DocumentID(3)].asyncMap { document in
        try await server.ids(of: document)
      }
      #expect(Set(ids.joined()).count == 6)
      let wrong = try await server.send(.post, path, json: #"{"titel":"Copy"}"#)
      #expect(wrong.status == 400)
      let missing = try await server.send(.post, "/api/v1/documents/9/duplicate", json: "{}")
      #expect(missing.status == 404)
    }
  }

  @Test func splitsBeforeAPage() async throws {
    try await TestServer.run { server in
      let lease = try await server.document(pages: 3)
      let foreign = try await server.ids(of: try await server.document(pages: 1))[0]
      let ids = try await server.ids(of: lease)
      let path = "/api/v1/documents/\(lease.rawValue)/split"
      let refused = try await server.send(
        .post, path, json: #"{"before":\#(foreign),"title":"Appendix"}"#)
      #expect(refused.status == 404)
      for number in ["9223372036854775808", "-9999999999999999999999"] {
        let far = try await server.send(.post, path, json: #"{"before":\#(number),"title":"a"}"#)
        #expect(far.status == 400)
        #expect(far.json["detail"] as? String == "A number of the body is out of range.")
      }
      let answer = try await server.send(
        .post, path, json: #"{"before":\#(ids[1]),"title":"Appendix"}"#)
      #expect(answer.status == 201)
      #expect(answer.json["title"] as? String == "Appendix")
      #expect(try await server.ids(of: lease) == [ids[0]])
      #expect(try await server.ids(of: DocumentID(3)) == Array(ids[1...]))
      let again = try await server.send(
        .post, path, json: #"{"before":\#(ids[1]),"title":"Appendix"}"#)
      #expect(again.status == 404)
    }
  }

  @Test func mergesDocuments() async throws {
    try await TestServer.run { server in
      let lease = try await server.document(pages: 1)
      let other = try await server.document(pages: 2)
      let ids = try await server.ids(of: lease) + server.ids(of: other)
      let path = "/api/v1/documents/\(lease.rawValue)/merge"
      let answer = try await server.send(
        .post, path, json: #"{"document":\#(other.rawValue)}"#)
      #expect(answer.status == 200 && answer.json["pageCount"] as? Int == 3)
      #expect(try await server.ids(of: lease) == ids)
      #expect(try await server.get("/api/v1/documents/\(other.rawValue)").status == 404)
      for (wrong, status) in [(other.rawValue, 404), (lease.rawValue, 422)] {
        let refused = try await server.send(.post, path, json: #"{"document":\#(wrong)}"#)
        #expect(refused.status == status)
      }
      #expect(try await server.ids(of: lease) == ids)
    }
  }

  @Test(arguments: ["duplicate", "split", "merge"])
  func isConditional(name: String) async throws {
    try await TestServer.run { server in
      let lease = try await server.document(pages: 2)
      let other = try await server.document(pages: 1)
      let page = try await server.ids(of: lease)[1]
      let bodies = [
        "duplicate": "{}", "split": #"{"before":\#(page),"title":""}"#,
        "merge": #"{"document":\#(other.rawValue)}"#,
      ]
      let path = "/api/v1/documents/\(lease.rawValue)"
      let body = try #require(bodies[name])
      let current = try #require(try await server.get(path).headers[.eTag])
      let stale = try await server.send(
        .post, "\(path)/\(name)", [.ifMatch: "\"r1\""], json: body)
      #expect(stale.status == 412 && stale.headers[.eTag] == current)
      #expect(try await server.store.documents().count == 2)
      let made = try await server.send(
        .post, "\(path)/\(name)", [.ifMatch: current], json: body)
      #expect(made.status < 300)
    }
  }

  @Test func areMadeOnceUnderAKey() async throws {
    try await TestServer.run { server in
      let lease = try await server.document(pages: 2)
      let page = try await server.ids(of: lease)[1]
      let path = "/api/v1/documents/\(lease.rawValue)"
      let key = try #require(HTTPField.Name("Idempotency-Key"))
      for (name, body) in [
        ("duplicate", "{}"), ("split", #"{"before":\#(page),"title":"b"}"#),
        ("merge", #"{"document":3}"#),
      ] {
        let answers = try await [1, 2].asyncMap { _ in
          try await server.send(.post, "\(path)/\(name)", [key: name], json: body)
        }
        #expect(answers[0].status < 300)
        #expect(answers[0].status == answers[1].status && answers[0].bytes == answers[1].bytes)
      }
      let titles = try await server.store.documents().map(\.pageCount)
      #expect(titles == [2, 2])
    }
  }
}
