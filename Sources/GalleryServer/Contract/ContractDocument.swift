// SPDX-License-Identifier: Apache-2.0

import Yams

/// The contract as its page shows it: operations by subject, with references resolved.
struct ContractDocument: Sendable {
  /// A parameter of an operation, or a field of a response.
  struct Parameter: Sendable {
    let name: String
    let place: String
    let isRequired: Bool
    let description: String
  }

  /// A response by status, or for all others.
  struct Answer: Sendable {
    let status: String
    let description: String
    let bodies: [Body]
  }

  /// A body by its media type, with its schema if it has one.
  struct Body: Sendable {
    let mediaType: String
    let schema: ContractSchema?
  }

  struct Operation: Sendable {
    let tag: String
    let method: String
    let path: String
    let summary: String
    let description: String
    let scope: String?
    let parameters: [Parameter]
    let bodies: [Body]
    let answers: [Answer]
  }

  let title: String
  let description: String
  let tags: [String]
  let operations: [Operation]
  let schemas: [(name: String, schema: ContractSchema)]

  /// Reads the contract.
  ///
  /// - Parameter text: The OpenAPI document.
  /// - Throws: The error of the YAML parser.
  init(_ text: String) throws {
    let root = try Yams.compose(yaml: text) ?? Node([Node]())
    let reader = ContractNodes(root: root)
    title = root["info"].text("title")
    description = root["info"].text("description")
    tags = root["tags"]?.sequence?.map { Optional($0).text("name") } ?? []
    operations = reader.operations
    schemas = ContractSchemaReader(root: root).named
  }
}

/// The nodes of a contract.
private struct ContractNodes {
  private static let methods: Set<String> = ["get", "post", "put", "patch", "delete"]

  let root: Node

  var operations: [ContractDocument.Operation] {
    (root["paths"]?.mapping ?? [:]).flatMap { path, item in
      (item.mapping ?? [:]).compactMap { method, node in
        guard let method = method.string, Self.methods.contains(method) else { return nil }
        return operation(method, path.string ?? "", node, shared: item["parameters"])
      }
    }
  }

  private func operation(
    _ method: String, _ path: String, _ node: Node, shared: Node?
  ) -> ContractDocument.Operation {
    let parameters = list(shared) + list(node["parameters"])
    return ContractDocument.Operation(
      tag: node["tags"]?.sequence?.first?.string ?? "", method: method.uppercased(), path: path,
      summary: Optional(node).text("summary"), description: Optional(node).text("description"),
      scope: node["security"]?.sequence?.first?["token"]?.sequence?.first?.string,
      parameters: parameters.map(parameter),
      bodies: bodies(node["requestBody"]),
      answers: (node["responses"]?.mapping ?? [:]).map { status, answer in
        ContractDocument.Answer(
          status: status.string ?? "", description: resolved(answer).text("description"),
          bodies: bodies(answer))
      })
  }

  /// Returns the bodies of a request or a response.
  private func bodies(_ node: Node?) -> [ContractDocument.Body] {
    let schemas = ContractSchemaReader(root: root)
    return (resolved(node)?["content"]?.mapping ?? [:]).map { type, content in
      ContractDocument.Body(
        mediaType: type.string ?? "", schema: content["schema"].map(schemas.schema))
    }
  }

  private func parameter(_ node: Node) -> ContractDocument.Parameter {
    let node = resolved(node)
    let place = node.text("in")
    return ContractDocument.Parameter(
      name: node.text("name"), place: place,
      isRequired: place == "path" || node?["required"]?.bool == true,
      description: node.text("description"))
  }

  private func list(_ node: Node?) -> [Node] { node?.sequence.map(Array.init) ?? [] }

  /// Follows a reference within the document.
  private func resolved(_ node: Node?) -> Node? {
    guard let reference = node?["$ref"]?.string else { return node }
    return reference.split(separator: "/").dropFirst().reduce(Optional(root)) { $0?[String($1)] }
  }
}

extension Node? {
  /// Returns the text of a member, empty if there is none.
  fileprivate func text(_ key: String) -> String { self?[key]?.string ?? "" }
}
