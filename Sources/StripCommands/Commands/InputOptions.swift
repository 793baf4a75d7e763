// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import PageStorage

/// The arguments that say which pages a command is about.
struct InputOptions: ParsableArguments {
  @Argument(help: "A page, a folder of pages, or '-' for a list of paths on standard input.")
  var input: [String] = []

  @Flag(help: "Enter folders inside of folders.")
  var recursive = false

  @Option(
    help: ArgumentHelp("A store whose pages are shown, in place of inputs.", valueName: "dir"))
  var store: String?

  @Option(help: "The document of the store, by its number.")
  var document: DocumentArgument?

  /// The name that stands for standard input.
  static let standardInput = Path("-")

  func validate() throws {
    guard (store == nil) == (document == nil) else {
      throw ValidationError("--store and --document belong together.")
    }
    guard store != nil || !input.isEmpty else {
      throw ValidationError("There must be an input, or --store and --document.")
    }
    guard store == nil || (input.isEmpty && !recursive) else {
      throw ValidationError("--store and --document stand in place of inputs.")
    }
  }

  /// Returns the files that the arguments stand for, or the pages of a document.
  ///
  /// - Parameter access: What is done with a store.
  /// - Returns: The files or pages.
  /// - Throws: `PathProblem` if the document is out of reach, `SystemError` if standard input cannot
  ///   be read.
  func files(
    _ access: PageStoreConfiguration.Access = .readOnly
  ) async throws -> InputPages {
    if let store, let document {
      return try await Self.pages(of: document.id, in: StoreLocation(argument: store), access)
    }
    var collector = InputCollector(isRecursive: recursive)
    for path in input.flatMap(Main.arguments.expand) {
      if path == Self.standardInput {
        collector.add(list: try System.readAll(System.standardInput))
      } else {
        collector.add(path)
      }
    }
    return InputPages(collector.files, hasPassedFolder: collector.hasPassedFolder)
  }

  private static func pages(
    of document: DocumentID, in location: StoreLocation, _ access: PageStoreConfiguration.Access
  ) async throws -> InputPages {
    try await location.reportingErrors {
      let store = try await location.openForReading(access)
      return InputPages(try await store.pageIDs(of: document), of: store)
    }
  }

  /// Returns the pages that the arguments stand for, without a look at more than their first bytes.
  ///
  /// - Parameter access: What is done with a store.
  /// - Returns: The pages.
  /// - Throws: `Problem.noPages` if nothing could be shown, and what ``files(_:)`` can throw.
  func pages(
    _ access: PageStoreConfiguration.Access = .readOnly
  ) async throws -> InputPages {
    let files = try await files(access)
    let pages = files.pages
    guard !pages.isEmpty else { throw files.noPages }
    return pages
  }
}
