// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import GallerySystem
import PageStorage

/// The groupings of pages into documents on the command line.
enum WatchGroupingArgument: String, ExpressibleByArgument, CaseIterable, Sendable {
  case folder, subfolder, pause
}

/// The arguments of `watch` that select the documents for the pages.
struct WatchDocumentOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: "The document for the pages. (default: the folder's)")
  var document: DocumentArgument?

  @Flag(help: "Create a new document, even if the folder has one.")
  var new = false

  @Option(help: "The new document's title. (default: folder name)")
  var title: String?

  @Option(help: "The pages that share a document.")
  var group = WatchGroupingArgument.folder

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The pause that ends a document. (default: 60)",
      valueName: "seconds"))
  var pause: Double?

  private static let standardPause = 60.0
  private static let longestPause = 31_536_000.0

  func validate() throws {
    guard document == nil || (title == nil && !new && group == .folder) else {
      throw ValidationError(
        "--title, --new and --group are for new documents: leave out --document.")
    }
    guard pause == nil || group == .pause else {
      throw ValidationError("--pause is for --group pause.")
    }
    guard (0...Self.longestPause).contains(pause ?? Self.standardPause) else {
      throw ValidationError("--pause must be in 0...31536000.")
    }
    _ = try title.map { try text(of: $0, option: "--title") }
  }

  /// The grouping of pages into documents.
  var grouping: WatchGrouping {
    switch group {
    case .folder: .folder
    case .subfolder: .subfolder
    case .pause: .pause(.nanoseconds(Int64((pause ?? Self.standardPause) * 1e9)))
    }
  }

  /// Returns the documents that a folder fills; `folder` is an absolute path.
  func target(_ store: PageStore, _ folder: Path) async throws -> WatchTarget {
    let title = try title.map { try text(of: $0, option: "--title") }
    guard let document else {
      let floor = new ? try await newestDocument(of: store) : nil
      return WatchTarget(
        destination: .folder(folder, floor: floor), grouping: grouping, title: title)
    }
    _ = try await store.document(document.id)
    return WatchTarget(destination: .document(document.id), grouping: grouping, title: title)
  }

  private func newestDocument(of store: PageStore) async throws -> DocumentID? {
    try await store.documentIDs().last
  }
}

/// The arguments of `watch` that control when a file is ingested and how it is disposed of.
struct WatchFileOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The time an unfinished file must stay unchanged.",
      valueName: "seconds"))
  var quietTime = 10.0

  @Flag(help: "Store unreadable pages, marked as damaged.")
  var keepDamaged = false

  @Option(help: "The source to record with the pages.")
  var source: String?

  @Option(
    help: ArgumentHelp("Move files of stored pages to this folder.", valueName: "dir"),
    completion: .directory)
  var done: PathArgument?

  @Flag(help: "Remove files of stored pages.")
  var remove = false

  private static let longestQuietTime = 86_400.0

  func validate() throws {
    guard (0...Self.longestQuietTime).contains(quietTime) else {
      throw ValidationError("--quiet-time must be in 0...86400.")
    }
    _ = try source.map { try metadata(of: $0, option: "--source") }
    guard done == nil || !remove else {
      throw ValidationError("--done and --remove are mutually exclusive.")
    }
    guard done.map({ !$0.isEmpty && $0.isSingle }) ?? true else {
      throw ValidationError("--done needs a folder.")
    }
  }

  /// The policy for files that are not images.
  var policy: UnreadablePagePolicy { keepDamaged ? .keepAsDamaged : .refuse }

  /// The times that files must be unchanged before they are ingested.
  var quietPeriods: WatchedFiles.QuietPeriods {
    .init(incompleteFile: .nanoseconds(Int64(quietTime * 1e9)))
  }

  private var donePath: Path? {
    done?.path
  }

  /// Returns the disposal of the files of a folder, and creates the folder that receives them.
  ///
  /// - Throws: `PathProblem` if it cannot be created, or is the watched one or inside a store.
  func disposal(of folder: Path) throws(PathProblem) -> WatchDisposal {
    guard let donePath else { return remove ? .remove : .keep }
    try StoreLocation.requireOutside(donePath)
    do throws(SystemError) {
      try SystemCalls.makeFolders(donePath)
      guard try SystemCalls.status(of: donePath).identity != SystemCalls.status(of: folder).identity
      else {
        throw SystemError.existingFile
      }
    } catch {
      let problem =
        error.isExistingFile
        ? Problem.usage("--done must be a different folder than the watched one.")
        : .outputFolder(error)
      throw PathProblem(problem: problem, path: donePath)
    }
    // The path may lead through a folder that was missing before.
    try StoreLocation.requireOutside(donePath)
    return .move(donePath)
  }

  /// Returns the folder that receives the files.
  func doneFolder() throws(PathProblem) -> FileIdentity? {
    guard let donePath else { return nil }
    do {
      return try SystemCalls.status(of: donePath).identity
    } catch {
      throw PathProblem(problem: .outputFolder(error), path: donePath)
    }
  }
}
