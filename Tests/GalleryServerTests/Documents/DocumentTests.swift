// SPDX-License-Identifier: Apache-2.0

import GalleryPages
import HTTPTypes
import PageStorage
import Testing

@testable import GalleryServer

struct DocumentTests {
  private let path = "/api/v1/documents"

  @Test func createsDocuments() async throws {
    try await TestServer.run { server in
      let title = "\\\"<é\\u202E"
      let answer = try await server.send(
        .post, path, json: "{\"title\": \"\(title)\", \"metadata\": {\"a\": \"b\"}}")
      #expect(answer.status == 201)
      #expect(answer.headers[.location] == "/api/v1/documents/1")
      #expect(answer.json["title"] as? String == "\"<é\u{202E}")
      #expect(answer.json["metadata"] as? [String: String] == ["a": "b"])
      #expect(answer.json["pageCount"] as? Int == 0)
      #expect(answer.json["cover"] == nil)
      let got = try await server.get("/api/v1/documents/1")
      #expect(got.bytes == answer.bytes)
      #expect(got.headers[.eTag] == answer.headers[.eTag])
      #expect(got.headers[.cacheControl] == "private, no-cache")
    }
  }

  @Test(arguments: [
    "", "{", "[]", "{}", "{\"title\": 1}", "{\"title\": \"a\", \"titel\": \"b\"}",
    "{\"title\": null}", "{\"title\": \"a\", \"metadata\": {\"a\": 1}}", "\u{0}",
    "{\"title\": \"a\", \"metadata\": null}",
  ])
  func rejectsBodies(body: String) async throws {
    try await TestServer.run { server in
      let answer = try await server.send(.post, path, json: body)
      #expect(answer.status == 400)
      #expect(answer.code == "malformed")
      #expect(try await server.store.documents().isEmpty)
    }
  }

  @Test(arguments: [
    "{\"title\": \"a\", \"title\": \"b\"}", "{\"title\": \"a\",}", "\u{FEFF}{\"title\": \"a\"}",
    "{\"title\": \"a\\u0000b\"}", "{\"title\": \"a\", \"metadata\": {\"a\": \"\\u0000\"}}",
    "{\"title\": \"a\", \"metadata\": {\"\u{E9}\": \"1\", \"e\u{301}\": \"2\"}}",
  ])
  func rejectsWhatParsersReadDifferently(body: String) async throws {
    try await TestServer.run { server in
      let answer = try await server.send(.post, path, json: body)
      #expect(answer.status == 400 && answer.code == "malformed")
      #expect(answer.json["offset"] is Int)
      #expect(try await server.store.documents().isEmpty)
    }
  }

  @Test(arguments: ["0.0", "1e0", "-0", "90.0", "\"90\""])
  func readsOnlyIntegers(number: String) async throws {
    try await TestServer.run { server in
      let document = try await server.document(pages: 1)
      let page = try await server.ids(of: document)[0]
      let answer = try await server.send(
        .patch, "/api/v1/pages/\(page)", json: "{\"rotation\": \(number)}")
      #expect(answer.status == 400 && answer.code == "malformed")
      #expect(try await server.store.page(PageID(page)).contentVersion == 0)
    }
  }

  @Test func rejectsNULInForms() async throws {
    try await TestServer.run { server in
      let answer = try await server.send(
        .post, "/d", [.contentType: "application/x-www-form-urlencoded"],
        bytes: Array("title=a%00b".utf8))
      #expect(answer.status == 400)
      #expect(try await server.store.documents().isEmpty)
    }
  }

  @Test func listsOfMuchMetadataEndEarly() async throws {
    try await TestServer.run { server in
      let text = String(repeating: "m", count: 900_000)
      for title in 0..<9 {
        _ = try await server.store.createDocument(title: "\(title)", metadata: ["m": text])
      }
      var (found, path): ([Int], String?) = ([], "/api/v1/documents?order=oldest")
      while let next = path {
        let part = try await server.get(next)
        #expect(part.bytes.count < 5 << 20)
        found += part.list("documents", of: [String: Any].self).compactMap { $0["id"] as? Int }
        path = part.json["next"] as? String
      }
      #expect(found == Array(1...9))
    }
  }

  @Test func tagsChangeWithAllThatIsShown() async throws {
    try await TestServer.run { server in
      let document = try await server.document("title", pages: 1)
      let path = "/api/v1/documents/\(document.rawValue)"
      let first = try #require(try await server.get(path).headers[.eTag])
      try await Task.sleep(for: .milliseconds(2))
      let same = try await server.send(
        .patch, path, [.ifMatch: first], json: #"{"title": "title"}"#)
      #expect(same.status == 200)
      let second = try await server.get(path, [.ifNoneMatch: first])
      #expect(second.status == 200, "the date of the change is another one")
      #expect(second.headers[.eTag] == same.headers[.eTag])
      let cover = try await server.store.pages(of: document)[0]
      try await server.store.markDamaged([cover.digest: "the image ends early"])
      let damaged = try await server.get(path, [.ifNoneMatch: second.headers[.eTag] ?? ""])
      #expect(damaged.status == 200)
      // An edit does not depend on known damage.
      for (tag, status) in [(damaged.headers[.eTag], 200), (second.headers[.eTag], 412)] {
        let edit = try await server.send(
          .patch, path, [.ifMatch: tag ?? ""], json: #"{"title": "a"}"#)
        #expect(edit.status == status, "\(tag ?? "")")
      }
    }
  }

  @Test func limitsBodies() async throws {
    try await TestServer.run { server in
      let long = String(repeating: "a", count: (1 << 20) + 1)
      let metadata = try await server.send(
        .post, path, json: "{\"title\": \"a\", \"metadata\": {\"a\": \"\(long)\"}}")
      #expect(metadata.status == 413)
      #expect(metadata.json["limit"] as? Int == 1 << 20)
      let longer = [UInt8](repeating: 32, count: (4 << 20) + 1)
      let body = try await server.send(
        .post, path, [.contentType: "application/json"], bytes: longer)
      #expect(body.status == 413)
      let plain = try await server.send(.post, path, [.contentType: "text/plain"], bytes: [])
      #expect(plain.status == 415)
    }
  }

  @Test func listsInParts() async throws {
    try await TestServer.run { server in
      for number in 1...5 { _ = try await server.document("Lease & \(number)", pages: number % 2) }
      for title in ["Lease", "A & B", "Letter"] { _ = try await server.document(title) }
      var titles: [String] = []
      var next: String? = "/api/v1/documents?limit=2&q=LEASE+%26"
      while let path = next {
        let answer = try await server.get(path)
        titles += answer.list("documents", of: [String: Any].self).compactMap {
          $0["title"] as? String
        }
        next = answer.json["next"] as? String
      }
      #expect(titles == [5, 4, 3, 2, 1].map { "Lease & \($0)" })
      let oldest = try await server.get("/api/v1/documents?order=oldest&limit=1&after=oldest.2")
      let found = oldest.list("documents", of: [String: Any].self)
      #expect(found.map { $0["id"] as? Int } == [3])
      let cover = try #require(found[0]["cover"] as? [String: Any])
      #expect(cover["aspectRatio"] as? Double == 4.0 / 6)
      let tag = try #require(oldest.headers[.eTag])
      let again = try await server.get(
        "/api/v1/documents?order=oldest&limit=1&after=oldest.2", [.ifNoneMatch: tag])
      #expect(again.status == 304)
      #expect(again.bytes.isEmpty)
    }
  }

  @Test func updatesWhatTheClientKnows() async throws {
    try await TestServer.run { server in
      let id = try await server.document("a").rawValue
      let path = "/api/v1/documents/\(id)"
      let tag = try #require(try await server.get(path).headers[.eTag])
      #expect(try await server.send(.patch, path, json: "{\"title\": \"b\"}").status == 428)
      let fields: HTTPFields = [.ifMatch: tag]
      let changed = try await server.send(.patch, path, fields, json: "{\"title\": \"b\"}")
      #expect(changed.status == 200)
      #expect(changed.json["title"] as? String == "b")
      let newTag = try #require(changed.headers[.eTag])
      #expect(newTag != tag)
      let late = try await server.send(.patch, path, fields, json: "{\"title\": \"c\"}")
      #expect(late.status == 412)
      #expect(late.code == "conflict")
      #expect(late.headers[.eTag] == newTag)
      let metadata = try await server.send(
        .patch, path, [.ifMatch: "*"], json: "{\"metadata\": {\"k\": \"v\"}}")
      #expect(metadata.json["title"] as? String == "b")
      #expect(try #require(metadata.headers[.eTag]) != newTag)
      #expect(try await server.send(.patch, path, fields, json: "{}").status == 400)
    }
  }

  @Test func deletesAndRestores() async throws {
    try await TestServer.run { server in
      let path = "/api/v1/documents/\(try await server.document("a").rawValue)"
      #expect(try await server.send(.delete, path, [.ifMatch: "\"r9\""]).status == 412)
      let deletion = try await server.send(.delete, path)
      #expect(deletion.status == 204)
      #expect(try await server.get(path).status == 404)
      let trash = try await server.get("/api/v1/documents?trash")
      let found = trash.list("documents", of: [String: Any].self)
      #expect(found.count == 1)
      #expect(found.first?["trashed"] is String)
      let changed = try await server.send(.post, path + "/restore", [.ifMatch: "\"r9\""])
      #expect(changed.status == 412)
      #expect(try await server.get(path).status == 404)
      let tag = try #require(deletion.headers[.eTag])
      #expect(changed.headers[.eTag] == tag)
      #expect(try await server.send(.post, path + "/restore", [.ifMatch: tag]).status == 200)
      #expect(try await server.send(.post, path + "/restore", [.ifMatch: tag]).status == 404)
      #expect(try await server.get(path).status == 200)
    }
  }
}
