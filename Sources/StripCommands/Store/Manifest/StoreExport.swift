// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import GallerySystem
import PageStorage

/// An export of all documents to separate folders, with a manifest beside them.
///
/// The manifest gets its final name after everything else was written.
struct StoreExport {
  let store: PageStore
  let folder: OutputFolder
  let usesFileNames: Bool
  let replacesFiles: Bool

  /// Leaves room for a number before the title of a document.
  private static let titleByteLimit = 120

  /// The outcome of a document's export.
  private struct Exported {
    var pages: [ManifestText.Page] = []
    /// Whether all of its pages were written with all of their metadata.
    var isComplete = true
  }

  /// Writes all files.
  func run(isJSON: Bool, _ list: ListOptions, _ session: inout CommandSession) async throws {
    let manifest = folder.path.appending(ManifestText.fileName.utf8)
    try prepare(manifest)
    let listing = try await store.documentListing(isTrashed: false)
    for document in listing.damaged {
      session.reporter.report(
        .store(.corrupted(.document(document))), at: Path(StoreName.document(document)))
    }
    let file = try ofPath(manifest) { () throws(Problem) in
      try UnfinishedFile(for: manifest.lastComponent, in: folder)
    }
    var isComplete = listing.damaged.isEmpty
    do {
      try write(ManifestText.begin, to: file, manifest)
      var isFirst = true
      for (index, document) in listing.documents.enumerated() {
        let name = Self.name(of: document, at: index, count: listing.documents.count)
        let exported = try await export(document, to: name, isJSON: isJSON, list, &session)
        isComplete = isComplete && exported?.isComplete == true
        guard let exported else { continue }
        let lines = ManifestText.lines(document, exported.pages, isFirst: isFirst)
        try write(lines, to: file, manifest)
        isFirst = false
      }
      try write(ManifestText.end(isComplete: isComplete), to: file, manifest)
    } catch {
      file.discard()
      throw error
    }
    if !replacesFiles, file.hasBytesOfExistingFile() {
      file.discard()
    } else {
      try ofPath(manifest) { () throws(Problem) in try file.finish(replacingFile: replacesFiles) }
    }
    if !isJSON { try session.tell(list.line(manifest, isTerminal: true)) }
    try session.output.flush()
  }

  /// Checks that the manifest can be written at its path, as far as this is known before.
  ///
  /// An existing file is compared with the manifest when that is complete.
  private func prepare(_ manifest: Path) throws(PathProblem) {
    TemporaryFiles.shared.removeAtTermination()
    let name = Path(Array(manifest.lastComponent))
    guard replacesFiles || [nil, .file].contains(SystemCalls.kind(of: name, in: folder.descriptor))
    else {
      throw PathProblem(problem: .existingOutput, path: manifest)
    }
  }

  /// Returns the folder name of a document: its number and its title, as far as a file name allows.
  private static func name(of document: Document, at index: Int, count: Int) -> String {
    let (place, width) = (String(index + 1), String(count).utf8.count)
    let number = String(repeating: "0", count: width - place.utf8.count) + place
    // Path separators in a title are replaced.
    let title = document.title.replacing("/", with: "-").replacing("\\", with: "-")
    return number
      + (PageMetadata.exportName(for: title, byteLimit: titleByteLimit).map { " " + $0 } ?? "")
  }

  /// Writes the pages of a document.
  ///
  /// - Returns: The outcome, `nil` if the document cannot be read or was deleted since it was
  ///   listed.
  private func export(
    _ document: Document, to name: String, isJSON: Bool, _ list: ListOptions,
    _ session: inout CommandSession
  ) async throws -> Exported? {
    let ids: [PageID]
    do throws(PageStoreError) {
      ids = try await store.pageIDs(of: document.id)
    } catch {
      // An unreadable or deleted document does not stop the others.
      guard error.concernsDocument else { throw error }
      session.reporter.report(Problem(error), at: Path(StoreName.document(document.id)))
      return nil
    }
    let target = try folder.folder(name.utf8)
    let naming =
      usesFileNames ? try await ExportNaming.byFileNames(of: ids, in: store) : .place
    let export = PageExport(
      store: store, folder: target, pages: ids, naming: naming,
      replacesFiles: replacesFiles)
    var exported = Exported()
    try await export.run(isJSON: isJSON, list, &session) { page in
      let file = Path(Array(name.utf8) + [UInt8(ascii: "/")] + page.output.lastComponent)
      exported.pages.append(
        ManifestText.Page(
          file: file, stored: page.page, metadata: page.metadata ?? PageMetadata()))
      if page.metadata == nil { exported.isComplete = false }
    }
    if exported.pages.count < ids.count { exported.isComplete = false }
    return exported
  }

  private func write(
    _ bytes: [UInt8], to file: UnfinishedFile, _ path: Path
  ) throws(PathProblem) {
    do {
      try SystemCalls.write(bytes, to: file.descriptor)
    } catch {
      throw PathProblem(problem: .system(error), path: path)
    }
  }

  private func ofPath<Result>(
    _ path: Path, _ body: () throws(Problem) -> Result
  ) throws(PathProblem) -> Result {
    do {
      return try body()
    } catch {
      throw PathProblem(problem: error, path: path)
    }
  }
}

extension ExportNaming {
  private static let windowCount = 1_000

  /// Returns names based on the original file names of the pages.
  static func byFileNames(
    of pages: [PageID], in store: PageStore
  ) async throws(PageStoreError) -> Self {
    var (stored, metadata): ([PageID: StoredPage], [PageID: PageMetadata]) = ([:], [:])
    for start in stride(from: 0, to: pages.count, by: windowCount) {
      let window = Array(pages[start..<min(start + windowCount, pages.count)])
      // Damage is reported when the page is written.
      metadata.merge(try await store.soundMetadata(of: window).metadata) { $1 }
      for page in window {
        stored[page] = try? await store.page(page)
      }
    }
    return .names(OriginalNames(pages, stored, metadata))
  }
}

extension PageStoreError {
  /// Whether an error concerns one document, so that others can still be read.
  fileprivate var concernsDocument: Bool {
    switch self {
    case .notFound, .corrupted(.order), .corrupted(.document): true
    default: false
    }
  }
}
