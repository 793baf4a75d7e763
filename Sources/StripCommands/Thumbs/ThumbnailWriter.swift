// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import GalleryReplay
import GallerySystem
import PageImaging
import PageStorage

/// The settings for thumbnails.
struct ThumbnailSettings: Sendable {
  let options: DecodingOptions
  let encoding: ImageEncoding

  /// A text that differs between settings that may give different bytes, and between versions.
  var key: String {
    let format =
      switch encoding {
      case .jpeg(let quality): "jpeg \(quality)"
      case .png: "png"
      }
    let box =
      switch options.target {
      case .fit(let size): "\(size.width) \(size.height)"
      default: "\(options.target)"
      }
    return "\(ThumbnailStrip.version) \(format) \(box)"
      + (options.damagePolicy == .strict ? " strict" : "")
      + (options.allowsEmbeddedThumbnail ? " embedded" : "")
  }

  /// The style of such thumbnails in the cache of a store, `nil` if the store does not make them.
  var style: ThumbnailStyle? {
    guard options.damagePolicy == .tolerant, !options.allowsEmbeddedThumbnail else { return nil }
    return ThumbnailStyle(options.target, encoding: encoding)
  }
}

/// A page and the output file of its thumbnail.
struct ThumbnailTask: Sendable {
  let page: InputFile
  let output: Path

  /// Whether an image that is no thumbnail of this program is replaced.
  let replacesFiles: Bool

  /// Makes the thumbnail, unless it is up to date.
  ///
  /// A thumbnail of a possibly damaged page is never up to date, because the damage must be
  /// reported each time.
  ///
  /// - Parameters:
  ///   - settings: The settings.
  ///   - key: The key of the settings.
  ///   - isForced: Whether the thumbnail is made even if it is up to date.
  /// - Returns: The facts to report, or the problem.
  func perform(
    _ settings: ThumbnailSettings, key: String, isForced: Bool
  ) -> Result<ThumbnailFacts, Problem> {
    if !isForced, let found = upToDate(key) { return .success(found) }
    return Result { () throws(Problem) in
      try requireOwnOutput()
      return try write(page.thumbnail(settings), key: key)
    }
  }

  /// Writes a thumbnail that was made.
  func write(_ thumbnail: EncodedThumbnail, key: String) throws(Problem) -> ThumbnailFacts {
    try OutputFile.write(thumbnail.bytes, to: output) { file in
      guard let origin = thumbnail.origin, !thumbnail.facts.isDamaged else {
        return ThumbnailMark.noteWithoutOrigin(at: file)
      }
      ThumbnailMark.note(origin, key, thumbnail, at: file)
    }
    return thumbnail.facts
  }

  /// Requires that no image of others, such as a scan, is replaced, before any work is done for it.
  ///
  /// - Throws: `Problem.existingOutput`.
  func requireOwnOutput() throws(Problem) {
    guard !replacesFiles, ThumbnailMark.isMissing(at: output) else { return }
    if FileSignature.isPage(at: output) { throw .existingOutput }
  }

  private func upToDate(_ key: String) -> ThumbnailFacts? {
    guard let mark = ThumbnailMark(of: output), let origin = page.thumbnailOrigin else {
      return nil
    }
    return upToDate(key, mark, origin)
  }

  /// Returns what is known of a thumbnail whose mark is that of a version of the page.
  func upToDate(
    _ key: String, _ mark: ThumbnailMark, _ origin: ThumbnailOrigin
  ) -> ThumbnailFacts? {
    guard mark.tells(of: origin, key, at: output) else { return nil }
    return ThumbnailFacts(size: mark.size, warningCount: 0, isUpToDate: true)
  }
}

/// The file names of thumbnails.
private struct ThumbnailNames: Sendable {
  private let names: [[UInt8]]
  private let fileExtension: String

  init(of pages: InputPages, fileExtension: String) {
    names = OutputNames.names(
      stems: pages.files.map { $0.name?.bytes ?? OutputNames.stem(of: $0.path) },
      fileExtension: fileExtension)
    self.fileExtension = fileExtension
  }

  /// Returns the file name of a thumbnail; it is unique for each page of a store.
  func name(of page: InputFile, at index: Int) -> [UInt8] {
    page.stored == nil ? names[index] : page.path.bytes + Array(".\(fileExtension)".utf8)
  }
}

/// A writer that makes the thumbnails of all pages and reports them in the order of the pages.
struct ThumbnailWriter {
  /// The options that do not affect the bytes of the thumbnails.
  struct Options: Sendable {
    /// The file name extension, without the dot.
    let fileExtension: String
    /// Whether up-to-date thumbnails are made again.
    let isForced: Bool
    /// Whether images that are no thumbnails of this program are replaced.
    let replacesFiles: Bool
    let isJSON: Bool
    let list: ListOptions
  }

  private let folder: Path
  private let pages: InputPages
  private let names: ThumbnailNames
  private let settings: ThumbnailSettings
  private let key: String
  private let options: Options
  private var upToDateCount = 0

  /// Chooses file names for the thumbnails.
  ///
  /// - Throws: `PathProblem` if an output would overwrite an input; nothing has been created then.
  init(
    pages: InputPages, folder: Path, settings: ThumbnailSettings, options: Options
  ) throws(PathProblem) {
    self.folder = folder
    self.pages = pages
    self.settings = settings
    self.options = options
    key = settings.key
    names = ThumbnailNames(of: pages, fileExtension: options.fileExtension)
    var inputs = InputGuard(pages.files)
    for index in pages.files.indices where inputs.isInput(task(index).output) {
      throw PathProblem(problem: .outputIsInput, path: task(index).output)
    }
  }

  private func task(_ index: Int) -> ThumbnailTask {
    let page = pages[index]
    return ThumbnailTask(
      page: page, output: folder.appending(names.name(of: page, at: index)),
      replacesFiles: options.replacesFiles)
  }

  /// Creates the output folder if it is missing; it must not be inside a store.
  func makeFolder() throws(PathProblem) {
    try StoreLocation.requireOutside(folder)
    do {
      try SystemCalls.makeFolders(folder)
    } catch {
      throw PathProblem(problem: .outputFolder(error), path: folder)
    }
    // The path may lead through a folder that was missing before.
    try StoreLocation.requireOutside(folder)
  }

  /// Makes all thumbnails.
  mutating func run(_ work: OrderedWork, _ session: inout CommandSession) async throws {
    session.startProgress(total: pages.count)
    try await work.run(pages.indices) { [self] in
      perform($0)
    } receive: {
      try report($1, at: $0, &session)
    }
    finish(&session)
  }

  /// Makes all thumbnails, some of them of objects.
  mutating func runWithObjects(
    _ work: OrderedAsyncWork, _ session: inout CommandSession
  ) async throws {
    session.startProgress(total: pages.count)
    try await work.run(Array(pages.indices)) { [self] index in
      (index, await performWithObjects(index))
    } receive: { index, result in
      try report(result, at: index, &session)
    }
    finish(&session)
  }

  /// Makes all thumbnails sequentially.
  mutating func runOnThisThread(_ session: inout CommandSession) throws {
    session.startProgress(total: pages.count)
    for index in pages.indices { try report(perform(index), at: index, &session) }
    finish(&session)
  }

  private func perform(_ index: Int) -> Result<ThumbnailFacts, Problem> {
    task(index).perform(settings, key: key, isForced: options.isForced)
  }

  private func performWithObjects(_ index: Int) async -> Result<ThumbnailFacts, Problem> {
    let task = task(index)
    guard case .remote(let remote) = task.page.origin else { return perform(index) }
    do throws(Problem) {
      return .success(
        try await task.perform(remote, settings, key: key, isForced: options.isForced))
    } catch {
      return .failure(error)
    }
  }

  private func finish(_ session: inout CommandSession) {
    session.reporter.progress?.clear()
    guard upToDateCount > 0 else { return }
    let thumbnails = pages.count == 1 ? "thumbnail was" : "thumbnails were"
    session.reporter.note(
      "\(upToDateCount) of \(pages.count) \(thumbnails) up to date; --force makes all.", at: nil)
  }

  private mutating func report(
    _ result: Result<ThumbnailFacts, Problem>, at index: Int, _ session: inout CommandSession
  ) throws {
    let task = task(index)
    let line: [UInt8]
    switch result {
    case .success(let thumbnail):
      if thumbnail.isUpToDate { upToDateCount += 1 }
      if thumbnail.isDamaged, !options.isJSON {
        session.reporter.note(
          DamageNote.text(warningCount: thumbnail.warningCount), at: task.page.path)
      }
      line =
        options.isJSON
        ? json(thumbnail, task)
        : options.list.line(task.output, isTerminal: session.output.isTerminal)
    case .failure(let problem):
      session.reporter.report(problem, at: problem.concernsOutput ? task.output : task.page.path)
      line = options.isJSON ? json(problem, task) : []
    }
    // A terminal may show both streams: erase the progress line before printing.
    if session.output.isTerminal { session.reporter.progress?.clear() }
    if options.isJSON { try session.output.write(line) } else { try session.tell(line) }
    try session.output.flush()
    session.reporter.progress?.update(done: index + 1)
  }

  private func json(_ thumbnail: ThumbnailFacts, _ task: ThumbnailTask) -> [UInt8] {
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
  fileprivate func thumbnail(_ settings: ThumbnailSettings) throws(Problem) -> EncodedThumbnail {
    if let stored { return try stored.thumbnail(settings) }
    // Take the origin first: a change during the read makes the thumbnail outdated.
    let origin = thumbnailOrigin
    return try EncodedThumbnail(
      try decode(settings.options, for: settings.encoding), as: settings.encoding, origin: origin)
  }

  /// The origin of a thumbnail of the page.
  fileprivate var thumbnailOrigin: ThumbnailOrigin? {
    switch origin {
    case .named, .found: ThumbnailOrigin(path)
    case .stored(let page): page.origin
    case .standardInput, .unavailable, .mistaken, .remote: nil
    }
  }
}
