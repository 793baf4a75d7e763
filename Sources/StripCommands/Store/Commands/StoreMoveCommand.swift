// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import GalleryModel
import GalleryReplay
import PageStorage

/// The command `thumbnail-strip store move`, which moves pages within a document.
struct StoreMoveCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "move",
    abstract: "Move a page within its document.",
    discussion: HelpText.storeMove
  )

  @OptionGroup var options: StoreOptions

  @Argument(help: "The page's ID, as printed by 'store show'.")
  var page: PathArgument

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The new position: first, last or a number from 1.", valueName: "place"))
  var to: ActivePage

  @Flag(help: "Print the change as JSON.")
  var json = false

  func validate() throws {
    guard try PageOptions.ids([page]).count == 1 else {
      throw ValidationError("Give one page to move.")
    }
  }

  func run() async throws {
    let page = try PageOptions.ids([page])[0]
    try await options.location.perform { store, session in
      let document = try await store.location(of: page).document
      let count = try await store.document(document).pageCount
      let index = try PageTarget(argument: to).index(count: count)
      let change = try await store.move(page, to: index)
      try session.report(change, pages: [page], isJSON: json)
    }
  }
}

extension CommandSession {
  /// Prints a change of pages, if requested.
  mutating func report(_ change: DocumentChange, pages: [PageID], isJSON: Bool) throws {
    guard isJSON else { return }
    var json = JSONWriter()
    json.line(document: change.document, revision: change.revision, pages: pages)
    try output.write(json.bytes)
  }
}
