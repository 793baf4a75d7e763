// SPDX-License-Identifier: Apache-2.0

extension ContractPage {
  /// The section with the schemas that several bodies have.
  var schemas: HTMLText {
    """
    <section id="schemas">
    <h2>schemas</h2>
    \(.list(contract.schemas.map { article($0.name, $0.schema) }))
    </section>
    """
  }

  private func article(_ name: String, _ schema: ContractSchema) -> HTMLText {
    """
    <article id="schema-\(name)">
    <h3><code>\(name)</code></h3>
    <p>Type: \(type(schema.type))</p>
    \(paragraphs(schema.description))
    \(properties(schema.properties))</article>

    """
  }

  /// A body with the properties of its schema.
  func body(_ body: ContractDocument.Body) -> HTMLText {
    let name: HTMLText =
      if let schema = body.schema { ": \(type(schema.type))" } else { "" }
    return """
      <p>Body: <code>\(body.mediaType)</code>\(name)</p>
      \(properties(body.schema?.properties ?? []))
      """
  }

  private func type(_ type: ContractSchema.TypeName) -> HTMLText {
    guard type.isSchema else { return "\(type.prefix)\(type.name)" }
    return "\(type.prefix)<a href=\"#schema-\(type.name)\">\(type.name)</a>"
  }

  private func properties(_ properties: [ContractSchema.Property]) -> HTMLText {
    guard !properties.isEmpty else { return "" }
    let rows = properties.map { property -> HTMLText in
      """
      <tr><td><code>\(property.name)</code></td><td>\(type(property.type))</td>\
      <td>\(property.isRequired ? "required" : "")</td><td>\(prose(property.description))</td></tr>

      """
    }
    return """
      <table>
      <tr><th>property</th><th>type</th><th></th><th>meaning</th></tr>
      \(.list(rows))
      </table>

      """
  }
}
