// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import GalleryReplay
import PageStorage

/// The command `thumbnail-strip store list`, which lists the documents.
struct StoreListCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the documents of a store.",
    discussion: HelpText.storeList
  )

  @OptionGroup var options: StoreOptions

  @Flag(help: "List the documents in the trash instead.")
  var trash = false

  @Flag(help: "Print JSON, one object per line.")
  var json = false

  func run() async throws {
    try await options.location.perform(.readOnly) { store, session in
      let listing = try await store.documentListing(isTrashed: trash)
      let documents = listing.documents
      try session.output.write(json ? Self.json(documents) : Self.table(documents))
      for document in listing.damaged {
        session.reporter.report(
          .store(.corrupted(.document(document))), at: Path(StoreName.document(document)))
      }
    }
  }

  private static func json(_ documents: [Document]) -> [UInt8] {
    var json = JSONWriter()
    for document in documents { json.line(document) }
    return json.bytes
  }

  private static func table(_ documents: [Document]) -> [UInt8] {
    var table = TextTable(
      titles: ["DOCUMENT", "PAGES", "MODIFIED (UTC)", "TITLE"], rightAligned: [0, 1])
    for document in documents {
      table.add([
        String(document.id.rawValue), String(document.pageCount), document.modified.displayText,
        Path(document.title).displayText,
      ])
    }
    return Array(table.text.utf8)
  }
}
