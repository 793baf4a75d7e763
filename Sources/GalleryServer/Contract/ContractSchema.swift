// SPDX-License-Identifier: Apache-2.0

import Yams

/// The form of a body or of a part of it, as the page of the contract shows it.
struct ContractSchema: Sendable {
  /// The name of a type: `list of` and a name, which may be that of a schema with a section of its own.
  struct TypeName: Hashable, Sendable {
    var prefix = ""
    var name = ""
    var isSchema = false
  }

  /// A property, also of objects within: `moves[].from`.
  struct Property: Sendable {
    let name: String
    let type: TypeName
    let isRequired: Bool
    let description: String
  }

  let type: TypeName
  let description: String
  let properties: [Property]
}

/// Reads schemas.
struct ContractSchemaReader {
  private static let schemas = "#/components/schemas/"

  /// The maximum number of objects within each other that are shown.
  private static let depthLimit = 4

  let root: Node

  /// The schemas of the document by name.
  var named: [(name: String, schema: ContractSchema)] {
    (root["components"]?["schemas"]?.mapping ?? [:]).map { name, node in
      (name.string ?? "", schema(node))
    }
  }

  /// Returns a schema; that of a reference has no properties, because it has a section of its own.
  func schema(_ node: Node) -> ContractSchema {
    let type = typeName(node)
    return ContractSchema(
      type: type, description: node["description"]?.string ?? "",
      properties: type.isSchema ? [] : properties(of: node, prefix: "", depth: 0))
  }

  private func properties(
    of node: Node, prefix: String, depth: Int
  ) -> [ContractSchema.Property] {
    guard depth < Self.depthLimit, reference(node) == nil else { return [] }
    if let items = node["items"] {
      return properties(of: items, prefix: prefix + "[].", depth: depth + 1)
    }
    let required = node["required"]?.sequence?.compactMap(\.string) ?? []
    return (node["properties"]?.mapping ?? [:]).flatMap { key, value in
      let name = key.string ?? ""
      let property = ContractSchema.Property(
        name: prefix + name, type: typeName(value), isRequired: required.contains(name),
        description: description(of: value))
      let within = value["items"] == nil ? prefix + name + "." : prefix + name
      return [property] + properties(of: value, prefix: within, depth: depth + 1)
    }
  }

  /// Returns the description beside a reference, or of what it refers to.
  private func description(of node: Node) -> String {
    if let text = node["description"]?.string { return text }
    let target = reference(node).flatMap { root["components"]?["schemas"]?[$0] }
    return target?["description"]?.string ?? ""
  }

  private func reference(_ node: Node) -> String? {
    guard let text = node["$ref"]?.string, text.hasPrefix(Self.schemas) else { return nil }
    return String(text.dropFirst(Self.schemas.count))
  }

  private func typeName(_ node: Node) -> ContractSchema.TypeName {
    if let name = reference(node) { return ContractSchema.TypeName(name: name, isSchema: true) }
    if let items = node["items"] {
      var type = typeName(items)
      type.prefix = "list of " + type.prefix
      return type
    }
    if let values = node["additionalProperties"], values.mapping != nil {
      var type = typeName(values)
      type.prefix = "object with values of " + type.prefix
      return type
    }
    return ContractSchema.TypeName(name: plainName(node))
  }

  /// Returns the values of an enumeration, or the names of the types.
  private func plainName(_ node: Node) -> String {
    if let values = node["enum"]?.sequence { return Self.list(values) }
    if let value = node["const"]?.scalar?.string { return value }
    if let alternatives = node["oneOf"]?.sequence, node["type"] == nil {
      return alternatives.compactMap(reference).joined(separator: " or ")
    }
    if let types = node["type"]?.sequence { return Self.list(types) }
    return node["type"]?.string ?? ""
  }

  private static func list(_ nodes: Node.Sequence) -> String {
    nodes.compactMap { $0.scalar?.string }.joined(separator: " or ")
  }
}
