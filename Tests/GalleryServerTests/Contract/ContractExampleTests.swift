// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import PageStorage
import Testing
import Yams

@testable import GalleryServer

/// The examples of the contract, sent to a server whose documents are those that they speak of.
struct ContractExampleTests {
  /// A request with the body of an example.
  struct Example: Sendable, CustomTestStringConvertible {
    let method: String
    let path: String
    let body: String

    var testDescription: String { "\(method) \(path)" }
  }

  private static func examples() throws -> [Example] {
    let text = String(decoding: ContractOperations.contractBytes, as: UTF8.self)
    let contract = try #require(try Yams.load(yaml: text) as? [String: Any])
    let paths = try #require(contract["paths"] as? [String: [String: Any]])
    return try paths.flatMap { path, item in
      try item.compactMap { method, operation -> Example? in
        let operation = operation as? [String: Any]
        let body = operation?["requestBody"] as? [String: Any]
        let content = body?["content"] as? [String: Any]
        let json = content?["application/json"] as? [String: Any]
        guard let example = json?["example"] else { return nil }
        let bytes = try JSONSerialization.data(withJSONObject: example)
        return Example(
          method: method.uppercased(), path: path, body: String(decoding: bytes, as: UTF8.self))
      }
    }
  }

  @Test func everyExampleIsAccepted() async throws {
    let examples = try Self.examples()
    #expect(examples.count >= 8)
    for example in examples {
      try await TestServer.run { server in
        let document = try await server.document(pages: 12)
        for _ in 2...4 { _ = try await server.document(pages: 1) }
        let path = example.path.replacing("{document}", with: "\(document.rawValue)")
          .replacing("{page}", with: "1")
        let isChange = path.hasSuffix("/changes")
        let isTitle = example.method == "PATCH" && path.hasSuffix("/documents/1")
        let headers: HTTPFields =
          isChange ? [.ifMatch: "\"r12\""] : isTitle ? [.ifMatch: "*"] : [:]
        let method = try #require(HTTPRequest.Method(example.method))
        let answer = try await server.send(method, path, headers, json: example.body)
        #expect((200..<300).contains(answer.status), "\(example): \(answer.text)")
      }
    }
  }
}
