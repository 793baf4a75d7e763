// SPDX-License-Identifier: Apache-2.0

import GalleryPages
import PageImaging
import PageStorage

/// The pages of the server, without scripts.
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
  var signOut: HTMLText { isSignedIn ? SignOutForm.form(root: root) : "" }

  /// The library.
  func library(
    _ entries: [DocumentList.Entry], query: DocumentQuery, next: String?
  ) -> HTMLText {
    let none: HTMLText = entries.isEmpty ? "<p>There are no documents.</p>" : ""
    return .page(
      title: "Library",
      """
      <header>
      <h1>Library</h1>
      <form action="\(root)/" role="search">
      <label>Titles with <input type="search" name="q" value="\(query.text ?? "")"></label>
      <button>Search</button>
      </form>
      \(edit(newDocument))
      <p><a href="\(root)/trash">Trash</a></p>
      \(signOut)
      </header>
      <main>
      <ul>
      \(HTMLText.list(entries.map { entry(of: $0.document, $0.cover) }))
      </ul>
      \(none)
      \(link(to: next, "Further documents"))
      </main>
      """)
  }

  private var newDocument: HTMLText {
    """
    <form method="post" action="\(root)/d">
    <label>Title <input name="title" required></label>
    <button>New document</button>
    </form>
    """
  }

  /// The link to another part of a list, the next one by default.
  func link(to part: String?, _ label: String, relation: String = "next") -> HTMLText {
    guard let part else { return "" }
    return "<p><a href=\"\(part)\" rel=\"\(relation)\">\(label)</a></p>"
  }

  private func entry(of document: Document, _ cover: StoredPage?) -> HTMLText {
    let picture: HTMLText = if let cover { image(cover, .h132, alt: "") } else { "" }
    return """
      <li><a href="\(root)/d/\(document.id.rawValue)">
      \(picture)
      \(document.title.isEmpty ? "Untitled" : document.title)</a>,
      \(count(document.pageCount)), <time>\(Timestamp(document.modified).description)</time></li>

      """
  }

  func count(_ pages: Int) -> HTMLText { pages == 1 ? "1 page" : "\(pages) pages" }

  /// The thumbnail of a page, with its size, so that nothing moves when it arrives.
  func image(_ page: StoredPage, _ step: ThumbnailLadder, alt: String) -> HTMLText {
    let source = "\(root)/t/\(page.id.rawValue)/\(page.key)/\(step.rawValue).jpg"
    guard let ratio = page.aspectRatio, case .height(let height) = step.style.target else {
      return "<img src=\"\(source)\" alt=\"\(alt)\" loading=\"lazy\">"
    }
    let width = Int(max(1, min(10_000, (ratio * Double(height)).rounded())))
    return """
      <img src="\(source)" alt="\(alt)" width="\(width)" height="\(height)" loading="lazy">
      """
  }
}
