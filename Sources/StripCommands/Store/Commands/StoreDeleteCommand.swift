// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import GalleryModel
import PageStorage

/// The command `thumbnail-strip store delete`, which moves pages or a document to the trash.
struct StoreDeleteCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete",
    abstract: "Move pages or a document to the trash.",
    discussion: HelpText.storeDelete
  )

  @OptionGroup var options: StoreOptions

  @OptionGroup var pages: PageOptions

  @Option(parsing: .unconditional, help: "The ID of a document to delete instead of pages.")
  var document: DocumentArgument?

  @Flag(help: "Print the changes as JSON, one object per line.")
  var json = false

  func validate() throws {
    try pages.requireExactlyOne(or: document)
    guard document == nil || !json else {
      throw ValidationError("--json prints pages: leave it out for a document.")
    }
  }

  func run() async throws {
    let ids = try pages.ids()
    try await options.location.perform { store, session in
      if let document { return try await store.deleteDocument(document.id) }
      for (_, pages) in try await StoreEdit(store: store).documents(of: ids) {
        let change = try await store.delete(pages)
        try session.report(change, pages: pages, isJSON: json)
      }
    }
  }
}
