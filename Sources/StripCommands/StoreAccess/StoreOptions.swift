// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import GalleryModel
import GalleryReplay
import PageStorage

/// The arguments that select the store of a command.
struct StoreOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("The folder of the store. (default: PAGE_GALLERY_STORE)", valueName: "dir"),
    completion: .directory)
  var store: PathArgument?

  @OptionGroup var messageOptions: MessageOptions

  func validate() throws {
    _ = try Self.location(store)
  }

  /// The kinds of messages that the command may print.
  var messages: MessageKinds { messageOptions.messages }

  /// The location of the store.
  var location: StoreLocation {
    get throws {
      var location = try Self.location(store)
      location.messages = messages
      return location
    }
  }

  /// The location of the store of a command on what only folders have.
  var folder: StoreLocation {
    get throws {
      _ = try Self.folder(store)
      return try location
    }
  }

  /// The environment variable with the default store.
  static let variable = "PAGE_GALLERY_STORE"

  /// Returns the location of a store.
  ///
  /// - Parameter argument: The command-line argument; if it is `nil`, the environment variable
  ///   counts.
  /// - Returns: The location.
  /// - Throws: `ValidationError` if neither names a store.
  static func location(_ argument: PathArgument?) throws -> StoreLocation {
    guard argument?.isStandardStream != true else {
      throw ValidationError("A store is a folder; write './-' for a folder named '-'.")
    }
    if let argument {
      guard !argument.isEmpty else {
        throw ValidationError("--store needs a folder.")
      }
      return StoreLocation(argument: argument)
    }
    guard let path = ThisProcess.environment(variable) else {
      throw ValidationError("No store is given: use --store, or set \(variable).")
    }
    return StoreLocation(path: Path(path))
  }

  /// Returns the location of a store that is a folder.
  ///
  /// - Throws: `ValidationError` if it is on servers.
  static func folder(_ argument: PathArgument?) throws -> StoreLocation {
    let location = try location(argument)
    guard location.isServed else { return location }
    throw ValidationError(
      "\(argument == nil ? variable : "--store") needs a folder: this command is not available for a store on servers. Use the tools of its database, or 'store copy'."
    )
  }
}

/// The arguments that select pages of a store.
struct PageOptions: ParsableArguments {
  @Argument(help: "A page's ID, as printed by 'store show'.")
  var page: [PathArgument] = []

  func validate() throws {
    _ = try ids()
  }

  /// Returns the page IDs without repetitions.
  func ids() throws -> [PageID] { try Self.ids(page) }

  /// Returns the page IDs given by arguments without repetitions.
  static func ids(_ page: [PathArgument]) throws -> [PageID] {
    var known: Set<PageID> = []
    return try page.flatMap(\.paths).compactMap { word in
      guard let number = word.text.flatMap({ StoreName.number(in: $0, after: "page-") }) else {
        throw ValidationError(
          "'\(word.displayText)' is not the ID of a page: 'store show' prints the IDs.")
      }
      let id = PageID(UInt64(number))
      return known.insert(id).inserted ? id : nil
    }
  }

  /// Whether a word is a negative number, which the parser takes for an option.
  private static func isNegative(_ word: String) -> Bool {
    word.hasPrefix("-") && Int(word).map { $0 < 0 } ?? false
  }

  /// Checks that either pages or a document are named.
  func requireExactlyOne(or document: DocumentArgument?) throws {
    if page.isEmpty, document == nil,
      let word = RawArguments.ofProcess.tokens.first(where: Self.isNegative)
    {
      throw ValidationError("'\(word)' is not the ID of a page: 'store show' prints the IDs.")
    }
    guard !page.isEmpty || document != nil else {
      throw ValidationError("Give either pages or --document.")
    }
    guard page.isEmpty || document == nil else {
      throw ValidationError("Pages and --document are mutually exclusive.")
    }
  }
}

/// The arguments that select at least one page of a store.
struct RequiredPageOptions: ParsableArguments {
  @Argument(help: "A page's ID, as printed by 'store show'.")
  var page: [PathArgument]

  func validate() throws {
    _ = try ids()
  }

  /// Returns the page IDs without repetitions.
  func ids() throws -> [PageID] { try PageOptions.ids(page) }
}

/// Returns the text of an option.
///
/// - Throws: `ValidationError` if it is not valid UTF-8.
func text(of argument: String, option: String) throws -> String {
  guard let text = PathArgument(argument: argument).path.text else {
    throw ValidationError("\(option) must be valid UTF-8.")
  }
  return text
}

/// Returns the text of an option that becomes metadata of pages.
///
/// - Throws: `ValidationError` if it is not valid UTF-8 or too long for every page.
func metadata(of argument: String, option: String) throws -> String {
  let text = try text(of: argument, option: option)
  let limit = PageMetadata.maximumByteCount
  guard text.utf8.count <= limit else {
    throw ValidationError(
      "\(option) has \(text.utf8.count) bytes; all metadata of a page may have \(limit).")
  }
  return text
}
