// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import GallerySystem
import PageStorage

/// The command `thumbnail-strip watch`, which ingests scans as they arrive.
struct WatchCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch",
    abstract: "Store scans as they arrive in a folder.",
    discussion: HelpText.watch
  )

  @Argument(help: "The folder where scans arrive.", completion: .directory)
  var folder: PathArgument

  @OptionGroup var options: StoreOptions

  @OptionGroup var documents: WatchDocumentOptions

  @OptionGroup var handling: WatchFileOptions

  @OptionGroup var limiting: LimitOptions

  @Flag(help: "Print JSON, one object per line.")
  var json = false

  func validate() throws {
    _ = try options.location
    guard folder.isSingle else {
      throw ValidationError("Give one folder.")
    }
    guard !folder.isStandardStream else {
      throw ValidationError("Only a folder can be watched; write './-' for a folder named '-'.")
    }
  }

  func run() async throws {
    let path = folder.path
    try await options.location.perform(limits: limiting.limits) { store, session in
      session.output.waitsForRoom = true
      do {
        try await watch(path, store, &session)
      } catch {
        try printAsJSON(error, &session)
        throw error
      }
    }
  }

  private func watch(
    _ path: Path, _ store: PageStore, _ session: inout CommandSession
  ) async throws {
    let resolved = try Self.resolve(path)
    try checkIsApart(resolved)
    let disposal = try handling.disposal(of: path)
    let folder = WatchedFolder(
      path: path, entersFolders: documents.grouping == .subfolder,
      skippedFolder: try handling.doneFolder(),
      largestPage: store.configuration.maximumPageByteCount)
    let ingest = WatchIngest(
      store: store, folder: folder, policy: handling.policy,
      target: try await documents.target(store, resolved),
      source: try handling.source.map { try text(of: $0, option: "--source") })
    var watch = try FolderWatch(
      ingest: ingest,
      options: .init(quietPeriods: handling.quietPeriods, disposal: disposal, isJSON: json))
    guard try await watch.run(&session) == .abandoned else { return }
    // Abandoned work has stored nothing that was not printed, unless a commit takes longer than 5 s.
    try session.output.flush()
    session.reportLoss()
    ThisProcess.endAtOnce(status: session.reporter.status.code)
  }

  /// Returns the absolute path of the folder.
  private static func resolve(_ path: Path) throws(PathProblem) -> Path {
    do throws(SystemError) {
      guard try SystemCalls.status(of: path).isFolder else { throw SystemError.notFolder }
      return try Path(SystemCalls.resolved(path))
    } catch {
      throw PathProblem(problem: .input(error), path: path)
    }
  }

  /// Checks that neither the folder nor the store contains the other.
  private func checkIsApart(_ folder: Path) throws {
    let location = try options.location
    try checkIsApart(folder, from: location)
    guard !location.isOther(around: folder, orIs: true) else {
      throw PathProblem(
        problem: .usage("The folder is inside a store; watch another folder."), path: folder)
    }
  }

  private func checkIsApart(_ folder: Path, from location: StoreLocation) throws {
    guard !location.isServed else { return }
    let store = try Self.resolve(location.path)
    guard !folder.isInside(store), documents.grouping != .subfolder || !store.isInside(folder)
    else {
      throw PathProblem(
        problem: .usage(
          "The folder and the store must not contain each other; watch another folder."),
        path: folder)
    }
  }

  /// Prints the error that ends the watch as JSON; the caller prints the readable message.
  private func printAsJSON(_ error: any Error, _ session: inout CommandSession) throws {
    guard json else { return }
    let store = try options.location.namedPath
    switch error {
    case let error as PathProblem:
      try session.output.write(StoreLines.json(error.problem, at: error.path))
    case let error as PageStoreError:
      try session.output.write(StoreLines.json(Problem(error), at: store))
    case let problem as Problem: try session.output.write(StoreLines.json(problem, at: store))
    default: return
    }
    try session.output.flush()
  }
}
