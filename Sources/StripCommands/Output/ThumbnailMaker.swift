// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import PageImaging
import PageStorage

/// How thumbnails are made.
struct ThumbnailSettings: Sendable {
  let options: DecodingOptions
  let encoding: ImageEncoding

  /// What a store calls thumbnails of this kind, `nil` if it makes no such ones.
  var style: ThumbnailStyle? {
    guard options.damagePolicy == .tolerant, !options.allowsEmbeddedThumbnail else { return nil }
    return ThumbnailStyle(options.target, encoding: encoding)
  }
}

/// A page and the file for its thumbnail.
struct ThumbnailTask: Sendable {
  let page: InputFile
  let output: Path

  /// Makes the thumbnail.
  func perform(_ settings: ThumbnailSettings) -> Result<Thumbnail, Problem> {
    Result { () throws(Problem) in
      let made = try page.thumbnail(settings)
      try OutputFile.write(made.bytes, to: output)
      return made.facts
    }
  }
}

/// The names of thumbnails.
private struct ThumbnailNames: Sendable {
  private let names: [[UInt8]]
  private let fileExtension: String

  init(of pages: InputPages, fileExtension: String) {
    names = OutputNames.names(for: pages.files.map(\.path), fileExtension: fileExtension)
    self.fileExtension = fileExtension
  }

  /// Returns the name of a thumbnail; no two pages of a store have the same.
  func name(of page: InputFile, at index: Int) -> [UInt8] {
    page.stored == nil ? names[index] : page.path.bytes + Array(".\(fileExtension)".utf8)
  }
}

/// Makes the thumbnails of all pages and reports them in the order of the pages.
struct ThumbnailMaker {
  private let folder: Path
  private let pages: InputPages
  private let names: ThumbnailNames

  /// Chooses names for the thumbnails.
  ///
  /// - Throws: `PathProblem` if an output would overwrite an input; nothing is made then.
  init(pages: InputPages, folder: Path, format: String) throws(PathProblem) {
    self.folder = folder
    self.pages = pages
    names = ThumbnailNames(of: pages, fileExtension: format)
    var inputs = InputGuard(pages.files)
    for index in pages.files.indices where inputs.isInput(task(index).output) {
      throw PathProblem(problem: .outputIsInput, path: task(index).output)
    }
  }

  private func task(_ index: Int) -> ThumbnailTask {
    let page = pages[index]
    return ThumbnailTask(page: page, output: folder.appending(names.name(of: page, at: index)))
  }

  /// Makes the folder for the thumbnails if it is missing.
  func makeFolder() throws(PathProblem) {
    do {
      try System.makeFolders(folder)
    } catch {
      throw PathProblem(problem: .outputFolder(error), path: folder)
    }
  }

  /// Makes all thumbnails.
  func run(
    jobs: OrderedWork, settings: ThumbnailSettings, isJSON: Bool, list: ListOptions,
    session: inout CommandSession
  ) async throws {
    session.startProgress(total: pages.count)
    try await jobs.run(pages.indices) {
      task($0).perform(settings)
    } receive: { index, result in
      try report(result, of: task(index), isJSON: isJSON, list, to: &session)
      session.reporter.progress?.update(done: index + 1)
    }
    session.reporter.progress?.clear()
  }

  private func report(
    _ result: Result<Thumbnail, Problem>, of task: ThumbnailTask, isJSON: Bool, _ list: ListOptions,
    to session: inout CommandSession
  ) throws {
    let line: [UInt8]
    switch result {
    case .success(let thumbnail):
      if thumbnail.isDamaged, !isJSON {
        session.reporter.note(
          DamageNote.text(warningCount: thumbnail.warningCount), at: task.page.path)
      }
      line =
        isJSON
        ? json(thumbnail, task)
        : list.line(task.output, isTerminal: session.output.isTerminal)
    case .failure(let problem):
      session.reporter.report(problem, at: problem.concernsOutput ? task.output : task.page.path)
      line = isJSON ? json(problem, task) : []
    }
    // The terminal may show both streams: the bar must not stand in the middle of a line.
    if session.output.isTerminal { session.reporter.progress?.clear() }
    if isJSON { try session.output.write(line) } else { try session.tell(line) }
    try session.output.flush()
  }

  private func json(_ thumbnail: Thumbnail, _ task: ThumbnailTask) -> [UInt8] {
    var json = JSONWriter()
    json.line(thumbnail, path: task.page.path, output: task.output)
    return json.bytes
  }

  private func json(_ problem: Problem, _ task: ThumbnailTask) -> [UInt8] {
    var json = JSONWriter()
    json.line(problem, path: task.page.path)
    return json.bytes
  }
}

extension InputFile {
  fileprivate func thumbnail(_ settings: ThumbnailSettings) throws(Problem) -> MadeThumbnail {
    if let stored { return try stored.thumbnail(settings) }
    return try MadeThumbnail(
      try decode(settings.options, for: settings.encoding), as: settings.encoding)
  }
}
