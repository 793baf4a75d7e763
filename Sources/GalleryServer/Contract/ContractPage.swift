// SPDX-License-Identifier: Apache-2.0

/// The contract as a page for people, without scripts.
struct ContractPage: Sendable {
  let contract: ContractDocument

  /// The path below which the server is mounted.
  let root: String

  /// The whole page.
  var page: HTMLText {
    .page(
      title: "\(contract.title): the interface",
      in: PageFrame(root: root, view: "contract", styles: ["pages.css"]),
      """
      <header>
      <h1>\(contract.title)</h1>
      \(paragraphs(contract.description))
      <p><a href="\(root)/openapi.yaml">This description as an OpenAPI document</a></p>
      <nav>
      <ul>
      \(.list(contract.tags.map(link)))
      <li><a href="#schemas">schemas</a></li>
      </ul>
      </nav>
      </header>
      <main>
      \(.list(contract.tags.map(section)))
      \(schemas)
      </main>
      """)
  }

  private func link(_ tag: String) -> HTMLText {
    """
    <li><a href="#\(tag)">\(tag)</a></li>

    """
  }

  private func section(_ tag: String) -> HTMLText {
    """
    <section id="\(tag)">
    <h2>\(tag)</h2>
    \(.list(contract.operations.filter { $0.tag == tag }.map(article)))
    </section>

    """
  }

  private func article(_ operation: ContractDocument.Operation) -> HTMLText {
    let scope: HTMLText = operation.scope.map { "<p>Scope: \($0)</p>\n" } ?? ""
    let body = HTMLText.list(operation.bodies.map(self.body))
    return """
      <article>
      <h3><code>\(operation.method) \(operation.path)</code></h3>
      <p>\(operation.summary)</p>
      \(paragraphs(operation.description))
      \(scope)\(body)\(parameters(operation.parameters))<dl>
      \(.list(operation.answers.map(answer)))
      </dl>
      </article>

      """
  }

  private func answer(_ answer: ContractDocument.Answer) -> HTMLText {
    let bodies = HTMLText.list(answer.bodies.map(body))
    return """
      <dt>\(answer.status == "default" ? "other" : answer.status)</dt>
      <dd>\(prose(answer.description))\(bodies)</dd>

      """
  }

  private func parameters(_ parameters: [ContractDocument.Parameter]) -> HTMLText {
    guard !parameters.isEmpty else { return "" }
    let rows = parameters.map { parameter -> HTMLText in
      """
      <tr><td><code>\(parameter.name)</code></td><td>\(parameter.place)</td>\
      <td>\(parameter.isRequired ? "required" : "")</td><td>\(prose(parameter.description))</td></tr>

      """
    }
    return """
      <table>
      <tr><th>name</th><th>in</th><th></th><th>meaning</th></tr>
      \(.list(rows))
      </table>

      """
  }

  func paragraphs(_ text: String) -> HTMLText {
    .list(
      text.split(separator: "\n\n").map { paragraph -> HTMLText in
        "<p>\(prose(String(paragraph)))</p>\n"
      })
  }

  /// A description, in which names between backticks are code.
  func prose(_ text: String) -> HTMLText {
    let pieces = text.split(separator: "`", omittingEmptySubsequences: false).map(String.init)
    return .list(
      pieces.enumerated().map { place, piece -> HTMLText in
        place.isMultiple(of: 2) ? "\(piece)" : "<code>\(piece)</code>"
      })
  }
}
