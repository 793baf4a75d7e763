// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryPages
import GalleryTestSupport
import HTTPTypes
import PageStorage
import Testing

@testable import GalleryServer

struct UploadTests {
  @Test func receivesPages() async throws {
    try await TestServer.run { server in
      let bytes = TestImage.jpeg(1)
      let answer = try await server.upload(1, bytes)
      #expect(answer.status == 201)
      #expect(answer.headers[.location] == TestServer.upload(1))
      #expect(answer.json["upload"] as? String == TestServer.uuid(1))
      #expect(answer.page["width"] as? Int == 40)
      #expect(answer.page["height"] as? Int == 60)
      #expect(answer.page["aspectRatio"] as? Double == 40.0 / 60)
      #expect(answer.page["damage"] == nil)
      #expect(answer.list("sameAs", of: Int.self).isEmpty)
      #expect(answer.json["document"] == nil)
      let page = try #require(answer.pageID)
      #expect(try await server.get("/api/v1/pages/\(page)").status == 404)

      let again = try await server.upload(1, bytes)
      #expect(again.status == 200)
      #expect(again.bytes == answer.bytes)
      #expect(try await server.get(TestServer.upload(1).uppercased()).status == 404)
      let path = "/api/v1/uploads/" + TestServer.uuid(1).uppercased()
      #expect(try await server.get(path).bytes == answer.bytes)
      #expect(try await server.send(.head, path).status == 200)

      let other = try await server.upload(1, TestImage.jpeg(2))
      #expect(other.status == 409)
      #expect(other.code == "uploadConflict")
      #expect(server.incoming.count == 1)
    }
  }

  @Test(
    arguments: [
      (Array("<html>.............".utf8), "", 415, "unsupportedMediaType"),
      (Array("GIF89a..............".utf8), "?unreadable=keep", 415, "unsupportedMediaType"),
      ([], "?unreadable=keep", 415, "unsupportedMediaType"),
      ([0x42], "", 415, "unsupportedMediaType"),
      (Array(TestImage.jpeg(1).prefix(100)), "", 422, "refused"),
      (TestImage.png(1) + [UInt8](repeating: 0, count: 2000), "", 413, "limitExceeded"),
      (TestImage.png(1), "?unreadable=drop", 400, "malformed"),
      (TestImage.png(1), "?keep=1", 400, "malformed"),
    ] as [([UInt8], String, Int, String)])
  func rejects(bytes: [UInt8], query: String, status: Int, code: String) async throws {
    try await TestServer.run(configured: { $0.maximumPageByteCount = 2000 }) { server in
      let answer = try await server.upload(1, bytes, query: query)
      #expect(answer.status == status)
      #expect(answer.code == code)
      #expect(try await server.get(TestServer.upload(1)).status == 404)
      #expect(server.incoming.isEmpty)
    }
  }

  @Test(arguments: [
    "0a000000-0000-4000-8000-00000000000", "0a000000000040008000000000000001",
    "0a000000-0000-4000-8000-00000000000g", "0a00000-00000-4000-8000-000000000001", "1",
  ])
  func rejectsOtherNames(name: String) async throws {
    try await TestServer.run { server in
      let path = "/api/v1/uploads/\(name)"
      for method: HTTPRequest.Method in [.put, .get, .delete] {
        let answer = try await server.send(method, path, bytes: TestImage.png(1))
        #expect(answer.status == 400)
      }
    }
  }

  @Test func keepsUnreadableImages() async throws {
    try await TestServer.run { server in
      let cut = Array(TestImage.jpeg(1).prefix(100))
      let answer = try await server.upload(1, cut, query: "?unreadable=keep")
      #expect(answer.status == 201)
      #expect(answer.page["damage"] is String)
      #expect(answer.page["aspectRatio"] == nil)
      #expect(answer.page["width"] == nil)
      let refused = try await server.upload(2, cut)
      let error = try #require(refused.json["error"] as? [String: Any])
      #expect(error["code"] as? String == "truncated")
      #expect(error["offset"] is Int)
    }
  }

  @Test func namesPagesWithTheSameBytes() async throws {
    try await TestServer.run { server in
      let document = try await server.document(pages: 3)
      let ids = try await server.ids(of: document)
      let answer = try await server.upload(1, TestImage.png(1))
      #expect(answer.list("sameAs", of: UInt64.self) == [ids[1]])
      let added = try await server.change(
        document, 3, #"{"insertions": [{"at": 0, "upload": "\#(TestServer.uuid(1))"}]}"#)
      #expect(added.status == 200)
      let later = try await server.get(TestServer.upload(1))
      #expect(later.list("sameAs", of: UInt64.self) == [ids[1]])
    }
  }

  @Test func discardsUploads() async throws {
    try await TestServer.run { server in
      let first = try await server.upload(1, TestImage.png(1))
      let path = TestServer.upload(1)
      #expect(try await server.send(.delete, path).status == 204)
      #expect(server.incoming.isEmpty)
      #expect(try await server.get(path).status == 404)
      #expect(try await server.send(.delete, path).status == 404)
      let second = try await server.upload(1, TestImage.png(2))
      #expect(second.status == 201)
      let pages = [try #require(first.pageID), try #require(second.pageID)]
      #expect(pages[0] < pages[1])
    }
  }

  @Test func removesUploadsAfterAnHour() async throws {
    let clock = ManualClock()
    try await TestServer.run(configured: { $0.clock = clock }) { server in
      _ = try await server.upload(1, TestImage.png(1))
      // A sleep that began after the clock is set would be too long.
      while !clock.deadlines.contains(.seconds(3600)) { await Task.yield() }
      clock.set(to: .seconds(1800))
      _ = try await server.upload(2, TestImage.png(2))
      clock.set(to: .seconds(3599))
      #expect(try await server.get(TestServer.upload(1)).status == 200)
      clock.set(to: .seconds(3600))
      #expect(try await server.get(TestServer.upload(1)).status == 404)
      while server.incoming.count != 1 { try await Task.sleep(for: .milliseconds(2)) }
      #expect(try await server.get(TestServer.upload(2)).status == 200)
      while !clock.deadlines.contains(.seconds(5400)) { await Task.yield() }
      clock.set(to: .seconds(5400))
      while !server.incoming.isEmpty { try await Task.sleep(for: .milliseconds(2)) }
      let again = try await server.upload(1, TestImage.png(3))
      #expect(again.status == 201)
      #expect(server.incoming.count == 1)
    }
  }

  @Test func checksDigests() async throws {
    try await TestServer.run { server in
      let document = try await server.document(pages: 1)
      let page = try await server.ids(of: document)[0]
      let (bytes, other) = (TestImage.jpeg(1), TestImage.jpeg(2))
      let requests: [(HTTPRequest.Method, String)] = [
        (.put, TestServer.upload(1)), (.post, "/api/v1/documents/\(document.rawValue)/pages"),
        (.put, "/api/v1/pages/\(page)"),
      ]
      for (method, path) in requests {
        let wrong = try await server.send(method, path, .digest(of: other), bytes: bytes)
        #expect(wrong.status == 422)
        #expect(wrong.code == "otherDigest")
        let malformed = try await server.send(method, path, .digest("sha-256=x"), bytes: bytes)
        #expect(malformed.status == 400)
        let unknown = try await server.send(method, path, .digest("md5=:AA==:"), bytes: bytes)
        #expect(unknown.status / 100 == 2)
        let right = try await server.send(method, path, .digest(of: bytes), bytes: bytes)
        #expect(right.status / 100 == 2)
      }
      let again = try await server.upload(1, bytes, .digest(of: other))
      #expect(again.code == "otherDigest")
    }
  }
}

// MARK: - Limits

extension UploadTests {
  @Test func limitsFiles() async throws {
    try await TestServer.run(configured: { $0.uploads.maximumFileCount = 2 }) { server in
      let document = try await server.document()
      for number in 1...2 {
        #expect(try await server.upload(number, TestImage.png(number)).status == 201)
      }
      let third = try await server.upload(3, TestImage.png(3))
      #expect(third.status == 429)
      #expect(third.code == "tooManyUploads")
      #expect(third.json["limit"] as? Int == 2)
      #expect(third.headers[.retryAfter] == "60")
      #expect(try await server.upload(2, TestImage.png(2)).status == 200)
      _ = try await server.send(.delete, TestServer.upload(1))
      #expect(try await server.upload(3, Array("GIF89a".utf8)).status == 415)
      #expect(try await server.upload(3, TestImage.png(3)).status == 201)
      _ = try await server.change(
        document, 0, #"{"insertions": [{"at": 0, "upload": "\#(TestServer.uuid(3))"}]}"#)
      #expect(try await server.upload(4, TestImage.png(4)).status == 201)
      #expect(try await server.upload(5, TestImage.png(5)).status == 429)
    }
  }

  @Test func limitsBytes() async throws {
    let bytes = TestImage.jpeg(1)
    try await TestServer.run(configured: { $0.uploads.maximumByteCount = 2 * bytes.count }) {
      server in
      #expect(try await server.upload(1, bytes).status == 201)
      #expect(try await server.upload(2, bytes).status == 201)
      let third = try await server.upload(3, [0x42])
      #expect(third.status == 429)
      #expect(third.json["found"] as? Int == 2 * bytes.count + 1)
      #expect(third.json["exceeded"] as? String == "bytes")
    }
  }

  @Test func leavesRoomOnTheDisk() async throws {
    let bytes = TestImage.jpeg(1)
    for (free, status) in [(bytes.count - 1, 507), (bytes.count, 201), (nil, 201)] {
      try await TestServer.run(configured: {
        $0.uploads.minimumFreeByteCount = 0
        $0.freeByteCount = { free }
      }) { server in
        let answer = try await server.upload(1, bytes)
        #expect(answer.status == status)
        guard status == 507 else { return }
        #expect(answer.code == "full")
        #expect(answer.json["free"] as? Int == free)
        #expect(answer.json["needed"] as? Int == bytes.count)
      }
    }
  }

  @Test func receivesOneUploadSeveralTimesAtOnce() async throws {
    try await TestServer.run { server in
      let same = try await withThrowingTaskGroup(of: Answer.self) { group in
        for _ in 0..<8 { group.addTask { try await server.upload(1, TestImage.jpeg(1)) } }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(same.map(\.status).sorted() == Array(repeating: 200, count: 7) + [201])
      #expect(Set(same.map(\.pageID)).count == 1)
      let different = try await withThrowingTaskGroup(of: Answer.self) { group in
        for number in 0..<8 {
          group.addTask { try await server.upload(2, TestImage.jpeg(number)) }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(different.map(\.status).sorted() == [201] + Array(repeating: 409, count: 7))
      #expect(server.incoming.count == 2)
    }
  }
}
