// SPDX-License-Identifier: Apache-2.0

import GalleryPages
import HTTPTypes
import PageStorage
import Testing

@testable import GalleryServer

struct ByteRangeTests {
  @Test(arguments: [
    ("bytes=0-0", ByteRange.part(0..<1)), ("bytes=2-", .part(2..<10)), ("bytes=-3", .part(7..<10)),
    ("bytes=0-99999999999999999999999", .part(0..<10)), ("bytes=-99", .part(0..<10)),
    ("Bytes=0-1", .part(0..<2)), ("bytes=10-", .unsatisfiable), ("bytes=-0", .unsatisfiable),
    ("bytes=99999999999999999999-", .unsatisfiable), ("bytes=0-1,3-4", .whole),
    ("bytes=2-1", .whole), ("bytes=a-b", .whole), ("bytes=-", .whole), ("items=0-1", .whole),
    ("bytes=0", .whole), ("bytes=+1-2", .whole), ("bytes=1-2-3", .whole), ("", .whole),
  ])
  func reads(field: String, range: ByteRange) {
    #expect(ByteRange(field, if: nil, of: 10, tag: "\"a\"") == range)
  }

  @Test(arguments: [
    ("\"a\"", ByteRange.part(0..<1)), ("\"b\"", .whole), ("W/\"a\"", .whole),
    ("Sat, 29 Oct 1994 19:43:31 GMT", .whole),
  ])
  func honorsIfRange(condition: String, range: ByteRange) {
    #expect(ByteRange("bytes=0-0", if: condition, of: 10, tag: "\"a\"") == range)
  }

  @Test func readsEmptyContent() {
    #expect(ByteRange("bytes=0-", if: nil, of: 0, tag: "\"a\"") == .unsatisfiable)
    #expect(ByteRange("bytes=-1", if: nil, of: 0, tag: "\"a\"") == .unsatisfiable)
  }
}

struct OriginalTests {
  @Test func returnsTheBytes() async throws {
    try await TestServer.run { server in
      let document = try await server.document()
      let bytes = TestImage.jpeg(3)
      var input = PageInput.bytes(bytes)
      input.metadata.fileName = "../Ünter\r\n\"a\".jpg"
      let page = try await server.store.append(input, to: document)
      let path = "/api/v1/pages/\(page.id.rawValue)/original"
      let answer = try await server.get(path)
      let tag = "\"sha256:\(page.digest)\""
      #expect(answer.bytes == bytes)
      #expect(answer.headers[.eTag] == tag)
      #expect(answer.headers[.contentType] == "image/jpeg")
      #expect(answer.headers[.acceptRanges] == "bytes")
      #expect(answer.headers[.contentSecurityPolicy] == "default-src 'none'; sandbox")
      #expect(
        answer.headers[.contentDisposition]
          == "attachment; filename=\"_ntera.jpg\"; filename*=UTF-8''%C3%9Cntera.jpg")
      #expect(
        try await server.get(path + "?inline").headers[.contentDisposition]?.hasPrefix("inline;")
          == true)
      #expect(try await server.get(path, [.ifNoneMatch: tag]).status == 304)
    }
  }

  @Test func conditionsOfReadersHold() async throws {
    try await TestServer.run { server in
      let document = try await server.document(pages: 1)
      let page = try await server.ids(of: document)[0]
      let path = "/api/v1/pages/\(page)/original"
      let tag = try #require(try await server.get(path).headers[.eTag])
      for condition in ["*", tag, "\"a\", \(tag)"] {
        let part = try await server.get(path, [.ifMatch: condition, .range: "bytes=0-1"])
        #expect(part.status == 206)
      }
      for condition in ["\"a\"", "W/\(tag)"] {
        let answer = try await server.get(path, [.ifMatch: condition, .ifNoneMatch: tag])
        #expect(answer.status == 412 && answer.headers[.eTag] == tag)
      }
      #expect(try await server.get(path, [.ifMatch: "a"]).status == 400)
    }
  }

  @Test func returnsRanges() async throws {
    try await TestServer.run { server in
      let document = try await server.document(pages: 1)
      let page = try await server.ids(of: document)[0]
      let path = "/api/v1/pages/\(page)/original"
      let whole = try await server.get(path)
      let part = try await server.get(path, [.range: "bytes=3-7"])
      #expect(part.status == 206)
      #expect(part.bytes == Array(whole.bytes[3...7]))
      #expect(part.headers[.contentRange] == "bytes 3-7/\(whole.bytes.count)")
      #expect(part.headers[.contentLength] == "5")
      #expect(part.headers[.eTag] == whole.headers[.eTag])
      for field in ["bytes=3-7", "bytes=\(whole.bytes.count)-"] {
        let head = try await server.send(.head, path, [.range: field])
        #expect(head.status == 200 && head.headers[.contentRange] == nil)
        #expect(head.headers[.contentLength] == "\(whole.bytes.count)")
      }
      let behind = try await server.get(path, [.range: "bytes=\(whole.bytes.count)-"])
      #expect(behind.status == 416)
      #expect(behind.headers[.contentRange] == "bytes */\(whole.bytes.count)")
    }
  }

  @Test func neverShowsWhatIsNoImage() async throws {
    try await TestServer.run { server in
      let document = try await server.document()
      let page = try await server.store.append(
        .bytes(Array("<script>".utf8)), to: document, unreadable: .keepAsDamaged)
      let answer = try await server.get("/api/v1/pages/\(page.id.rawValue)/original?inline")
      #expect(answer.headers[.contentType] == "application/octet-stream")
      #expect(
        answer.headers[.contentDisposition]
          == "attachment; filename=\"page-\(page.id.rawValue)\"")
    }
  }
}

struct ThumbnailTests {
  @Test func returnsThumbnailsUnderTheirKey() async throws {
    try await TestServer.run { server in
      let document = try await server.document()
      let page = try await server.store.append(
        .bytes(TestImage.jpeg(3, width: 400, height: 600)), to: document)
      let id = page.id.rawValue
      let path = "/t/\(id)/\(page.key)/h66.jpg"
      let answer = try await server.get(path)
      #expect(answer.status == 200)
      #expect(answer.headers[.contentType] == "image/jpeg")
      #expect(answer.headers[.cacheControl] == "private, max-age=31536000, immutable")
      let tag = try #require(answer.headers[.eTag])
      try await server.store.rotate(page.id, by: .clockwise)
      #expect(try await server.get(path).status == 404)
      let key = try await server.store.page(page.id).key
      let turned = try await server.get("/t/\(id)/\(key)/e480.jpg")
      #expect(turned.status == 200)
      #expect(turned.bytes != answer.bytes)
      for bad in ["h67.jpg", "h66.png", "h66", ".jpg", "e99999.jpg"] {
        #expect(try await server.get("/t/\(id)/\(key)/\(bad)").status == 404)
      }
      await server.store.close()
      #expect(try await server.get(path, [.ifNoneMatch: tag]).status == 304)
    }
  }

  @Test func marksDamage() async throws {
    try await TestServer.run { server in
      let document = try await server.document()
      let bytes = TestImage.jpeg(3, width: 400, height: 600)
      let page = try await server.store.append(.bytes(Array(bytes.dropLast(2000))), to: document)
      let answer = try await server.get("/t/\(page.id.rawValue)/\(page.key)/e480.jpg")
      #expect(answer.status == 200)
      #expect(answer.headers[.pageDamage] == "partial")
      let none = try await server.store.append(
        .bytes([1, 2, 3]), to: document, unreadable: .keepAsDamaged)
      let other = try await server.get("/t/\(none.id.rawValue)/\(none.key)/e480.jpg")
      #expect((400..<500).contains(other.status))
    }
  }
}
