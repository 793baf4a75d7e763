// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import PageStorage

/// `thumbnail-strip watch`: scans become pages as they arrive.
struct WatchCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch",
    abstract: "Take scans into a store as a scanner drops them into a folder.",
    discussion: HelpText.watch
  )

  @Argument(help: "The folder that scans arrive in.")
  var folder: String

  @OptionGroup var options: StoreOptions

  @Option(help: "The document that gets the pages. (default: the one of the folder)")
  var document: DocumentArgument?

  @Flag(help: "Start a new document, though the folder has one.")
  var new = false

  @Option(help: "The title of a new document. (default: the name of the folder)")
  var title: String?

  @Option(
    help: ArgumentHelp(
      "How many seconds a file whose end is missing must not change before it is taken.",
      valueName: "seconds"))
  var quietTime = 10.0

  @Flag(help: "Keep pages that cannot be read, marked as damaged.")
  var keepDamaged = false

  @Flag(help: "Print JSON, one object a line, instead of names.")
  var json = false

  private static let longestQuietTime = 86_400.0

  func validate() throws {
    guard document == nil || (title == nil && !new) else {
      throw ValidationError("--title and --new are for a new document: leave out --document.")
    }
    guard quietTime >= 0, quietTime <= Self.longestQuietTime else {
      throw ValidationError("--quiet-time must be in 0...86400.")
    }
    guard Main.arguments.expand(folder).count == 1 else {
      throw ValidationError("There must be one folder.")
    }
    _ = try title.map { try text(of: $0, option: "--title") }
  }

  func run() async throws {
    let path = Main.arguments.expand(folder).first ?? Path(folder)
    let title = try title.map { try text(of: $0, option: "--title") }
    try await options.location.perform { store, session in
      let target = try await target(store, try Self.resolve(path), title)
      let ingest = WatchIngest(
        store: store, folder: WatchedFolder(path: path),
        policy: keepDamaged ? .keepAsDamaged : .refuse, target: target)
      var watch = try FolderWatch(
        path, ingest: ingest,
        patience: .init(brokenFile: .nanoseconds(Int64(quietTime * 1e9))), isJSON: json)
      try await watch.run(&session)
    }
  }

  private func target(
    _ store: PageStore, _ folder: Path, _ title: String?
  ) async throws -> WatchTarget {
    if let document {
      _ = try await store.document(document.id)
      return WatchTarget(store: store, document: document.id)
    }
    return try await WatchTarget(
      store: store, folder: String(decoding: folder.bytes, as: UTF8.self),
      title: title ?? IngestTarget.title(for: [folder]), isNew: new)
  }

  /// Returns the folder from the root.
  private static func resolve(_ path: Path) throws(PathProblem) -> Path {
    do throws(SystemError) {
      guard try System.status(of: path).isFolder else { throw SystemError.notFolder }
      return try System.resolved(path)
    } catch {
      throw PathProblem(problem: .input(error), path: path)
    }
  }
}
