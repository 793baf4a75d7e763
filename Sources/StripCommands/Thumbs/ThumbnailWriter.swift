// SPDX-License-Identifier: Apache-2.0

import GallerySystem

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
  let options: Options
  /// The number of thumbnails that were up to date.
  var upToDateCount = 0

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

  func task(_ index: Int) -> ThumbnailTask {
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
}
