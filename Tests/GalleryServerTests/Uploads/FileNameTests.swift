// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryPages
import HTTPTypes
import PageStorage
import Testing

@testable import GalleryServer

/// The names of files that clients send, and what a page tells about its file.
struct FileNameTests {
  @Test(
    arguments: [
      ("attachment; filename=\"scan 7.jpg\"", "scan 7.jpg"),
      ("attachment; filename=a.png", "a.png"),
      ("attachment; filename=\"a.png\"; filename*=UTF-8''%C3%9Cb%20er.png", "Üb er.png"),
      ("inline; FILENAME*=utf-8'de'x.jpg", "x.jpg"),
      ("attachment; filename*=UTF-8''..%2F..%2Fetc%2Fpasswd", "passwd"),
      ("attachment; filename=\"C:\\scans\\b.jpg\"", "b.jpg"),
      ("attachment; filename*=UTF-8''a%00%0Db%E2%80%AEc.png", "abc.png"),
      ("attachment; filename*=UTF-8''%2E%2E", nil), ("attachment", nil), ("", nil),
      ("attachment; filename=\"\"", nil),
      (#"attachment; filename="a\"b.jpg""#, "ab.jpg"),
      (#"attachment; filename="C:\\scans\\c.jpg""#, "c.jpg"),
      (#"attachment; filename="a;b.jpg""#, "a;b.jpg"),
      ("attachment;\tfilename = \"d.jpg\"", "d.jpg"),
      ("attachment; filename*=utf-8''%ff.jpg; filename=z.jpg", "z.jpg"),
      ("attachment; filename=z.jpg; filename*=latin1''%ff.jpg", "z.jpg"),
    ] as [(String, String?)])
  func namesAreSanitized(field: String, name: String?) throws {
    #expect(try FileNameField.name(in: field) == name)
  }

  @Test func namesAreCut() throws {
    let text = String(repeating: "%C3%A4", count: 300) + ".jpeg"
    let name = try #require(try FileNameField.name(in: "attachment; filename*=UTF-8''\(text)"))
    #expect(name == String(repeating: "ä", count: 125) + ".jpeg" && name.utf8.count == 255)
  }

  @Test(arguments: ["ISO-8859-1''a", "UTF-8'a", "UTF-8''%", "UTF-8''%FF", "a.png", "UTF-8''a b"])
  func whatCannotBeReadIsRefused(value: String) async throws {
    try await TestServer.run { server in
      let fields: HTTPFields = [.contentDisposition: "attachment; filename*=\(value)"]
      let answer = try await server.upload(1, TestImage.png(1), fields)
      #expect(answer.status == 400 && answer.code == "malformed")
      #expect(server.incoming.isEmpty)
    }
  }

  @Test(arguments: [
    "garbage;;;", "; filename=a", "attachment filename=a", "attachment; filename",
    "attachment; filename=", "attachment; filename=\"a", "attachment; filename=\"a\"b",
    "attachment; filename=a b", "attachment; filename=a; filename=b", "filename=a", "\"a\"",
  ])
  func fieldsThatDoNotParseAreRefused(field: String) async throws {
    try await TestServer.run { server in
      let answer = try await server.upload(1, TestImage.png(1), [.contentDisposition: field])
      #expect(answer.status == 400 && answer.code == "malformed")
      #expect(answer.json["detail"] as? String != nil)
    }
  }

  @Test func aPageTellsItsFileAndItsDate() async throws {
    try await TestServer.run { server in
      let document = try await server.document("Lease", pages: 1)
      let fields: HTTPFields = [.contentDisposition: "attachment; filename=\"scan.jpg\""]
      let upload = try await server.upload(1, TestImage.jpeg(1), fields)
      let id = try #require(upload.pageID)
      let insertion = "{\"insertions\":[{\"at\":1,\"upload\":\"\(TestServer.uuid(1))\"}]}"
      #expect(try await server.change(document, 1, insertion).status == 200)
      let page = try await server.get("/api/v1/pages/\(id)").json
      #expect(page["fileName"] as? String == "scan.jpg")
      let created = try #require(page["created"] as? String)
      let date = try #require(try await server.store.page(.init(id)).created)
      #expect(created == Timestamp(date).description)
      #expect(abs(date.timeIntervalSinceNow) < 600)
      let original = try await server.get("/api/v1/pages/\(id)/original")
      #expect(original.headers[.contentDisposition] == "attachment; filename=\"scan.jpg\"")
      let first = try await server.ids(of: document)[0]
      #expect(try await server.get("/api/v1/pages/\(first)").json["fileName"] == nil)
    }
  }

  @Test func pagesThatAreAddedOrReplacedAtOnceHaveNames() async throws {
    try await TestServer.run { server in
      let document = try await server.document()
      let added = try await server.send(
        .post, "/api/v1/documents/\(document.rawValue)/pages",
        [.ifMatch: "*", .contentDisposition: "attachment; filename=a.png"], bytes: TestImage.png(1))
      #expect(added.status == 201 && added.json["created"] != nil)
      let id = try await server.ids(of: document)[0]
      #expect(try await server.store.metadata(of: .init(id)).fileName == "a.png")
      let replaced = try await server.send(
        .put, "/api/v1/pages/\(id)",
        [.ifMatch: "*", .contentDisposition: "attachment; filename=b.png"], bytes: TestImage.png(2))
      #expect(replaced.status == 200)
      #expect(replaced.json["created"] as? String == added.json["created"] as? String)
      #expect(try await server.store.metadata(of: .init(id)).fileName == "b.png")
    }
  }
}
