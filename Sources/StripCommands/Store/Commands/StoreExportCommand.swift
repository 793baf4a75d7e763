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
    abstract: "Write the original files of pages.",
    discussion: HelpText.storeExport
  )

  @OptionGroup var options: StoreOptions

  @OptionGroup var pages: PageOptions

  @Option(parsing: .unconditional, help: "The ID of a document to export instead of pages.")
  var document: DocumentArgument?

  @Flag(help: "Export all documents into folders, with a manifest.")
  var all = false

  @Option(help: "The file names: position, ID or original name.")
  var names: ExportNames?

  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: ArgumentHelp(
      "The folder for the files; '-' for standard output.", valueName: "dir"),
    completion: .directory)
  var output: PathArgument

  @OptionGroup var list: ListOptions

  @Flag(help: "Replace existing files.")
  var overwrite = false

  @Flag(help: "Print JSON, one object per line.")
  var json = false

  func validate() throws {
    _ = try options.location
    if all {
      guard pages.page.isEmpty, document == nil, !output.isStandardStream else {
        throw ValidationError(
          "--all exports all documents to a folder: leave out pages, --document and '-o -'.")
      }
      guard names != .number else {
        throw ValidationError("--all needs --names place or --names original.")
      }
    } else {
      try pages.requireExactlyOne(or: document)
    }
    guard !output.isEmpty else { throw ValidationError("--output needs a folder.") }
    guard try !output.isStandardStream || (pages.ids().count == 1 && !json) else {
      throw ValidationError("'-o -' writes one page: leave out further pages and --json.")
    }
    guard !output.isStandardStream || !ThisProcess.isTerminal(ThisProcess.standardOutput) else {
      throw ValidationError(
        "An original cannot be written to a terminal: redirect standard output to a file.")
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
