// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import PageStorage

/// The command `thumbnail-strip store merge`, which joins two documents.
struct StoreMergeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract: "Move all pages of a document to the end of another.",
    discussion: HelpText.storeMerge
  )

  @OptionGroup var options: StoreOptions

  @Option(parsing: .unconditional, help: "The ID of the document that is removed.")
  var document: DocumentArgument

  @Option(parsing: .unconditional, help: "The ID of the document that gets the pages.")
  var into: DocumentArgument

  @Flag(help: "Print the document with all pages as JSON.")
  var json = false

  func validate() throws {
    guard document != into else {
      throw ValidationError("--document and --into must be different documents.")
    }
  }

  func run() async throws {
    try await options.location.perform { store, session in
      let merged = try await store.merge(document.id, into: into.id)
      try session.report(merged, isJSON: json)
    }
  }
}
