// SPDX-License-Identifier: Apache-2.0

import HTTPTypes

/// The pages that explain problems to people.
enum ProblemPage {
  /// The page at `/problems/{code}`.
  static func explanation(of code: ProblemCode, root: String) -> HTMLText {
    page(
      title: code.title, root,
      """
      <h1>\(code.title)</h1>
      <p>\(code.explanation)</p>
      <p>Status \(code.status.code), code <code>\(code.rawValue)</code>.</p>
      <p><a href="\(root)/">To the library</a></p>
      """)
  }

  /// The response to a browser that requested HTML.
  static func occurrence(of problem: Problem, root: String, requestID: String) -> HTMLText {
    page(
      title: problem.code.title, root,
      """
      <h1>\(problem.code.title)</h1>
      <p>\(problem.words)</p>
      <p><a href="\(root)/problems/\(problem.code.rawValue)">What this means</a></p>
      <p><a href="\(root)/">To the library</a></p>
      <p>Request <code>\(requestID)</code>.</p>
      """)
  }

  private static func page(title: String, _ root: String, _ content: HTMLText) -> HTMLText {
    .page(
      title: title, in: PageFrame(root: root, view: "message", styles: ["pages.css"]),
      "<main>\n\(content)\n</main>")
  }
}
