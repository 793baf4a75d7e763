// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import PageImaging
import PageStorage

/// The command `thumbnail-strip store ingest`, which adds files as pages.
struct StoreIngestCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ingest",
    abstract: "Store pages in a new or existing document.",
    discussion: HelpText.storeIngest
  )

  @OptionGroup var options: StoreOptions

  @Argument(help: "A page, a folder, or '-' for standard input.", completion: .file())
  var input: [PathArgument] = []

  @Option(
    help: ArgumentHelp(
      "Create the documents of 'store export --all'.",
      valueName: "file"),
    completion: .file())
  var manifest: PathArgument?

  @Flag(help: "Also read the folders inside folders.")
  var recursive = false

  @OptionGroup var list: ListOptions

  @Option(
    parsing: .unconditional,
    help: "Append to this document. (default: a new one)")
  var document: DocumentArgument?

  @Option(help: "The new document's title. (default: first input)")
  var title: String?

  @Option(parsing: .unconditional, help: "The source to record with the pages.")
  var source: String?

  @Flag(help: "Store unreadable pages, marked as damaged.")
  var keepDamaged = false

  @OptionGroup var limiting: LimitOptions

  @Flag(help: "Print JSON, one object per line.")
  var json = false

  func validate() throws {
    guard document == nil || title == nil else {
      throw ValidationError("--title is for a new document: leave out --document.")
    }
    try InputOptions.requireOneStandardInput(input)
    try list.requireList(in: input)
    _ = try title.map { try text(of: $0, option: "--title") }
    _ = try source.map { try metadata(of: $0, option: "--source") }
    guard manifest != nil || !input.isEmpty else {
      throw ValidationError("Give an input, or --manifest.")
    }
    guard manifest?.isStandardStream != true else {
      throw ValidationError(
        "--manifest needs a file: the paths in it are relative to its folder.")
    }
    guard manifest == nil || (input.isEmpty && document == nil && title == nil && source == nil)
    else {
      throw ValidationError(
        "--manifest replaces the inputs, and contains titles and sources: leave out inputs, --document, --title and --source."
      )
    }
  }

  func run() async throws {
    let inputs = input.flatMap(\.paths)
    let location = try options.location
    try await location.perform(limits: limiting.limits) { store, session in
      if let manifest {
        let ingest = ManifestIngest(
          store: store, location: location,
          policy: keepDamaged ? .keepAsDamaged : .refuse, isJSON: json,
          byteCountLimit: Manifest.byteCountLimit(memory: limiting.limits.decodeMemory))
        let path = manifest.path
        return try await ingest.run(path, &session)
      }
      let sources = try IngestSources(
        inputs, isRecursive: recursive, separator: list.separator)
      let target: IngestTarget =
        if let document {
          .document(document.id)
        } else {
          .newDocument(
            title: try title.map { try text(of: $0, option: "--title") }
              ?? IngestTarget.title(for: inputs, sources.all))
        }
      var ingest = Ingest(
        store: store, location: location, target: target,
        policy: keepDamaged ? .keepAsDamaged : .refuse, isJSON: json,
        source: try source.map { try text(of: $0, option: "--source") })
      try await ingest.run(sources, &session)
    }
  }
}
