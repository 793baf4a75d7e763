// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import GalleryReplay
import GallerySystem
import PageImaging
import PageStorage

/// The options for the format of path lists.
struct ListOptions: ParsableArguments {
  @Flag(
    name: [.customShort("0"), .customLong("null")],
    help: "End paths in lists with NUL, not with a line feed.")
  var null = false

  /// Checks that -0 has an effect in a command that prints no paths: it needs a list to read.
  func requireList(in inputs: [PathArgument]) throws {
    guard !null || inputs.contains(where: \.isStandardStream) else {
      throw ValidationError(
        "--null is for a list of paths on standard input: add '-' to the inputs.")
    }
  }

  /// The byte that terminates each path.
  var separator: UInt8 { null ? 0 : UInt8(ascii: "\n") }

  /// Returns the line for a path.
  ///
  /// With NUL as the terminator, the path is unchanged; for a terminal it is escaped.
  func line(_ path: Path, isTerminal: Bool) -> [UInt8] {
    (isTerminal && !null ? Array(path.displayText.utf8) : path.bytes) + [separator]
  }
}

/// The arguments that select the pages of a command.
struct InputOptions: ParsableArguments {
  @Argument(
    help: "A page, a folder, or '-' for standard input.",
    completion: .file())
  var input: [PathArgument] = []

  @Flag(help: "Also read the folders inside folders.")
  var recursive = false

  @OptionGroup var list: ListOptions

  @Option(
    help: ArgumentHelp(
      "Read this store. (default: PAGE_GALLERY_STORE)",
      valueName: "dir"), completion: .directory)
  var store: PathArgument?

  @Option(parsing: .unconditional, help: "The ID of the document to read.")
  var document: DocumentArgument?

  @OptionGroup var limiting: LimitOptions

  @OptionGroup var messageOptions: MessageOptions

  /// The kinds of messages that the command may print.
  var messages: MessageKinds { messageOptions.messages }

  /// The limits on the cost of decoding a page.
  var limits: DecodingLimits { limiting.limits }

  func validate() throws {
    guard store == nil || document != nil else {
      throw ValidationError("--store and --document must be given together.")
    }
    guard document != nil || !input.isEmpty else {
      throw ValidationError("Give an input, or --store and --document.")
    }
    guard document == nil || (input.isEmpty && !recursive) else {
      throw ValidationError("--store and --document replace the inputs: leave out the inputs.")
    }
    if document != nil { _ = try StoreOptions.location(store) }
    try Self.requireOneStandardInput(input)
  }

  /// Checks that standard input is named only once.
  static func requireOneStandardInput(_ inputs: [PathArgument]) throws {
    guard inputs.count(where: \.isStandardStream) <= 1 else {
      throw ValidationError(onlyOneStandardInput)
    }
  }

  /// The message if standard input is named twice.
  static let onlyOneStandardInput =
    "Standard input can be read only once: give only one '-'."

  /// Returns the files given by the arguments, or the pages of a document.
  ///
  /// - Parameter access: The kind of access to a store.
  /// - Returns: The files or pages.
  /// - Throws: `PathProblem` if the document is unreachable, `SystemError` if standard input cannot
  ///   be read.
  func files(
    _ access: PageStoreConfiguration.Access = .readOnly
  ) async throws -> InputPages {
    if let document {
      return try await pages(of: document.id, in: StoreOptions.location(store), access)
    }
    return try namedFiles()
  }

  /// Returns the files named by the arguments.
  private func namedFiles() throws -> InputPages {
    var collector = InputCollector(isRecursive: recursive)
    for path in input.flatMap(\.paths) {
      if path == .standardInput {
        try Self.addStandardInput(to: &collector, list.separator)
      } else {
        collector.add(path)
      }
    }
    return InputPages(
      collector.files.map { $0.with(limits) },
      hasPassedFolder: collector.hasPassedFolder)
  }

  private static func addStandardInput(
    to collector: inout InputCollector, _ separator: UInt8
  ) throws {
    let content: StandardInputContent
    do {
      content = try StandardInputContent.read(separator: separator)
    } catch {
      throw PathProblem(problem: .input(error), path: .standardInput)
    }
    switch content {
    case .page(let start):
      collector.addStandardInput(try StandardInputContent.readPage(start))
    case .list(let paths): for path in paths { collector.add(path) }
    case .locations(let text): collector.addLocations(text)
    case .other(let kind): throw StandardInputContent.problem(kind)
    }
  }

  private func pages(
    of document: DocumentID, in location: StoreLocation, _ access: PageStoreConfiguration.Access
  ) async throws -> InputPages {
    try await location.reportingErrors {
      let store = try await location.openForReading(access, limits)
      return InputPages(
        try await store.pageIDs(of: document), of: document, in: store, at: location)
    }
  }

  /// Returns the pages given by the arguments, reading at most their first bytes.
  ///
  /// - Parameter access: The kind of access to a store.
  /// - Returns: The pages.
  /// - Throws: `Problem.noPages` if there is nothing to show, and the errors of ``files(_:)``.
  func pages(
    _ access: PageStoreConfiguration.Access = .readOnly
  ) async throws -> InputPages {
    try Self.pages(among: try await files(access))
  }

  /// Returns the pages named by the arguments, none of which is in a store.
  func namedPages() throws -> InputPages {
    try Self.pages(among: try namedFiles())
  }

  /// Runs the body of a command on the pages.
  func perform(_ body: (inout CommandSession) async throws -> Void) async throws {
    let location = try document.map { _ in try StoreOptions.location(store) }
    try await CommandRun.perform(messages, on: location?.threads) {
      session in try await body(&session)
    }
  }

  /// Whether the arguments name exactly one file.
  var isOneFile: Bool {
    guard document == nil, let first = input.first, input.count == 1 else { return false }
    let paths = first.paths
    return paths.count == 1 && (try? SystemCalls.status(of: paths[0]))?.isRegular == true
  }

  /// Whether none of the inputs exists.
  var areMissing: Bool {
    document == nil
      && input.flatMap(\.paths).allSatisfy {
        $0 != .standardInput && (try? SystemCalls.status(of: $0)) == nil
      }
  }

  private static func pages(among files: InputPages) throws -> InputPages {
    let pages = files.pages
    guard !pages.isEmpty else { throw files.noPages }
    return pages
  }
}
