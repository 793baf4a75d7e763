// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import GalleryModel
import PageStorage

/// The command `thumbnail-strip store rotate`, which sets the user's rotation of pages.
struct StoreRotateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rotate",
    abstract: "Rotate pages; their originals do not change.",
    discussion: HelpText.storeRotate
  )

  @OptionGroup var options: StoreOptions

  @OptionGroup var pages: RequiredPageOptions

  @Option(parsing: .unconditional, help: "Degrees clockwise: 90, 180, 270 or negative.")
  var by = 90

  @Flag(help: "Print the changes as JSON, one object per line.")
  var json = false

  func validate() throws {
    guard by.isMultiple(of: 90) else {
      throw ValidationError("--by must be a multiple of 90 degrees.")
    }
  }

  func run() async throws {
    let (ids, turns) = (try pages.ids(), QuarterTurns(by / 90))
    try await options.location.perform { store, session in
      let edit = StoreEdit(store: store)
      for (document, pages) in try await edit.documents(of: ids) {
        let change = try await edit.apply(to: document, pages: pages) { indexes in
          StoreChangeset(rotations: indexes.map { .init(index: $0, turns: turns) })
        }
        try session.report(change, pages: pages, isJSON: json)
      }
    }
  }
}
