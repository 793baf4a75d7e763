// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import PageStorage

/// The command `thumbnail-strip store rename`, which changes the title of a document.
struct StoreRenameCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rename",
    abstract: "Change the title of a document.",
    discussion: HelpText.storeRename
  )

  @OptionGroup var options: StoreOptions

  @Option(parsing: .unconditional, help: "The document's ID, as printed by 'store list'.")
  var document: DocumentArgument

  @Option(help: "The new title.")
  var title: String

  @Flag(help: "Print the document as JSON.")
  var json = false

  func run() async throws {
    let title = try text(of: title, option: "--title")
    try await options.location.perform { store, session in
      let document = try await store.updateDocument(document.id, title: title)
      try session.report(document, isJSON: json)
    }
  }
}
