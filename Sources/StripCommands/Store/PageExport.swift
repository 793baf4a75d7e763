// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import GalleryReplay
import GallerySystem
import PageImaging
import PageStorage

/// A naming scheme for exported files, without extensions.
enum ExportNaming: Hashable, Sendable {
  /// By the ID of the page.
  case number

  /// By the position in the document.
  case place

  /// By the names chosen for them.
  case names(OriginalNames)

  /// The extensions that a file can have.
  static let endings = ["jpg", "png", "bin"]

  /// Returns the file name of a page, with one of the extensions in ``endings``.
  func fileName(of page: PageID, at index: Int, count: Int, ending: String) -> String {
    switch self {
    case .number: "\(StoreName.page(page)).\(ending)"
    case .place: "\(Self.place(at: index, count: count)).\(ending)"
    case .names(let chosen):
      chosen.names[page]
        ?? "\(chosen.stems[page] ?? Self.place(at: index, count: count)).\(ending)"
    }
  }

  /// Returns a position as a name, with leading zeros so that every program sorts it correctly.
  static func place(at index: Int, count: Int) -> String {
    let (place, width) = (String(index + 1), String(count).utf8.count)
    return String(repeating: "0", count: width - place.utf8.count) + place
  }
}

/// A page that was written, and its file.
struct ExportedPage {
  let page: StoredPage
  /// The metadata of the page, `nil` if it cannot be read.
  let metadata: PageMetadata?
  let output: Path
}

/// An export of originals to a folder.
///
/// An existing file with the right bytes counts as written, so that an interrupted export can be
/// repeated.
struct PageExport {
  let store: PageStore
  let folder: OutputFolder
  /// The pages; each one is looked up when it is written.
  let pages: [PageID]
  let naming: ExportNaming
  let replacesFiles: Bool

  /// Writes all files and reports each in the order of the pages.
  ///
  /// - Parameters:
  ///   - isJSON: Whether they are reported as JSON.
  ///   - list: The format of paths.
  ///   - session: The session that receives the reports.
  ///   - written: Receives each page that was written.
  /// - Throws: `OutputError` if the output fails.
  func run(
    isJSON: Bool, _ list: ListOptions, _ session: inout CommandSession,
    written: (ExportedPage) -> Void = { _ in }
  ) async throws {
    TemporaryFiles.shared.removeAtTermination()
    session.startProgress(total: pages.count)
    try await OrderedWork(jobs: SystemCalls.processorCount).run(pages.indices) { index in
      Result { () throws(PathProblem) in try write(index) }
    } receive: { index, result in
      try report(result, at: index, isJSON: isJSON, list, &session)
      if case .success(let page) = result { written(page) }
      session.reporter.progress?.update(done: index + 1)
    }
    session.reporter.progress?.clear()
  }

  private func write(_ index: Int) throws(PathProblem) -> ExportedPage {
    let name = Path(StoreName.page(pages[index]))
    let (page, bytes): (PageWithMetadata, [UInt8])
    do {
      (page, bytes) = try store.readOriginal(of: pages[index])
    } catch {
      throw PathProblem(problem: Problem(error), path: name)
    }
    let ending = Self.fileExtension(of: page.page, bytes)
    let file = naming.fileName(
      of: pages[index], at: index, count: pages.count, ending: ending)
    let output = folder.path.appending(file.utf8)
    do {
      try OutputFile.write(bytes, to: file.utf8, in: folder, replacingFile: replacesFiles)
    } catch {
      guard case .existingOutput = error,
        SystemCalls.isFile(Array(file.utf8), in: folder.descriptor, of: bytes)
      else {
        throw PathProblem(problem: error, path: error.concernsOutput ? output : name)
      }
    }
    return ExportedPage(page: page.page, metadata: page.metadata, output: output)
  }

  /// Returns the extension for a page's format, `bin` for bytes that are not an image.
  private static func fileExtension(of page: StoredPage, _ bytes: [UInt8]) -> String {
    if let format = page.header?.facts.format { return format == .jpeg ? "jpg" : "png" }
    guard FileSignature.isPage(bytes) else { return "bin" }
    return bytes[0] == 0xFF ? "jpg" : "png"
  }

  private func report(
    _ result: Result<ExportedPage, PathProblem>, at index: Int, isJSON: Bool,
    _ list: ListOptions, _ session: inout CommandSession
  ) throws {
    var json = JSONWriter()
    let name = Path(StoreName.page(pages[index]))
    var text: [UInt8] = []
    switch result {
    case .success(let page):
      text = list.line(page.output, isTerminal: true)
      json.line(page.page, name: name, output: page.output)
      if page.metadata == nil {
        session.reporter.report(.store(.corrupted(.metadata(page.page.id))), at: name)
      }
    case .failure(let failure):
      session.reporter.report(failure.problem, at: failure.path)
      json.line(failure.problem, path: name)
    }
    if session.output.isTerminal { session.reporter.progress?.clear() }
    if isJSON { try session.output.write(json.bytes) } else { try session.tell(text) }
    try session.output.flush()
  }
}

extension JSONWriter {
  /// Writes the output path of an original on a line of its own.
  fileprivate mutating func line(_ page: StoredPage, name: Path, output: Path) {
    object { json in
      json.key("path")
      json.value(name)
      json.key("page")
      json.value(page.id.rawValue)
      json.key("output")
      json.value(output)
      json.key("byteCount")
      json.value(page.byteCount)
      json.key("sha256")
      json.value(page.digest.description)
    }
    finishLine()
  }
}
