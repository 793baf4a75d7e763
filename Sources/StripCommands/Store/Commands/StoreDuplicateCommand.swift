// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import PageStorage

/// The command `thumbnail-strip store duplicate`, which creates a second document of the same
/// pages.
struct StoreDuplicateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "duplicate",
    abstract: "Duplicate a document; its originals are stored once.",
    discussion: HelpText.storeDuplicate
  )

  @OptionGroup var options: StoreOptions

  @Option(parsing: .unconditional, help: "The document's ID, as printed by 'store list'.")
  var document: DocumentArgument

  @Option(help: "The title of the new document. (default: that of the old one)")
  var title: String?

  @Flag(help: "Print the new document as JSON.")
  var json = false

  func run() async throws {
    let title = try title.map { try text(of: $0, option: "--title") }
    try await options.location.perform { store, session in
      let new = try await store.duplicate(document.id, title: title)
      try session.announce(new, isJSON: json)
    }
  }
}
