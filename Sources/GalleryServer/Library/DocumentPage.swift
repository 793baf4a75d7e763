// SPDX-License-Identifier: Apache-2.0

import GalleryPages
import PageStorage

extension LibraryMarkup {
  /// A document as a list of pages, in place of which scripts show a gallery.
  ///
  /// - Parameters:
  ///   - document: The document.
  ///   - window: The pages that are shown.
  ///   - page: The page that a gallery opens, `nil` if there is none.
  ///   - isPageMissing: Whether the address names a page that the document does not have.
  ///   - previous: The index of the first page of the part before, `nil` at the beginning.
  ///   - next: The index of the first page of the part after, `nil` at the end.
  /// - Returns: The page.
  func document(
    _ document: Document, _ window: ReadableWindow, opening page: StoredPage?,
    isPageMissing: Bool = false, previous: Int?, next: Int?
  ) -> HTMLText {
    let path = "\(root)/d/\(document.id.rawValue)"
    let title = document.title.isEmpty ? "Untitled" : document.title
    let entries = window.entries.map { entry in
      let number = entry.index + 1
      return entry.page.map { self.entry(of: $0, number: number, of: window.pageCount, path) }
        ?? unreadableEntry(entry.id, number: number)
    }
    return .page(
      title: title, in: frame(of: document, window, opening: page, isPageMissing),
      """
      <div class="plain">
      <header class="bar">
      <a class="icon-button" href="\(root)/" aria-label="Library" title="Library">\(plainFrame.icon("back"))</a>
      <h1><bdi>\(title)</bdi></h1>
      <p class="bar-note">\(count(window.pageCount))</p>
      <div class="bar-actions">
      <a class="icon-button" href="\(path)/trash" aria-label="Trash" title="Trash">\(plainFrame.icon("trash"))</a>
      \(signOut)
      </div>
      </header>
      <main>
      \(isPageMissing ? Self.missingPage : "")
      \(edit(forms(of: document, path)))
      \(link(to: previous.map { "\(path)?from=\($0)" }, "Earlier pages", relation: "prev"))
      <ol class="pages" start="\(window.range.lowerBound + 1)" role="list">
      \(HTMLText.list(entries))
      </ol>
      \(window.entries.isEmpty ? Self.noPages : "")
      \(link(to: next.map { "\(path)?from=\($0)" }, "Further pages"))
      </main>
      </div>
      """)
  }

  private static var missingPage: HTMLText {
    "<p role=\"status\">The page is no longer in this document.</p>"
  }

  private static var noPages: HTMLText { "<p class=\"empty\">There are no pages.</p>" }

  private func frame(
    of document: Document, _ window: ReadableWindow, opening page: StoredPage?,
    _ isPageMissing: Bool
  ) -> PageFrame {
    let id = document.id.rawValue
    var data = [
      ("document", "\(id)"), ("revision", "\(window.revision)"), ("title", document.title),
      ("can-edit", "\(canEdit)"), ("signed-in", "\(isSignedIn)"),
    ]
    if let page { data.append(("page", "\(page.id.rawValue)")) }
    if isPageMissing { data.append(("page-missing", "true")) }
    return PageFrame(
      root: root, view: "document", script: "document.js", isScriptEarly: true,
      needsKernel: true, styles: ["gallery.css"], data: data,
      preloads: """
        <link rel="preload" as="fetch" crossorigin href="\(root)/api/v1/documents/\(id)/columns">
        \(page.map(firstImage) ?? "")
        """)
  }

  /// The image that a gallery shows first, in the size of a strip: it is small, and shown until a larger one
  /// for the size of the window has arrived.
  private func firstImage(_ page: StoredPage) -> HTMLText {
    guard page.aspectRatio != nil else { return "" }
    let source = "\(root)/t/\(page.id.rawValue)/\(page.key)/\(ThumbnailLadder.e800.rawValue).jpg"
    return "<link rel=\"preload\" as=\"image\" href=\"\(source)\" fetchpriority=\"high\">"
  }

  private func forms(of document: Document, _ path: String) -> HTMLText {
    """
    <div class="forms">
    <form class="fields" method="post" action="\(path)/pages" enctype="multipart/form-data">
    <label>Scans <input type="file" name="pages" accept="image/jpeg,image/png" multiple required></label>
    <button>Add</button>
    </form>
    <form class="fields" method="post" action="\(path)/title">
    <label>Title <input name="title" value="\(document.title)" maxlength="\(TitleText.maximumLength)"></label>
    <button>Rename</button>
    </form>
    <form method="post" action="\(path)/delete"><button>Move to the trash</button></form>
    </div>
    """
  }

  private func entry(of page: StoredPage, number: Int, of count: Int, _ path: String) -> HTMLText {
    let id = page.id.rawValue
    let label = "Page \(number)" + (page.isDamaged ? ", damaged" : "")
    return """
      <li id="p\(id)">
      <a href="\(root)/api/v1/pages/\(id)/original?inline">\(image(page, .page, alt: label))</a>
      <p class="page-number">\(label)</p>
      \(edit(forms(ofPage: number, of: count, "\(path)/pages/\(id)")))
      </li>

      """
  }

  private func unreadableEntry(_ id: PageID, number: Int) -> HTMLText {
    """
    <li id="p\(id.rawValue)">
    <p class="page-number">Page \(number), cannot be read</p>
    </li>

    """
  }

  /// Returns forms for browsers without scripts.
  ///
  /// Others keep them as text: hundreds of forms, in which they would look for
  /// fields to fill in, delay the viewer.
  private func forms(ofPage number: Int, of count: Int, _ action: String) -> HTMLText {
    """
    <noscript><details class="forms">
    <summary>Change page \(number)</summary>
    <form method="post" action="\(action)/rotate">
    <button name="rotation" value="270">Rotate left</button>
    <button name="rotation" value="90">Rotate right</button>
    </form>
    <form class="fields" method="post" action="\(action)/move">
    <label>Move to <input type="number" name="number" min="1" max="\(count)" required></label>
    <button>Move</button>
    </form>
    <form method="post" action="\(action)/delete"><button>Delete page \(number)</button></form>
    </details></noscript>
    """
  }
}
