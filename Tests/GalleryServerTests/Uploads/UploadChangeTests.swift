// SPDX-License-Identifier: Apache-2.0

import GalleryPages
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import GalleryServer
@testable import PageStorage

/// Changes that add uploads.
struct UploadChangeTests {
  private static func quoted(_ number: Int) -> String { "\"\(TestServer.uuid(number))\"" }

  @Test func addsUploads() async throws {
    try await TestServer.run { server in
      let document = try await server.document(pages: 2)
      let ids = try await server.ids(of: document)
      let first = try #require(try await server.upload(1, TestImage.jpeg(1)).pageID)
      _ = try await server.upload(2, TestImage.jpeg(2))
      let third = try #require(try await server.upload(3, TestImage.jpeg(3)).pageID)
      _ = try await server.upload(4, TestImage.jpeg(4))
      let answer = try await server.change(
        document, 2,
        """
        {"insertions": [{"at": 0, "upload": \(Self.quoted(1))},
          {"at": 3, "upload": \(Self.quoted(3)), "replacement": \(Self.quoted(4))}],
         "replacements": [{"at": 1, "upload": \(Self.quoted(2))}], "origin": "tab-7"}
        """)
      #expect(answer.status == 200)
      #expect(answer.json["pageCount"] as? Int == 4)
      #expect(try await server.ids(of: document) == [first] + ids + [third])
      for (index, number) in [(0, 1), (2, 2), (3, 4)] {
        let page = try await server.store.pages(in: index..<index + 1, of: document)[0]
        #expect(try await server.store.bytes(of: page.id) == TestImage.jpeg(number))
      }
      #expect(server.incoming.isEmpty)

      let changes = try await server.get(
        "/api/v1/documents/\(document.rawValue)/changes?after=1"
      ).list("changes", of: [String: Any].self)
      #expect(changes.map { $0["origin"] as? String } == [nil, "tab-7"])
      let keys = try #require(changes[1]["keys"] as? [String: String])
      #expect(Set(keys.keys) == ["\(first)", "\(ids[1])", "\(third)"])
      let key = try await server.store.page(PageID(first)).key.description
      #expect(keys["\(first)"] == key)
    }
  }

  @Test func tellsWhatBecameOfAnUpload() async throws {
    try await TestServer.run { server in
      let document = try await server.document()
      let page = try await server.upload(1, TestImage.jpeg(1)).pageID
      let body = #"{"insertions": [{"at": 0, "upload": \#(Self.quoted(1))}]}"#
      #expect(try await server.change(document, 0, body).status == 200)
      let found = try await server.get(TestServer.upload(1))
      #expect(found.json["document"] as? Int64 == document.rawValue)
      #expect(try await server.upload(1, TestImage.jpeg(1)).status == 200)
      #expect(try await server.upload(1, TestImage.jpeg(2)).status == 409)

      let used = try await server.change(document, 1, body)
      #expect(used.status == 422)
      #expect(used.code == "usedUpload")
      #expect(used.json["document"] as? Int64 == document.rawValue)
      #expect(used.json["page"] as? UInt64 == page)
      let unknown = try await server.change(
        document, 1,
        """
        {"insertions": [{"at": 0, "upload": \(Self.quoted(7))},
          {"at": 1, "upload": \(Self.quoted(8))}]}
        """)
      #expect(unknown.status == 422)
      #expect(unknown.code == "unknownUpload")
      #expect(unknown.list("uploads", of: String.self) == [7, 8].map(TestServer.uuid))
      #expect(try await server.store.document(document).revision == 1)

      #expect(try await server.send(.delete, TestServer.upload(1)).status == 204)
      #expect(try await server.get(TestServer.upload(1)).status == 404)
      #expect(try await server.ids(of: document) == [page])
    }
  }

  @Test func namesThePresentDocumentOfAnUpload() async throws {
    try await TestServer.run { server in
      let (first, second) = (try await server.document(), try await server.document())
      let id = try #require(try await server.upload(1, TestImage.jpeg(1)).pageID)
      let body = #"{"insertions": [{"at": 0, "upload": \#(Self.quoted(1))}]}"#
      #expect(try await server.change(first, 0, body).status == 200)
      func document() async throws -> Int64? {
        try await server.get(TestServer.upload(1)).json["document"] as? Int64
      }
      #expect(try await document() == first.rawValue)
      let merged = try await server.send(
        .post, "/api/v1/documents/\(second.rawValue)/merge",
        json: "{\"document\": \(first.rawValue)}")
      #expect(merged.status == 200)
      #expect(try await document() == second.rawValue)
      #expect(try await server.send(.delete, "/api/v1/pages/\(id)").status == 204)
      #expect(try await document() == nil)
      #expect(try await server.send(.post, "/api/v1/pages/\(id)/restore").status == 200)
      #expect(try await document() == second.rawValue)
    }
  }

  @Test func keepsUploadsOfChangesThatFail() async throws {
    try await TestServer.run { server in
      let document = try await server.document(pages: 1)
      let page = try await server.upload(1, TestImage.jpeg(1)).pageID
      let upload = Self.quoted(1)
      let failing: [(Int, String, Int)] = [
        (0, #"{"insertions": [{"at": 0, "upload": \#(upload)}]}"#, 412),
        (1, #"{"insertions": [{"at": 5, "upload": \#(upload)}]}"#, 422),
        (1, #"{"replacements": [{"at": 1, "upload": \#(upload)}]}"#, 422),
        (1, #"{"insertions": [{"at": 0, "upload": \#(upload)}, {"at": 0, "page": 99}]}"#, 422),
        (
          1,
          """
          {"insertions": [{"at": 0, "upload": \(upload)}],
           "replacements": [{"at": 0, "upload": \(upload)}]}
          """, 422
        ),
        (
          1,
          """
          {"insertions": [{"at": 0, "upload": \(upload)}, {"at": 1, "upload": \(Self.quoted(2))}]}
          """, 422
        ),
        (1, #"{"insertions": [{"at": 0, "upload": "x"}]}"#, 400),
        (1, #"{"insertions": [{"at": 0, "upload": \#(upload), "page": 1}]}"#, 400),
        (1, #"{"insertions": [{"at": 0}]}"#, 400),
        (1, #"{"replacements": [{"at": 0, "page": 1}]}"#, 400),
        (1, #"{"insertions": [{"at": 0, "upload": \#(upload)}], "origin": ""}"#, 400),
        (1, #"{"insertions": [{"at": 0, "upload": \#(upload)}], "origin": "a b"}"#, 400),
        (1, #"{"insertions": [{"at": 0, "upload": \#(upload)}], "origin": 7}"#, 400),
      ]
      for (revision, body, status) in failing {
        #expect(try await server.change(document, revision, body).status == status, "\(body)")
      }
      #expect(try await server.store.document(document).revision == 1)
      let made = try await server.change(
        document, 1, #"{"insertions": [{"at": 0, "upload": \#(upload)}]}"#)
      #expect(made.status == 200)
      #expect(try await server.ids(of: document).first == page)
    }
  }

  @Test func usesAnUploadOnceIfSeveralChangesWantIt() async throws {
    try await TestServer.run { server in
      let documents = [try await server.document(), try await server.document()]
      let page = try await server.upload(1, TestImage.jpeg(1)).pageID
      let body = #"{"insertions": [{"at": 0, "upload": \#(Self.quoted(1))}]}"#
      let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
        for number in 0..<10 {
          group.addTask { try await server.change(documents[number % 2], 0, body).status }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(statuses.count { $0 == 200 } == 1)
      #expect(Set(statuses).isSubset(of: [200, 409, 412, 422]))
      let ids = try await server.ids(of: documents[0]) + server.ids(of: documents[1])
      #expect(ids == [page])
    }
  }

  @Test func sendsOriginsWithEvents() async throws {
    try await TestServer.run(.live) { server in
      let document = try await server.document(pages: 2)
      let port = try #require(server.client.port)
      let text =
        "GET /api/v1/documents/\(document.rawValue)/events HTTP/1.1\r\nHost: localhost\r\n\r\n"
      var isChanged = false
      try await RawConnection.follow(text, to: port) { received in
        if received.contains("event: document"), !isChanged {
          isChanged = true
          let body = #"{"moves": [{"from": 0, "to": 1}], "origin": "3f2a"}"#
          let answer = try await server.change(document, 2, body)
          #expect(answer.status == 200)
        }
        return received.contains("id: 3\n") && received.contains("\"origin\":\"3f2a\"")
      }
    }
  }
}

/// The origins of changes, which the log does not have.
struct ChangeOriginTests {
  private let document = DocumentID(1)

  private func change(_ revision: Int) -> DocumentChange {
    DocumentChange(document: document, revision: revision, changeset: Changeset())
  }

  @Test func waitsForTheEndOfAChange() async throws {
    let origins = ChangeOrigins()
    let (started, begin) = AsyncStream.makeStream(of: Void.self)
    let (released, release) = AsyncStream.makeStream(of: Void.self)
    async let made = origins.recording("mine", of: document, revision: 4) {
      begin.yield()
      for await _ in released { break }
      return ((), change(4))
    }
    for await _ in started { break }
    async let origin = origins.origin(of: document, revision: 4)
    #expect(await origins.origin(of: document, revision: 5) == nil)
    while origins.waiterCount == 0 { await Task.yield() }
    release.yield()
    #expect(try await made.change?.revision == 4)
    #expect(await origin == "mine")
  }

  @Test func forgetsChangesThatWereNotMade() async throws {
    struct Failure: Error {}
    let origins = ChangeOrigins()
    await #expect(throws: Failure.self) {
      _ = try await origins.recording("mine", of: document, revision: 4) {
        () async throws -> (response: Void, change: DocumentChange?) in throw Failure()
      }
    }
    // A change without entries makes no revision.
    _ = try await origins.recording("mine", of: document, revision: 4) { ((), change(3)) }
    #expect(await origins.origin(of: document, revision: 4) == nil)
    #expect(await origins.origin(of: document, revision: 3) == nil)
  }

  @Test func keepsTheLastOnes() async throws {
    let origins = ChangeOrigins()
    let count = 2 * ChangeOrigins.limit + 1
    for revision in 1...count {
      _ = try await origins.recording("\(revision)", of: document, revision: revision) {
        ((), change(revision))
      }
    }
    #expect(await origins.origin(of: document, revision: 1) == nil)
    for revision in [count, count - ChangeOrigins.limit + 1] {
      #expect(await origins.origin(of: document, revision: revision) == "\(revision)")
    }
  }
}
