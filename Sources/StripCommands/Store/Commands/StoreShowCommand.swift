// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import GalleryPages
import PageStorage

/// The command `thumbnail-strip store show`, which lists the pages of a document.
struct StoreShowCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "List the pages of a document.",
    discussion: HelpText.storeShow
  )

  @OptionGroup var options: StoreOptions

  @Option(parsing: .unconditional, help: "The document's ID, as printed by 'store list'.")
  var document: DocumentArgument

  @Flag(help: "List the pages in the document's trash instead.")
  var trash = false

  @Flag(help: "Print JSON, one object per line.")
  var json = false

  func run() async throws {
    try await options.location.perform(.readOnly) { store, session in
      var listing = PageListing(isJSON: json)
      if trash {
        try await showTrash(&listing, store, &session)
      } else {
        try await StoredDocumentPages(store, document.id).forEachWindow { window in
          let pages = window.entries.compactMap { entry in entry.page.map { (entry.index, $0) } }
          try await show(pages, &listing, store, &session)
          report(window.entries.filter { $0.page == nil }.map(\.id), &session)
        }
      }
    }
  }

  private func showTrash(
    _ listing: inout PageListing, _ store: PageStore, _ session: inout CommandSession
  ) async throws {
    var cursor: TrashCursor?
    repeat {
      let part = try await store.trash(of: document.id, after: cursor, limit: 1000)
      try await show(part.pages.map { (nil, $0) }, &listing, store, &session)
      report(part.damaged, &session)
      cursor = part.next
    } while cursor != nil
  }

  /// Shows pages at their indexes, `nil` in the trash.
  private func show(
    _ pages: [(Int?, StoredPage)], _ listing: inout PageListing, _ store: PageStore,
    _ session: inout CommandSession
  ) async throws {
    let (metadata, damaged) = try await store.soundMetadata(of: pages.map(\.1.id))
    try session.output.write(listing.text(of: pages, metadata))
    for page in damaged {
      session.reporter.report(
        .store(.corrupted(.metadata(page))), at: Path(StoreName.page(page)))
    }
  }

  /// Names the pages whose rows are damaged.
  private func report(_ pages: [PageID], _ session: inout CommandSession) {
    for page in pages {
      session.reporter.report(.store(.corrupted(.page(page))), at: Path(StoreName.page(page)))
    }
  }
}
