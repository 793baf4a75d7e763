// SPDX-License-Identifier: Apache-2.0

import PageStorage

extension LibraryMarkup {
  /// The result of an upload of which some files were not added.
  func rejections(_ outcome: UploadForm.Outcome, of document: DocumentID) -> HTMLText {
    let entries = outcome.rejections.map { rejection -> HTMLText in
      "<li><bdi>\(rejection.fileName)</bdi>: \(rejection.problem.words)</li>\n"
    }
    let rest = outcome.rejectedCount - entries.count
    let others: HTMLText = rest == 0 ? "" : "<p>And \(rest) more.</p>\n"
    return .page(
      title: "Some files were not added",
      in: PageFrame(root: root, view: "message", styles: ["pages.css"]),
      """
      <main>
      <h1>Some files were not added</h1>
      <p>Added: \(outcome.addedCount). Not added: \(outcome.rejectedCount).</p>
      <ul>
      \(HTMLText.list(entries))
      </ul>
      \(others)<p><a class="button" href="\(root)/d/\(document.rawValue)">To the document</a></p>
      </main>
      """)
  }
}
