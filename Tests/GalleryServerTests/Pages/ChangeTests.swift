// SPDX-License-Identifier: Apache-2.0

import GalleryPages
import GalleryTestSupport
import HTTPTypes
import PageStorage
import Testing

@testable import GalleryServer

struct ChangeTests {
  @Test func appliesChangesToARevision() async throws {
    try await TestServer.run { server in
      let document = try await server.document(pages: 4)
      let ids = try await server.ids(of: document)
      let path = "/api/v1/documents/\(document.rawValue)/changes"
      let body = """
        {"deletions": [1], "moves": [{"from": 3, "to": 0}], "rotations": [{"at": 2, "rotation": 90}]}
        """
      let answer = try await server.send(.post, path, [.ifMatch: "\"r4\""], json: body)
      #expect(answer.status == 200)
      #expect(answer.json["revision"] as? Int == 5)
      #expect(answer.json["pageCount"] as? Int == 3)
      #expect(answer.headers[.eTag] == "\"r5\"")
      #expect(try await server.ids(of: document) == [ids[3], ids[0], ids[2]])
      let back = try await server.send(
        .post, path, [.ifMatch: "\"r5\""],
        json: "{\"insertions\": [{\"at\": 3, \"page\": \(ids[1])}]}")
      #expect(back.json["pageCount"] as? Int == 4)
      #expect(try await server.ids(of: document).last == ids[1])
    }
  }

  @Test func sendsTheChangesSinceWithAConflict() async throws {
    try await TestServer.run { server in
      let document = try await server.document(pages: 3)
      let ids = try await server.ids(of: document)
      let path = "/api/v1/documents/\(document.rawValue)/changes"
      try await server.store.rotate(PageID(ids[2]), by: .clockwise)
      try await server.store.delete(PageID(ids[0]))
      let answer = try await server.send(
        .post, path, [.ifMatch: "\"r3\""], json: "{\"deletions\": [1]}")
      #expect(answer.status == 412)
      #expect(answer.headers[.eTag] == "\"r5\"")
      #expect(answer.json["revision"] as? Int == 5)
      let changes = answer.list("changes", of: [String: Any].self)
      #expect(changes.map { $0["revision"] as? Int } == [4, 5])
      #expect(changes[1]["deletions"] as? [Int] == [0])
      let replacements = try #require(changes[0]["replacements"] as? [[String: Any]])
      #expect(replacements[0]["at"] as? Int == 2)
      let page = try #require(replacements[0]["page"] as? [String: Any])
      #expect(page["id"] as? UInt64 == ids[2])
      #expect(page["aspectRatio"] as? Double == 6.0 / 4)
      let key = try await server.store.page(PageID(ids[2])).key.description
      #expect(changes[0]["keys"] as? [String: String] == ["\(ids[2])": key])
    }
  }

  @Test func listsLaterChanges() async throws {
    try await TestServer.run { server in
      let document = try await server.document(pages: 2)
      let path = "/api/v1/documents/\(document.rawValue)/changes"
      let last = try await server.get(path + "?after=1")
      #expect(last.json["revision"] as? Int == 2)
      let insertion = try #require(
        last.list("changes", of: [String: Any].self)[0]["insertions"] as? [[String: Any]])
      #expect(insertion[0]["at"] as? Int == 1)
      let none = try await server.get(path + "?after=2")
      #expect(none.list("changes", of: [String: Any].self).isEmpty)
      #expect(none.json["reset"] == nil)
      for after in [3, 9_007_199_254_740_991] {
        #expect(try await server.get(path + "?after=\(after)").json["reset"] as? Bool == true)
      }
      #expect(try await server.get(path).status == 400)
    }
  }

  @Test func sendsNoMoreThan64Changes() async throws {
    try await TestServer.run { server in
      let document = try await server.document(pages: 1)
      let page = try await server.ids(of: document)[0]
      for _ in 0..<65 { try await server.store.rotate(PageID(page), by: .clockwise) }
      let path = "/api/v1/documents/\(document.rawValue)/changes"
      let changes = try await server.get(path + "?after=2")
      #expect(changes.list("changes", of: [String: Any].self).count == 64)
      #expect(try await server.get(path + "?after=1").json["reset"] as? Bool == true)
      let late = try await server.send(.post, path, [.ifMatch: "\"r1\""], json: "{}")
      #expect(late.status == 412)
      #expect(late.json["changes"] == nil)
    }
  }

  @Test(
    arguments: [
      ("\"r2\"", "{\"deletions\": [2]}", 422), ("\"r2\"", "{\"deletions\": [0, 0]}", 422),
      ("\"r2\"", "{\"moves\": [{\"from\": 0, \"to\": 2}]}", 422),
      ("\"r2\"", "{\"deletions\": [-1]}", 400), ("\"r2\"", "{\"deletions\": [0.5]}", 400),
      ("\"r2\"", "{\"deletions\": [9007199254740992]}", 400),
      ("\"r2\"", "{\"insertions\": [{\"at\": 0, \"page\": 99}]}", 404),
      ("\"r2\"", "{\"rotations\": [{\"at\": 9, \"rotation\": 90}]}", 422),
      ("\"r2\"", "{\"moves\": [{\"from\": 0, \"to\": 1, \"by\": 1}]}", 400),
      ("\"r2\"", "{\"deletion\": [0]}", 400), ("*", "{\"deletions\": [0]}", 400),
      ("W/\"r2\"", "{}", 400), ("\"x2\"", "{}", 400), ("\"r1\", \"r2\"", "{}", 400),
      (nil, "{\"deletions\": [0]}", 428), ("\"r7\"", "{}", 412),
    ] as [(String?, String, Int)])
  func rejects(condition: String?, body: String, status: Int) async throws {
    try await TestServer.run { server in
      let document = try await server.document(pages: 2)
      let fields: HTTPFields = condition.map { [.ifMatch: $0] } ?? [:]
      let answer = try await server.send(
        .post, "/api/v1/documents/\(document.rawValue)/changes", fields, json: body)
      #expect(answer.status == status)
      #expect(try await server.store.document(document).revision == 2)
    }
  }

  /// Pages as letters: follows each through random changes, and compares with the list itself.
  @Test func tracksIndexesThroughChanges() {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<500 {
      let count = Int.random(in: 1...8, using: &random)
      let old = Array(0..<count)
      let leaving = old.shuffled(using: &random).prefix(Int.random(in: 0...count, using: &random))
      let deleted = Set(leaving.filter { _ in Bool.random(using: &random) })
      let moved = leaving.filter { !deleted.contains($0) }
      let added = (0..<Int.random(in: 0...3, using: &random)).map { 100 + $0 }
      var new = old.filter { !leaving.contains($0) }
      for page in moved + added {
        new.insert(page, at: Int.random(in: 0...new.count, using: &random))
      }
      let change = Changeset(
        deletions: Array(deleted),
        insertions: added.map { page in
          .init(index: new.firstIndex(of: page) ?? 0, page: Page(id: PageID(UInt64(page))))
        },
        moves: moved.map { .init(source: $0, destination: new.firstIndex(of: $0) ?? 0) })
      for index in old { #expect(change.index(after: index) == new.firstIndex(of: index)) }
    }
  }
}
