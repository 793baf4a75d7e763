// SPDX-License-Identifier: Apache-2.0

import GalleryPages
import HTTPTypes
import HummingbirdCore
import Logging
import NIOCore
import PageStorage
import Testing

@testable import GalleryServer

struct PageArrivalTests {
  @Test func addsPages() async throws {
    try await TestServer.run { server in
      let document = try await server.document(pages: 2)
      let ids = try await server.ids(of: document)
      let path = "/api/v1/documents/\(document.rawValue)/pages"
      let bytes = TestImage.jpeg(7)
      let answer = try await server.send(.post, path + "?before=\(ids[1])", bytes: bytes)
      #expect(answer.status == 201)
      #expect(answer.json["index"] as? Int == 1)
      #expect(answer.headers[.eTag] == "\"r3-of-\(document.rawValue)\"")
      let location = try #require(answer.headers[.location])
      #expect(try await server.get(location).json["format"] as? String == "jpeg")
      #expect(try await server.get(location + "/original").bytes == bytes)
      #expect(try await server.send(.post, path, bytes: bytes).json["index"] as? Int == 3)
    }
  }

  @Test func addsPagesOfManyClients() async throws {
    try await TestServer.run { server in
      let document = try await server.document(pages: 1)
      let last = try await server.ids(of: document)[0]
      let path = "/api/v1/documents/\(document.rawValue)/pages?before=\(last)"
      let indexes = try await withThrowingTaskGroup(of: Int.self) { group in
        for number in 0..<60 {
          group.addTask {
            let answer = try await server.send(.post, path, bytes: TestImage.jpeg(number))
            #expect(answer.status == 201)
            return answer.json["index"] as? Int ?? -1
          }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(indexes.sorted() == Array(0..<60))
      #expect(try await server.ids(of: document).last == last)
      #expect(try await server.store.verify().isSound)
    }
  }

  @Test func refusesOtherBytes() async throws {
    try await TestServer.run { server in
      let document = try await server.document()
      let path = "/api/v1/documents/\(document.rawValue)/pages"
      for bytes: [UInt8] in [[], Array("<html>".utf8), Array("GIF89a........".utf8)] {
        let answer = try await server.send(.post, path, bytes: bytes)
        #expect(answer.status == 415)
        #expect(answer.code == "unsupportedMediaType")
      }
      let cut = try await server.send(.post, path, bytes: Array(TestImage.jpeg(1).prefix(100)))
      #expect(cut.status == 422)
      #expect(cut.code == "refused")
      let error = try #require(cut.json["error"] as? [String: Any])
      #expect(error["code"] as? String == "truncated")
      #expect(error["offset"] is Int)
      #expect(try await server.store.document(document).pageCount == 0)
    }
  }

  @Test func refusesEarly() async throws {
    try await TestServer.run(configured: { $0.maximumPageByteCount = 1000 }) { server in
      let document = try await server.document(pages: 1)
      let path = "/api/v1/documents/\(document.rawValue)/pages"
      let image = TestImage.png(1)
      #expect(try await server.send(.post, path + "?before=99", bytes: image).status == 404)
      #expect(try await server.send(.post, path, [.ifMatch: "\"r7\""], bytes: image).status == 412)
      #expect(try await server.send(.post, "/api/v1/documents/9/pages", bytes: image).status == 404)
      let long = TestImage.jpeg(1) + [UInt8](repeating: 0, count: 1000)
      let answer = try await server.send(.post, path, bytes: long)
      #expect(answer.status == 413)
      #expect(answer.json["limit"] as? Int == 1000)
      #expect(answer.json["found"] as? Int == long.count)
    }
  }

  @Test func replacesPages() async throws {
    try await TestServer.run { server in
      let document = try await server.document(pages: 1)
      let path = "/api/v1/pages/\(try await server.ids(of: document)[0])"
      let key = try await server.get(path).json["key"] as? String
      let answer = try await server.send(.put, path, bytes: TestImage.jpeg(7))
      #expect(answer.status == 200)
      #expect(answer.json["format"] as? String == "jpeg")
      #expect(answer.json["key"] as? String != key)
      #expect(answer.json["index"] as? Int == 0)
      #expect(
        try await server.send(.put, "/api/v1/pages/99", bytes: TestImage.png(1)).status == 404)
      let late = try await server.send(.put, path, [.ifMatch: "\"r1\""], bytes: TestImage.png(1))
      #expect(late.status == 412)
    }
  }

  @Test func refusesChangesOfAReadOnlyStore() async throws {
    try await TestServer.run { server in
      let document = try await server.document(pages: 1)
      let reader = try await PageStore.open(
        at: server.store.path, configuration: PageStoreConfiguration(access: .readOnly))
      let path = "/api/v1/documents/\(document.rawValue)"
      let head = HTTPRequest(method: .delete, scheme: "http", authority: "localhost", path: path)
      let request = Request(head: head, body: .init(buffer: ByteBuffer()))
      let answer = try await GalleryServer(store: reader).respond(
        to: request, logger: Logger(label: "test"))
      #expect(answer.status == .forbidden)
      await reader.close()
    }
  }

  @Test func keepsEveryEditOfConcurrentClients() async throws {
    try await TestServer.run { server in
      let document = try await server.document(pages: 4)
      let ids = try await server.ids(of: document)
      let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
        for turn in 0..<12 {
          group.addTask {
            let path = "/api/v1/pages/\(ids[turn % 4])"
            return try await server.send(.patch, path, json: "{\"rotation\": 90}").status
          }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(statuses == Array(repeating: 200, count: 12))
      #expect(try await server.store.pages(of: document).map(\.rotation.count) == [3, 3, 3, 3])
    }
  }
}
