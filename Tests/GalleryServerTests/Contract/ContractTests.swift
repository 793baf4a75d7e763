// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import PageStorage
import Testing

@testable import GalleryServer

struct ContractTests {
  @Test func isServed() async throws {
    try await TestServer.run { server in
      let answer = try await server.get("/openapi.yaml")
      #expect(answer.text.contains("openapi: 3.1.0"))
      #expect(answer.headers[.contentType] == "application/yaml")
      let tag = try #require(answer.headers[.eTag])
      #expect(try await server.get("/openapi.yaml", [.ifNoneMatch: tag]).status == 304)
    }
  }

  @Test func isShownAsAPage() async throws {
    try await TestServer.run(configured: { $0.root = "/archive" }) { server in
      let answer = try await server.get("/archive/docs")
      #expect(answer.status == 200)
      #expect(answer.headers[.contentType] == "text/html; charset=utf-8")
      for operation in GalleryServer(store: server.store).routes.operations {
        let heading = "<h3><code>\(operation.method.rawValue) \(operation.pattern)</code></h3>"
        #expect(answer.text.contains(heading), "\(operation.pattern)")
      }
      // A parameter behind a reference, and the description of a response behind another one.
      #expect(answer.text.contains("<tr><td><code>Idempotency-Key</code></td><td>header</td>"))
      #expect(answer.text.contains("<p>Scope: admin</p>"))
      #expect(answer.text.contains(#"<a href="/archive/openapi.yaml">"#))
      #expect(!answer.text.contains("<dd></dd>") && !answer.text.contains("<script>"))
      #expect(answer.text.contains("The member <code>offset</code> of the problem"))
      #expect(!answer.text.contains("`"))
    }
  }

  @Test func showsTheSchemasOfBodies() async throws {
    try await TestServer.run { server in
      let text = try await server.get("/docs").text
      let rows = [
        // A property of a request, one of a list within it, and one of a response.
        "<tr><td><code>title</code></td><td>string</td><td>required</td><td></td></tr>",
        "<tr><td><code>insertions[].at</code></td><td>integer</td><td>required</td><td></td></tr>",
        "<tr><td><code>pageCount</code></td><td>integer</td><td>required</td><td></td></tr>",
        "<td><code>metadata</code></td><td><a href=\"#schema-Metadata\">Metadata</a></td>",
        "<td><code>aspectRatios</code></td><td>list of number or null</td><td>required</td>",
        "<td>Width divided by height as shown; null if it is unknown.</td>",
        "<td><code>contentVersions</code></td><td>object with values of integer</td>",
        "<td><code>ids</code></td><td>list of <a href=\"#schema-Identifier\">Identifier</a></td>",
        "<td><code>rotation</code></td><td>0 or 90 or 180 or 270</td>",
        "<p>Body: <code>application/json</code>: <a href=\"#schema-Document\">Document</a></p>",
      ]
      for row in rows { #expect(text.contains(row), "\(row)") }
      // Every reference leads to a section.
      let targets = Set(text.matches(of: /href="#(schema-\w+)"/).map { String($0.1) })
      #expect(targets.count > 10)
      for target in targets { #expect(text.contains("<article id=\"\(target)\">"), "\(target)") }
    }
  }

  @Test func listsEveryRoute() async throws {
    try await TestServer.run { server in
      let contract = ContractReader(try await server.get("/openapi.yaml").text)
      let routes = GalleryServer(store: server.store).routes.operations
      let routed = routes.map { "\($0.method.rawValue) \($0.pattern)" }
      #expect(Set(routed).count == routed.count)
      #expect(Set(routed) == Set(contract.operations.keys))
      for route in routes {
        let operation = contract.operations["\(route.method.rawValue) \(route.pattern)"]
        #expect(operation == route.query, "\(route.pattern)")
      }
    }
  }

  @Test func listsEveryProblem() async throws {
    try await TestServer.run { server in
      let text = try await server.get("/openapi.yaml").text
      for code in ProblemCode.allCases {
        #expect(text.contains("        - \(code.rawValue)\n"))
      }
    }
  }
}

/// A reader of the part of YAML in which the contract is written: paths, methods, and the names of
/// query parameters, by their indentation.
struct ContractReader {
  /// The names of the query parameters, by method and path.
  private(set) var operations: [String: Set<String>] = [:]

  /// The text of `security`, by method and path.
  private(set) var security: [String: String] = [:]

  init(_ text: String) {
    var (isInPaths, path, operation, parameter) = (false, "", "", "")
    for line in text.split(separator: "\n") {
      let indent = line.prefix { $0 == " " }.count
      let content = line.dropFirst(indent)
      switch indent {
      case 0: isInPaths = content == "paths:"
      case 2 where isInPaths: path = String(content.dropLast())
      case 4 where isInPaths:
        operation = ""
        let method = content.dropLast().uppercased()
        guard ["GET", "POST", "PUT", "PATCH", "DELETE"].contains(method) else { break }
        operation = "\(method) \(path)"
        operations[operation] = []
      default:
        guard isInPaths, !operation.isEmpty else { break }
        if indent == 6, content.hasPrefix("security: ") {
          security[operation] = String(content.dropFirst(10))
        }
        if content.hasPrefix("- name: ") { parameter = String(content.dropFirst(8)) }
        if content == "in: query" { operations[operation]?.insert(parameter) }
      }
    }
  }
}
