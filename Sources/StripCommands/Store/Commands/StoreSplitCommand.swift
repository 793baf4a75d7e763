// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import PageStorage

/// The command `thumbnail-strip store split`, which splits a document in two.
struct StoreSplitCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "split",
    abstract: "Move the pages from a position on to a new document.",
    discussion: HelpText.storeSplit
  )

  @OptionGroup var options: StoreOptions

  @Option(parsing: .unconditional, help: "The document's ID, as printed by 'store list'.")
  var document: DocumentArgument

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The position of the first page that is moved: last or a number from 1.", valueName: "place"))
  var at: ActivePage

  @Option(help: "The title of the new document. (default: that of the old one)")
  var title: String?

  @Flag(help: "Print the new document as JSON.")
  var json = false

  func run() async throws {
    let title = try title.map { try text(of: $0, option: "--title") }
    try await options.location.perform { store, session in
      let old = try await store.document(document.id)
      let index = try PageTarget(argument: at).index(count: old.pageCount)
      let new = try await store.split(old.id, at: index, title: title ?? old.title)
      try session.announce(new, isJSON: json)
    }
  }
}

extension CommandSession {
  /// Prints a new document.
  mutating func announce(_ document: Document, isJSON: Bool) throws {
    guard isJSON else { return try tell(StoreLines.created(document)) }
    try report(document, isJSON: true)
  }
}
