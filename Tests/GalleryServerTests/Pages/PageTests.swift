// SPDX-License-Identifier: Apache-2.0

import GalleryPages
import HTTPTypes
import PageStorage
import Testing

@testable import GalleryServer

struct PageTests {
  @Test func listsColumns() async throws {
    try await TestServer.run { server in
      let document = try await server.document(pages: 3)
      let ids = try await server.ids(of: document)
      try await server.store.rotate(PageID(ids[1]), by: .clockwise)
      let answer = try await server.get("/api/v1/documents/\(document.rawValue)/pages")
      #expect(answer.list("ids", of: UInt64.self) == ids)
      let upright = 4.0 / 6
      #expect(answer.list("aspectRatios", of: Double.self) == [upright, 1.5, upright])
      let keys = try await server.store.pages(of: document).map(\.key.description)
      #expect(answer.list("keys", of: String.self) == keys)
      #expect(answer.list("damaged", of: Int.self) == [])
      #expect(answer.json["contentVersions"] as? [String: Int] == ["\(ids[1])": 1])
      #expect(answer.json["revision"] as? Int == 4)
      #expect(answer.headers[.eTag] == "\"r4\"")
      let again = try await server.get(
        "/api/v1/documents/\(document.rawValue)/pages", [.ifNoneMatch: "\"r4\""])
      #expect(again.status == 304)
    }
  }

  @Test func listsAnEmptyDocument() async throws {
    try await TestServer.run { server in
      let document = try await server.document()
      let answer = try await server.get("/api/v1/documents/\(document.rawValue)/pages")
      #expect(
        answer.text
          == "{\"revision\":0,\"ids\":[],\"aspectRatios\":[],\"keys\":[],\"damaged\":[],"
          + "\"contentVersions\":{}}")
    }
  }

  @Test func listsDamagedPages() async throws {
    try await TestServer.run { server in
      let document = try await server.document(pages: 1)
      try await server.store.append(
        .bytes([1, 2, 3]), to: document, unreadable: .keepAsDamaged)
      let path = "/api/v1/documents/\(document.rawValue)/pages"
      let answer = try await server.get(path)
      #expect(answer.list("damaged", of: Int.self) == [1])
      #expect(answer.text.contains("\"aspectRatios\":[\(4.0 / 6),null]"))
      let window = try await server.get(path + "?from=1")
      let page = try #require(window.list("pages", of: [String: Any].self).first)
      #expect(page["damage"] is String)
      #expect(page["width"] == nil)
    }
  }

  @Test func listsWindows() async throws {
    try await TestServer.run { server in
      let document = try await server.document(pages: 3)
      let path = "/api/v1/documents/\(document.rawValue)/pages"
      let first = try await server.get(path + "?limit=2")
      let pages = first.list("pages", of: [String: Any].self)
      #expect(pages.map { $0["index"] as? Int } == [0, 1])
      #expect(pages[0]["width"] as? Int == 4)
      #expect(pages[0]["format"] as? String == "png")
      #expect(first.json["next"] as? String == path + "?from=2&limit=2")
      let second = try await server.get(path + "?from=2&limit=2")
      #expect(second.list("pages", of: [String: Any].self).count == 1)
      #expect(second.json["next"] == nil)
      let behind = try await server.get(path + "?from=9007199254740991&limit=1000")
      #expect(behind.status == 200)
      #expect(behind.list("pages", of: [String: Any].self).isEmpty)
    }
  }

  @Test func editsSinglePages() async throws {
    try await TestServer.run { server in
      let document = try await server.document(pages: 3)
      let ids = try await server.ids(of: document)
      let path = "/api/v1/pages/\(ids[0])"
      let rotated = try await server.send(.patch, path, json: "{\"rotation\": -90}")
      #expect(rotated.json["rotation"] as? Int == 270)
      #expect(rotated.headers[.eTag] == "\"r4-of-\(document.rawValue)\"")
      let known = try #require(rotated.headers[.eTag])
      #expect(try await server.get(path, [.ifNoneMatch: known]).status == 304)
      let moved = try await server.send(.post, path + "/move", json: "{\"before\": null}")
      #expect(moved.json["index"] as? Int == 2)
      #expect(try await server.ids(of: document) == [ids[1], ids[2], ids[0]])
      let back = try await server.send(.post, path + "/move", json: "{\"before\": \(ids[2])}")
      #expect(back.json["index"] as? Int == 1)
      let same = try await server.send(.post, path + "/move", json: "{\"before\": \(ids[0])}")
      #expect(same.headers[.eTag] == back.headers[.eTag])
      #expect(try await server.send(.delete, path).status == 204)
      #expect(try await server.send(.delete, path).status == 404)
      let trashed = try await server.get(path)
      #expect(trashed.json["trashed"] is String)
      #expect(trashed.json["index"] == nil)
      #expect(trashed.json["formerIndex"] as? Int == 1)
      #expect(trashed.json["contentVersion"] as? Int == 1)
      let list = try await server.get("/api/v1/documents/\(document.rawValue)/trash")
      #expect(list.list("pages", of: [String: Any].self).count == 1)
      let restored = try await server.send(.post, path + "/restore")
      #expect(restored.json["index"] as? Int == 1)
      #expect(try await server.send(.post, path + "/restore").status == 404)
    }
  }

  @Test func listsTheTrashInParts() async throws {
    try await TestServer.run { server in
      let document = try await server.document(pages: 5)
      let ids = try await server.ids(of: document)
      for id in ids { _ = try await server.send(.delete, "/api/v1/pages/\(id)") }
      let path = "/api/v1/documents/\(document.rawValue)/trash"
      var (found, next) = ([Int](), path + "?limit=2")
      for count in [2, 2, 1] {
        let part = try await server.get(next)
        let pages = part.list("pages", of: [String: Any].self)
        #expect(pages.count == count)
        found += pages.compactMap { $0["id"] as? Int }
        next = part.json["next"] as? String ?? ""
      }
      #expect(found == ids.reversed().map { Int($0) } && next.isEmpty)
      for query in ["?after=x", "?after=", "?limit=0", "?limit=1001", "?before=1"] {
        #expect(try await server.get(path + query).status == 400)
      }
    }
  }

  @Test func honorsRevisions() async throws {
    try await TestServer.run { server in
      let document = try await server.document(pages: 1)
      let path = "/api/v1/pages/\(try await server.ids(of: document)[0])"
      let old: HTTPFields = [.ifMatch: "\"r0\""]
      let late = try await server.send(.patch, path, old, json: "{\"rotation\": 90}")
      #expect(late.status == 412)
      #expect(late.headers[.eTag] == "\"r1\"")
      #expect(late.json["revision"] as? Int == 1)
      #expect(try await server.send(.delete, path, [.ifMatch: "\"r1\""]).status == 204)
    }
  }

  @Test(arguments: [
    "{\"rotation\": 45}", "{\"rotation\": 360}", "{\"rotation\": \"90\"}", "{}",
    "{\"rotation\": 90, \"title\": 1}", "{\"rotation\": 1e300}", "null",
  ])
  func rejectsRotations(body: String) async throws {
    try await TestServer.run { server in
      let document = try await server.document(pages: 1)
      let path = "/api/v1/pages/\(try await server.ids(of: document)[0])"
      #expect(try await server.send(.patch, path, json: body).status == 400)
      #expect(try await server.store.document(document).revision == 1)
    }
  }

  @Test(arguments: [("{}", 400), ("{\"before\": -1}", 400), ("{\"before\": 999}", 404)])
  func rejectsMoves(body: String, status: Int) async throws {
    try await TestServer.run { server in
      let document = try await server.document(pages: 1)
      let path = "/api/v1/pages/\(try await server.ids(of: document)[0])/move"
      #expect(try await server.send(.post, path, json: body).status == status)
    }
  }

  @Test func deletesSeveralPages() async throws {
    try await TestServer.run { server in
      let document = try await server.document(pages: 3)
      let ids = try await server.ids(of: document)
      let path = "/api/v1/documents/\(document.rawValue)/pages"
      for bad in ["", "?ids=", "?ids=1,", "?ids=a", "?ids=\(ids[0]),\(ids[0])"] {
        #expect(try await server.send(.delete, path + bad).status == 400)
      }
      #expect(try await server.send(.delete, path + "?ids=\(ids[0]),999").status == 404)
      let answer = try await server.send(.delete, path + "?ids=\(ids[2]),\(ids[0])")
      #expect(answer.status == 204)
      #expect(answer.headers[.eTag] == "\"r4\"")
      #expect(try await server.ids(of: document) == [ids[1]])
    }
  }
}
