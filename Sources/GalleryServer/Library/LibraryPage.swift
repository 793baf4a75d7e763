// SPDX-License-Identifier: Apache-2.0

import GalleryPages
import PageImaging
import PageStorage

/// The pages of the library: lists, links and forms, which the viewer's scripts enhance.
struct LibraryMarkup: Sendable {
  /// The path below which the server is mounted.
  let root: String

  /// Whether the browser has a session, which it can end.
  var isSignedIn = false

  /// Whether the client may change something, so that the page offers it.
  var canEdit = true

  /// Returns a form, unless the client may change nothing.
  func edit(_ form: HTMLText) -> HTMLText { canEdit ? form : "" }

  /// The button that ends the session, if there is one.
  var signOut: HTMLText {
    isSignedIn ? SignOutForm.form(root: root, icon: plainFrame.icon("sign-out")) : ""
  }

  /// The switch between light and dark; hidden without scripts.
  var themeSwitch: HTMLText {
    """
    <button type="button" class="icon-button scripted" data-action="theme" \
    aria-label="Appearance" title="Appearance">\(plainFrame.icon("theme"))</button>
    """
  }

  /// The frame of a page without a script of its own.
  var plainFrame: PageFrame { PageFrame(root: root) }

  /// The library.
  ///
  /// - Parameters:
  ///   - entries: The documents of this part.
  ///   - query: The words that titles contain.
  ///   - next: The URL of the next part, `nil` at the end.
  ///   - version: The version of the store, after which events continue the list.
  /// - Returns: The page.
  func library(
    _ entries: [DocumentList.Entry], query: DocumentQuery, next: String?, version: Int
  ) -> HTMLText {
    let frame = PageFrame(
      root: root, view: "library", script: "library.js", styles: ["library.css", "panels.css"],
      data: [("can-edit", "\(canEdit)"), ("version", "\(version)")])
    return .page(
      title: "Library", in: frame,
      """
      <header class="bar">
      <h1>Library</h1>
      \(search(for: query.text ?? "", frame))
      <div class="bar-actions">
      \(edit(newButton(frame)))
      <a class="icon-button" href="\(root)/trash" aria-label="Trash" title="Trash">\(frame.icon("trash"))</a>
      \(themeSwitch)
      \(signOut)
      </div>
      </header>
      <main>
      \(edit(newDocument))
      <ul class="covers" role="list" data-part="covers">
      \(HTMLText.list(entries.map { entry(of: $0.document, $0.cover, frame) }))
      </ul>
      \(entries.isEmpty ? none(query) : "")
      \(link(to: next, "Further documents"))
      </main>
      """)
  }

  private func search(for text: String, _ frame: PageFrame) -> HTMLText {
    """
    <form class="search" action="\(root)/" role="search">
    \(frame.icon("search"))
    <input type="search" name="q" value="\(text)" aria-label="Search titles" placeholder="Search titles" \
    autocomplete="off" data-action="search">
    <button class="unscripted">Search</button>
    </form>
    """
  }

  private func newButton(_ frame: PageFrame) -> HTMLText {
    """
    <button type="button" class="button primary scripted" data-action="new">\
    \(frame.icon("plus"))<span>New document</span></button>
    """
  }

  private func none(_ query: DocumentQuery) -> HTMLText {
    "<p class=\"empty\">\(query.text == nil ? "There are no documents." : "No title matches.")</p>"
  }

  private var newDocument: HTMLText {
    """
    <form class="unscripted fields" method="post" action="\(root)/d">
    <label>Title <input name="title" maxlength="\(TitleText.maximumLength)" required></label>
    <button>New document</button>
    </form>
    """
  }

  /// The link to another part of a list, the next one by default.
  func link(to part: String?, _ label: String, relation: String = "next") -> HTMLText {
    guard let part else { return "" }
    return "<p class=\"part\"><a href=\"\(part)\" rel=\"\(relation)\">\(label)</a></p>"
  }

  private func entry(
    of document: Document, _ cover: StoredPage?, _ frame: PageFrame
  ) -> HTMLText {
    let title = document.title.isEmpty ? "Untitled" : document.title
    let id = document.id.rawValue
    return """
      <li class="cover" data-document="\(id)" data-revision="\(document.revision)">
      <a href="\(root)/d/\(id)">
      <span class="cover-paper">\(cover.map { image($0, .cover, alt: "") } ?? blank)\
      \(cover?.isDamaged == true ? damageMark(frame) : "")</span>
      <span class="cover-text">
      <bdi class="cover-title" data-part="title">\(title)</bdi>
      <span class="cover-details">\(count(document.pageCount))<span class="cover-comma">, </span>\
      \(day(document.created))</span>
      </span>
      </a>
      \(edit(more(title, frame)))
      </li>

      """
  }

  private func damageMark(_ frame: PageFrame) -> HTMLText {
    """
    <span class="cover-mark" role="img" aria-label="damaged" title="The first page is damaged">\
    \(frame.icon("warning"))</span>
    """
  }

  private func more(_ title: String, _ frame: PageFrame) -> HTMLText {
    """
    <button type="button" class="icon-button scripted" data-action="more" aria-haspopup="menu" \
    aria-label="Actions for \(title)">\(frame.icon("more"))</button>
    """
  }

  func count(_ pages: Int) -> HTMLText { pages == 1 ? "1 page" : "\(pages) pages" }
}
