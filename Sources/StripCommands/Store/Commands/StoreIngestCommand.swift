// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import PageImaging
import PageStorage

/// The command `thumbnail-strip store ingest`, which adds files as pages.
struct StoreIngestCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ingest",
    abstract: "Add pages to a document, or make a new document of them.",
    discussion: HelpText.storeIngest
  )

  @OptionGroup var options: StoreOptions

  @Argument(help: "A page, a folder of pages, or '-' for standard input.", completion: .file())
  var input: [PathArgument] = []

  @Option(
    help: ArgumentHelp(
      "Make the documents of a manifest that 'store export --all' has written, in place of inputs.",
      valueName: "file"),
    completion: .file())
  var manifest: PathArgument?

  @Flag(help: "Enter folders inside of folders.")
  var recursive = false

  @OptionGroup var list: ListOptions

  @Option(
    parsing: .unconditional,
    help: "The document that gets the pages, at its end. (default: a new one)")
  var document: DocumentArgument?

  @Option(help: "The title of the new document. (default: the name of the first input)")
  var title: String?

  @Option(parsing: .unconditional, help: "Where the pages come from; it is kept with them.")
  var source: String?

  @Flag(help: "Keep pages that cannot be read, marked as damaged.")
  var keepDamaged = false

  @OptionGroup var limiting: LimitOptions

  @Flag(help: "Print JSON, one object a line, instead of names.")
  var json = false

  func validate() throws {
    guard document == nil || title == nil else {
      throw ValidationError("--title is for a new document: leave out --document.")
    }
    try InputOptions.requireOneStandardInput(input)
    try list.requireList(in: input)
    _ = try title.map { try text(of: $0, option: "--title") }
    _ = try source.map { try text(of: $0, option: "--source") }
    guard manifest != nil || !input.isEmpty else {
      throw ValidationError("There must be an input, or --manifest.")
    }
    guard manifest?.isStandardStream != true else {
      throw ValidationError(
        "--manifest takes no '-': the files of pages are named from the folder of the manifest.")
    }
    guard manifest == nil || (input.isEmpty && document == nil && title == nil && source == nil)
    else {
      throw ValidationError(
        "--manifest stands in place of inputs, and tells titles and sources itself.")
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
