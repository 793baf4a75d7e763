// SPDX-License-Identifier: Apache-2.0

import GalleryPages
import PageStorage

extension LibraryMarkup {
  /// The documents in the trash.
  ///
  /// - Parameters:
  ///   - documents: The documents of this part.
  ///   - next: The URL of the next part, `nil` at the end.
  /// - Returns: The page.
  func trash(_ documents: [Document], next: String?) -> HTMLText {
    let none: HTMLText = documents.isEmpty ? "<p>The trash is empty.</p>" : ""
    return .page(
      title: "Trash",
      """
      <header>
      <p><a href="\(root)/">Library</a></p>
      <h1>Trash</h1>
      </header>
      <main>
      <ul>
      \(HTMLText.list(documents.map(entry)))
      </ul>
      \(none)
      \(link(to: next, "Further documents"))
      </main>
      """)
  }

  private func entry(of document: Document) -> HTMLText {
    let id = document.id.rawValue
    let title = document.title.isEmpty ? "Untitled" : document.title
    return """
      <li>\(title), \(count(document.pageCount))\(time(document.trashed.map(Timestamp.init)))
      \(edit(restoration("\(root)/d/\(id)/restore", of: title)))
      </li>

      """
  }

  /// The pages of a document in the trash.
  ///
  /// - Parameters:
  ///   - document: The document.
  ///   - pages: The pages that are shown, last deleted first.
  ///   - furtherCount: The number of those that are not shown; they follow when these are restored.
  /// - Returns: The page.
  func trash(
    of document: Document, _ pages: ArraySlice<StoredPage>, further furtherCount: Int
  ) -> HTMLText {
    let path = "\(root)/d/\(document.id.rawValue)"
    let title = document.title.isEmpty ? "Untitled" : document.title
    let none: HTMLText = pages.isEmpty ? "<p>The trash is empty.</p>" : ""
    let others: HTMLText = furtherCount > 0 ? "<p>And \(furtherCount) more.</p>" : ""
    return .page(
      title: "Trash of \(title)",
      """
      <header>
      <p><a href="\(path)">\(title)</a></p>
      <h1>Trash of \(title)</h1>
      </header>
      <main>
      <ul>
      \(HTMLText.list(pages.map { entry(of: $0, path) }))
      </ul>
      \(none)
      \(others)
      </main>
      """)
  }

  private func entry(of page: StoredPage, _ path: String) -> HTMLText {
    let id = page.id.rawValue
    let label = "page \(id)"
    return """
      <li id="p\(id)">
      \(image(page, .h132, alt: label))\(time(page.trash.map { Timestamp($0.date) }))
      \(edit(restoration("\(path)/pages/\(id)/restore", of: label)))
      </li>

      """
  }

  /// The time of a deletion.
  private func time(_ time: Timestamp?) -> HTMLText {
    time.map { ", deleted <time>\($0.description)</time>" } ?? ""
  }

  private func restoration(_ action: String, of name: String) -> HTMLText {
    "<form method=\"post\" action=\"\(action)\"><button>Restore \(name)</button></form>"
  }
}
