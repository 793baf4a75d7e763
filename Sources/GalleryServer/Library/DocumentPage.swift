// SPDX-License-Identifier: Apache-2.0

import GalleryPages
import PageStorage

extension LibraryMarkup {
  /// A document as a list of pages.
  ///
  /// - Parameters:
  ///   - document: The document.
  ///   - window: The pages that are shown.
  ///   - previous: The index of the first page of the part before, `nil` at the beginning.
  ///   - next: The index of the first page of the part after, `nil` at the end.
  /// - Returns: The page.
  func document(
    _ document: Document, _ window: PageWindow, previous: Int?, next: Int?
  ) -> HTMLText {
    let path = "\(root)/d/\(document.id.rawValue)"
    let title = document.title.isEmpty ? "Untitled" : document.title
    let entries = window.pages.enumerated().map { offset, page in
      entry(of: page, number: window.start + offset + 1, path)
    }
    return .page(
      title: title,
      """
      <header>
      <p><a href="\(root)/">Library</a></p>
      <h1>\(title)</h1>
      <p>\(count(window.pageCount))</p>
      \(edit(forms(of: document, path)))
      <p><a href="\(path)/trash">Trash</a></p>
      \(signOut)
      </header>
      <main>
      \(link(to: previous.map { "\(path)?from=\($0)" }, "Earlier pages", relation: "prev"))
      <ol start="\(window.start + 1)">
      \(HTMLText.list(entries))
      </ol>
      \(link(to: next.map { "\(path)?from=\($0)" }, "Further pages"))
      </main>
      """)
  }

  private func forms(of document: Document, _ path: String) -> HTMLText {
    """
    <form method="post" action="\(path)/pages" enctype="multipart/form-data">
    <label>Scans <input type="file" name="pages" accept="image/jpeg,image/png" multiple required></label>
    <button>Add</button>
    </form>
    <form method="post" action="\(path)/title">
    <label>Title <input name="title" value="\(document.title)"></label>
    <button>Rename</button>
    </form>
    <form method="post" action="\(path)/delete"><button>Move to the trash</button></form>
    """
  }

  private func entry(of page: StoredPage, number: Int, _ path: String) -> HTMLText {
    let id = page.id.rawValue
    let label = "Page \(number)" + (page.isDamaged ? ", damaged" : "")
    return """
      <li id="p\(id)">
      <a href="\(root)/api/v1/pages/\(id)/original?inline">\(image(page, .h264, alt: label))</a>
      \(edit(forms(ofPage: number, "\(path)/pages/\(id)")))
      </li>

      """
  }

  private func forms(ofPage number: Int, _ action: String) -> HTMLText {
    """
    <form method="post" action="\(action)/rotate">
    <button name="rotation" value="90">Rotate page \(number) right</button>
    <button name="rotation" value="270">Rotate page \(number) left</button>
    </form>
    <form method="post" action="\(action)/move">
    <label>Move page \(number) to <input type="number" name="number" min="1" required></label>
    <button>Move</button>
    </form>
    <form method="post" action="\(action)/delete"><button>Delete page \(number)</button></form>
    """
  }

  /// The result of an upload of which some files were not added.
  func rejections(_ outcome: UploadForm.Outcome, of document: DocumentID) -> HTMLText {
    let entries = outcome.rejections.map { rejection -> HTMLText in
      "<li>\(rejection.fileName): \(rejection.problem.detail)</li>\n"
    }
    let rest = outcome.rejectedCount - entries.count
    let others: HTMLText = rest == 0 ? "" : "<p>And \(rest) more.</p>\n"
    return .page(
      title: "Some files were not added",
      """
      <main>
      <h1>Some files were not added</h1>
      <p>Added: \(outcome.addedCount). Not added: \(outcome.rejectedCount).</p>
      <ul>
      \(HTMLText.list(entries))
      </ul>
      \(others)<p><a href="\(root)/d/\(document.rawValue)">To the document</a></p>
      </main>
      """)
  }
}
