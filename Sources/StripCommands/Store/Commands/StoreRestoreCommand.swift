// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import FoundationEssentials
import GalleryModel
import GalleryReplay
import PageStorage

/// The command `thumbnail-strip store restore`, which takes pages or a document out of the trash.
struct StoreRestoreCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore",
    abstract: "Restore pages or a document from the trash.",
    discussion: HelpText.storeRestore
  )

  @OptionGroup var options: StoreOptions

  @OptionGroup var pages: PageOptions

  @Option(parsing: .unconditional, help: "The ID of a document to restore instead of pages.")
  var document: DocumentArgument?

  @Flag(help: "Print the changes or the document as JSON.")
  var json = false

  func validate() throws {
    try pages.requireExactlyOne(or: document)
  }

  func run() async throws {
    let ids = try pages.ids()
    try await options.location.perform { store, session in
      if let document {
        let restored = try await store.restoreDocument(document.id)
        return try session.report(restored, isJSON: json)
      }
      for page in try await Self.inOrder(ids, store) {
        let change = try await store.restore(page)
        try session.report(change, pages: [page], isJSON: json)
      }
    }
  }

  /// Returns pages of the trash in the order in which each finds its old position.
  ///
  /// The last deletion is undone first. Of pages deleted together, the first one is restored first.
  private static func inOrder(_ ids: [PageID], _ store: PageStore) async throws -> [PageID] {
    var pages: [(id: PageID, trash: StoredPage.Trash)] = []
    for id in ids {
      guard let trash = try await store.page(id).trash else {
        throw PageStoreError.notFound(.trashedPage(id))
      }
      pages.append((id, trash))
    }
    return pages.sorted { first, second in
      first.trash.date == second.trash.date
        ? first.trash.index < second.trash.index : first.trash.date > second.trash.date
    }.map(\.id)
  }
}

extension CommandSession {
  /// Prints a document, if requested.
  mutating func report(_ document: Document, isJSON: Bool) throws {
    guard isJSON else { return }
    var json = JSONWriter()
    json.line(document)
    try output.write(json.bytes)
  }
}
