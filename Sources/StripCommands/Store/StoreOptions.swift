// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import GalleryModel

/// The arguments that say which store a command works on.
struct StoreOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The folder of the store.", valueName: "dir"))
  var store: String

  func validate() throws {
    guard !store.isEmpty else { throw ValidationError("--store needs the name of a folder.") }
  }

  /// Where the store is.
  var location: StoreLocation { StoreLocation(argument: store) }
}

/// The arguments that name pages of a store.
struct PageOptions: ParsableArguments {
  @Argument(help: "A page by its number, as 'store show' names it.")
  var page: [String] = []

  func validate() throws {
    _ = try ids()
  }

  /// The pages without repetitions.
  func ids() throws -> [PageID] {
    var known: Set<PageID> = []
    return try page.flatMap(Main.arguments.expand).compactMap { word in
      guard let number = word.text.flatMap({ StoreName.number(in: $0, after: "page-") }) else {
        throw ValidationError(
          "'\(word.displayText)' is not the number of a page: 'store show' names them.")
      }
      let id = PageID(UInt64(number))
      return known.insert(id).inserted ? id : nil
    }
  }

  /// Makes sure that either pages are named or a document.
  func requireExactlyOne(or document: DocumentArgument?) throws {
    guard page.isEmpty != (document == nil) else {
      throw ValidationError("There must be either pages or --document.")
    }
  }
}

/// Returns the text of an option.
///
/// - Throws: `ValidationError` if it is not valid UTF-8.
func text(of argument: String, option: String) throws -> String {
  guard let text = (Main.arguments.expand(argument).first ?? Path(argument)).text else {
    throw ValidationError("\(option) must be valid UTF-8.")
  }
  return text
}
