// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import PageImaging
import PageStorage

/// A page and the name of its file, without the ending.
struct ExportedPage: Sendable {
  let page: StoredPage
  let stem: String

  /// Names a page by its number.
  init(page: StoredPage) {
    self.page = page
    stem = StoreName.page(page.id)
  }

  private init(page: StoredPage, stem: String) {
    self.page = page
    self.stem = stem
  }

  /// Names the pages of a document by their places, with zeros in front so that every program
  /// sorts them right.
  static func numbered(_ pages: [StoredPage]) -> [ExportedPage] {
    let width = String(pages.count).utf8.count
    return pages.enumerated().map { index, page in
      let number = String(index + 1)
      let zeros = String(repeating: "0", count: width - number.utf8.count)
      return ExportedPage(page: page, stem: zeros + number)
    }
  }
}

/// Writes originals into a folder.
struct PageExport {
  let store: PageStore
  let folder: Path
  let pages: [ExportedPage]
  let replacesFiles: Bool

  /// Writes all files, and reports each in the order of the pages.
  func run(isJSON: Bool, _ session: inout CommandSession) async throws {
    do {
      try System.makeFolders(folder)
    } catch {
      throw PathProblem(problem: .output(error), path: folder)
    }
    TemporaryFiles.shared.removeAtTermination()
    session.reporter.progress = ProgressBar(total: pages.count)
    try await OrderedWork(jobs: System.coreCount).run(pages) { page in
      Result { () throws(Problem) in try write(page) }
    } receive: { index, result in
      try report(result, of: pages[index], isJSON: isJSON, &session)
      session.reporter.progress?.update(done: index + 1)
    }
    session.reporter.progress?.clear()
  }

  private func write(_ exported: ExportedPage) throws(Problem) -> Path {
    let bytes: [UInt8]
    do { bytes = try store.readBytes(of: exported.page) } catch { throw Problem(error) }
    let ending = Self.fileExtension(of: exported.page, bytes)
    let output = folder.appending("\(exported.stem).\(ending)".utf8)
    try OutputFile.write(bytes, to: output, replacingFile: replacesFiles)
    return output
  }

  /// The ending of a page's format; what is no image at all is `bin`.
  private static func fileExtension(of page: StoredPage, _ bytes: [UInt8]) -> String {
    if let format = page.header?.format { return format == .jpeg ? "jpg" : "png" }
    guard FileSignature.isPage(bytes) else { return "bin" }
    return bytes[0] == 0xFF ? "jpg" : "png"
  }

  private func report(
    _ result: Result<Path, Problem>, of exported: ExportedPage, isJSON: Bool,
    _ session: inout CommandSession
  ) throws {
    var json = JSONWriter()
    let name = Path(StoreName.page(exported.page.id))
    var text: [UInt8] = []
    switch result {
    case .success(let output):
      text = Array((output.displayText + "\n").utf8)
      json.line(exported.page, name: name, output: output)
    case .failure(let problem):
      let file = folder.appending(exported.stem.utf8)
      session.reporter.report(problem, at: problem.concernsOutput ? file : name)
      json.line(problem, path: name)
    }
    if session.output.isTerminal { session.reporter.progress?.clear() }
    try session.output.write(isJSON ? json.bytes : text)
    try session.output.flush()
  }
}

extension JSONWriter {
  /// Writes where an original went, as a line of its own.
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
