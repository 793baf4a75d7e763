// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import GalleryModel
import PageStorage

/// The naming schemes for exported files on the command line.
enum ExportNames: String, ExpressibleByArgument, CaseIterable, Sendable {
  case place, number, original
}

/// The command `thumbnail-strip store export`, which writes originals to files.
struct StoreExportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Write the original files of pages, byte by byte as they came.",
    discussion: HelpText.storeExport
  )

  @OptionGroup var options: StoreOptions

  @OptionGroup var pages: PageOptions

  @Option(parsing: .unconditional, help: "The document to export, instead of pages.")
  var document: DocumentArgument?

  @Flag(help: "Export all documents, each into a folder of its own, with a manifest.")
  var all = false

  @Option(help: "How files are named: by place, number or original name. (default: see below)")
  var names: ExportNames?

  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: ArgumentHelp(
      "The folder for the files; '-' writes one page to standard output.", valueName: "dir"),
    completion: .directory)
  var output: PathArgument

  @OptionGroup var list: ListOptions

  @Flag(help: "Replace files that are there already.")
  var overwrite = false

  @Flag(help: "Print JSON, one object a line, instead of names.")
  var json = false

  func validate() throws {
    if all {
      guard pages.page.isEmpty, document == nil, !output.isStandardStream else {
        throw ValidationError("--all stands in place of pages and --document, and needs a folder.")
      }
      guard names != .number else {
        throw ValidationError("--all names files by place or original name.")
      }
    } else {
      try pages.requireExactlyOne(or: document)
    }
    guard !output.isEmpty else { throw ValidationError("--output needs the name of a folder.") }
    guard try !output.isStandardStream || (pages.ids().count == 1 && !json) else {
      throw ValidationError("'-o -' is for one page, without --json.")
    }
    guard !output.isStandardStream || !System.isTerminal(System.standardOutput) else {
      throw ValidationError("An original is not for a terminal: send it to a file.")
    }
  }

  func run() async throws {
    let ids = try pages.ids()
    let folder = output.path
    try await options.location.perform(.readOnly) { store, session in
      if output.isStandardStream {
        return try session.output.write(try await store.bytes(of: ids[0]))
      }
      try options.location.requireOutside(folder)
      session.output.isDispensable = true
      if all {
        let export = StoreExport(
          store: store, folder: try makeFolder(folder), usesFileNames: names == .original,
          replacesFiles: overwrite)
        return try await export.run(isJSON: json, list, &session)
      }
      let pages = try await pages(of: store, ids)
      let export = PageExport(
        store: store, folder: try makeFolder(folder), pages: pages,
        naming: try await naming(pages, store), replacesFiles: overwrite)
      try await export.run(isJSON: json, list, &session)
    }
  }

  /// Creates and opens the output folder, and checks again that it is not inside the store.
  private func makeFolder(_ path: Path) throws -> OutputFolder {
    let folder = try OutputFolder(making: path)
    try options.location.requireOutside(folder.openPath, named: path)
    return folder
  }

  private func naming(
    _ pages: [PageID], _ store: PageStore
  ) async throws(PageStoreError) -> ExportNaming {
    switch names ?? (document == nil ? .number : .place) {
    case .number: .number
    case .place: .place
    case .original: try await .byFileNames(of: pages, in: store)
    }
  }

  /// Returns the pages; those of a document in its order.
  ///
  /// If one of the named pages does not exist, nothing is written.
  private func pages(of store: PageStore, _ ids: [PageID]) async throws -> [PageID] {
    if let document { return try await store.pageIDs(of: document.id) }
    for id in ids { _ = try await store.page(id) }
    return ids
  }
}
