// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryPages
import HTTPTypes
import PageStorage
import Testing

@testable import GalleryServer

struct UploadFormTests {
  private func form(_ files: [(name: String, bytes: [UInt8])], field: String = "pages") -> [UInt8] {
    var body: [UInt8] = []
    for file in files {
      body += Array(
        """
        --X\r
        Content-Disposition: form-data; name="\(field)"; filename="\(file.name)"\r
        Content-Type: image/png\r
        \r

        """.utf8)
      body += file.bytes + Array("\r\n".utf8)
    }
    return body + Array("--X--\r\n".utf8)
  }

  private let fields: HTTPFields = [.contentType: "multipart/form-data; boundary=\"X\""]

  @Test func addsFiles() async throws {
    try await TestServer.run { server in
      let document = try await server.document()
      let images = [TestImage.png(1, width: 700, height: 700), TestImage.jpeg(2), []]
      let names = ["C:\\scans\\%22Ü%22.png", "b.jpg", ""]
      let answer = try await server.send(
        .post, "/d/\(document.rawValue)/pages", fields, bytes: form(Array(zip(names, images))))
      #expect(answer.status == 303)
      let pages = try await server.store.pages(of: document)
      #expect(pages.map(\.byteCount) == [images[0].count, images[1].count])
      #expect(try await server.store.bytes(of: pages[0].id) == images[0])
      #expect(try await server.store.metadata(of: pages[0].id).fileName == "Ü.png")
    }
  }

  @Test func listsRejectedFiles() async throws {
    try await TestServer.run(configured: { $0.maximumPageByteCount = 5000 }) { server in
      let document = try await server.document()
      let long = TestImage.png(1) + [UInt8](repeating: 0, count: 5000)
      let files: [(String, [UInt8])] = [
        ("<b>.txt", Array("text".utf8)), ("a.png", TestImage.png(1)), ("long.png", long),
        ("b.png", TestImage.png(2)),
      ]
      let answer = try await server.send(
        .post, "/d/\(document.rawValue)/pages", fields, bytes: form(files))
      #expect(answer.status == 422)
      let reason = "This is neither a JPEG nor a PNG image that can be shown."
      #expect(answer.text.contains("<li><bdi>&lt;b&gt;.txt</bdi>: \(reason)</li>"))
      #expect(
        answer.text.contains("<li><bdi>long.png</bdi>: The body has more than 5000 bytes.</li>"))
      #expect(try await server.store.document(document).pageCount == 2)
    }
  }

  @Test(arguments: [
    "", "--X", "--X\r\n", "--X\r\n\r\n", "--X\r\n\r\n--X--", "--Y--\r\n", "no form",
    "--X\r\nContent-Disposition: form-data; name=\"other\"; filename=\"a\"\r\n\r\na\r\n--X--",
    "--X\r\nContent-Disposition: form-data; name=\"pages\"\r\n\r\na\r\n--X--",
    "--X\r\nContent-Disposition: form-data; name=\"pages\"; filename=\"a\"\r\n\r\nabc",
  ])
  func rejectsBrokenForms(body: String) async throws {
    try await TestServer.run { server in
      let document = try await server.document()
      let answer = try await server.send(
        .post, "/d/\(document.rawValue)/pages", fields, bytes: Array(body.utf8))
      #expect((400..<500).contains(answer.status))
      #expect(try await server.store.document(document).pageCount == 0)
    }
  }

  @Test func describesAFewRejectedFilesAndCountsTheRest() async throws {
    try await TestServer.run { server in
      let document = try await server.document()
      let texts = (1...50).map { ("\($0).txt", Array("text".utf8)) }
      let answer = try await server.send(
        .post, "/d/\(document.rawValue)/pages", fields,
        bytes: form(texts + [("a.png", TestImage.png(1))]))
      #expect(answer.status == 422)
      #expect(answer.text.components(separatedBy: ".txt</bdi>: ").count == 21)
      #expect(answer.text.contains("<p>And 30 more.</p>"))
      #expect(answer.text.contains("<p>Added: 1. Not added: 50.</p>"))
    }
  }

  @Test func aFormThatEndsEarlyTellsWhatItHasAdded() async throws {
    try await TestServer.run { server in
      let document = try await server.document()
      let whole = form([1, 2, 3].map { ("\($0).png", TestImage.png($0)) })
      let answer = try await server.send(
        .post, "/d/\(document.rawValue)/pages", fields, bytes: Array(whole.dropLast(30)))
      #expect(answer.status == 400 && answer.code == "malformed")
      #expect(answer.json["added"] as? Int == 2)
      let detail = "The form ends within a part. 2 pages before it were added."
      #expect(answer.json["detail"] as? String == detail)
      #expect(try await server.store.document(document).pageCount == 2)
    }
  }

  @Test func rejectsNULInFileNames() async throws {
    try await TestServer.run { server in
      let document = try await server.document()
      let answer = try await server.send(
        .post, "/d/\(document.rawValue)/pages", fields,
        bytes: form([("a\u{0}.png", TestImage.png(1))]))
      #expect(answer.status == 400)
      #expect(try await server.store.document(document).pageCount == 0)
    }
  }

  @Test func needsABoundary() async throws {
    try await TestServer.run { server in
      let document = try await server.document()
      for type in ["text/plain", "multipart/form-data", "multipart/form-data; boundary="] {
        let answer = try await server.send(
          .post, "/d/\(document.rawValue)/pages", [.contentType: type], bytes: form([]))
        #expect(answer.status == 415)
      }
    }
  }
}
