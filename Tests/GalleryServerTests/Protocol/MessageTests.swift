// SPDX-License-Identifier: Apache-2.0

import GalleryPages
import HTTPTypes
import PageStorage
import Testing

@testable import GalleryServer

/// The sentences about what is wrong with a request.
struct MessageTests {
  @Test func saysWhatABodyMustBe() async throws {
    try await TestServer.run { server in
      let text: HTTPFields = [.contentType: "text/plain"]
      let other = try await server.send(.post, "/api/v1/documents", text, bytes: [0x61])
      let detail = "The body must be JSON in UTF-8; set Content-Type to application/json."
      #expect(other.status == 415 && other.json["detail"] as? String == detail)
      let empty = try await server.send(.post, "/api/v1/documents", json: "")
      #expect(empty.json["detail"] as? String == "The body is empty, and not JSON.")
    }
  }

  @Test func aFormSaysWhatIsWrong() async throws {
    try await TestServer.run { server in
      let document = try await server.document(pages: 1)
      let page = try await server.ids(of: document)[0]
      let path = "/d/\(document.rawValue)/pages/\(page)"
      let form: HTTPFields = [
        .contentType: "application/x-www-form-urlencoded", .accept: "text/html",
      ]
      let move = try await server.send(.post, path + "/move", form, bytes: Array("number=abc".utf8))
      #expect(move.status == 400)
      #expect(move.text.contains("The form field number is an integer in 1..."))
      let turn = try await server.send(
        .post, path + "/rotate", form, bytes: Array("rotation=45".utf8))
      #expect(!turn.text.contains("is not one of this server"))
    }
  }

  @Test func aRepeatedKeyIsRefused() async throws {
    try await TestServer.run { server in
      var fields: HTTPFields = [:]
      for key in ["a", "b"] { fields.append(HTTPField(name: .idempotencyKey, value: key)) }
      let answer = try await server.send(
        .post, "/api/v1/documents", fields, json: "{\"title\":\"a\"}")
      #expect(answer.status == 400)
      #expect(
        answer.json["detail"] as? String == "The header Idempotency-Key occurs more than once.")
    }
  }
}
