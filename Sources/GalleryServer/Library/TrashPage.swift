// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
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
    let none: HTMLText = documents.isEmpty ? Self.emptyTrash : ""
    return .page(
      title: "Trash", in: trashFrame,
      """
      \(trashHeader("Trash", back: "\(root)/", "Library"))
      <main>
      <ul class="rows" role="list">
      \(HTMLText.list(documents.map(entry)))
      </ul>
      \(none)
      \(link(to: next, "Further documents"))
      </main>
      """)
  }

  private static var emptyTrash: HTMLText { "<p class=\"empty\">The trash is empty.</p>" }

  private var trashFrame: PageFrame {
    PageFrame(root: root, view: "trash", script: "plain.js", styles: ["pages.css", "panels.css"])
  }

  private func trashHeader(_ title: HTMLText, back path: String, _ name: String) -> HTMLText {
    """
    <header class="bar">
    <a class="icon-button" href="\(path)" aria-label="\(name)" title="\(name)">\(plainFrame.icon("back"))</a>
    <h1>\(title)</h1>
    <div class="bar-actions">
    \(themeSwitch)
    </div>
    </header>
    """
  }

  private func entry(of document: Document) -> HTMLText {
    let id = document.id.rawValue
    let title = document.title.isEmpty ? "Untitled" : document.title
    return """
      <li>
      <p><strong><bdi>\(title)</bdi></strong>, \(count(document.pageCount))\(document.trashed.map(deleted) ?? "")</p>
      \(edit(restoration("\(root)/d/\(id)/restore", of: title)))
      </li>

      """
  }

  /// The pages of a document in the trash.
  ///
  /// - Parameters:
  ///   - list: The pages of this part.
  ///   - document: The document.
  /// - Returns: The page.
  func trash(_ list: TrashList, of document: Document) -> HTMLText {
    let path = "\(root)/d/\(document.id.rawValue)"
    let title = document.title.isEmpty ? "Untitled" : document.title
    let isEmpty = list.pages.isEmpty && list.damaged.isEmpty
    let none: HTMLText = isEmpty ? Self.emptyTrash : ""
    return .page(
      title: "Trash of \(title)", in: trashFrame,
      """
      \(trashHeader("Trash of <bdi>\(title)</bdi>", back: path, title))
      <main>
      <ul class="rows" role="list">
      \(HTMLText.list(list.pages.map { entry(of: $0, path) }))
      \(HTMLText.list(list.damaged.map(damagedEntry)))
      </ul>
      \(none)
      \(link(to: list.next.map { "\(path)/trash?after=\($0)" }, "Further pages"))
      </main>
      """)
  }

  private func entry(of page: StoredPage, _ path: String) -> HTMLText {
    let id = page.id.rawValue
    let number = page.trash.map { "\($0.index + 1)" } ?? ""
    return """
      <li id="p\(id)">
      <span class="row-paper">\(image(page, .thumbnail, alt: ""))</span>
      <p>Former page \(number)\(page.trash.map { deleted($0.date) } ?? "")</p>
      \(edit(restoration("\(path)/pages/\(id)/restore", of: "former page \(number)")))
      </li>

      """
  }

  private func damagedEntry(of page: PageID) -> HTMLText {
    """
    <li id="p\(page.rawValue)"><p>Page \(page.rawValue) cannot be read: its entry is damaged.</p></li>

    """
  }

  private func deleted(_ date: Date) -> HTMLText { ", deleted \(day(date))" }

  private func restoration(_ action: String, of name: String) -> HTMLText {
    """
    <form method="post" action="\(action)"><button aria-label="Restore \(name)">Restore</button></form>
    """
  }
}
