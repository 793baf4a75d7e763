// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import PageStorage

/// The groupings of pages into documents on the command line.
enum WatchGroupingArgument: String, ExpressibleByArgument, CaseIterable, Sendable {
  case folder, subfolder, pause
}

/// The arguments of `watch` that select the documents for the pages.
struct WatchDocumentOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: "The document that gets the pages. (default: the one of the folder)")
  var document: DocumentArgument?

  @Flag(help: "Start a new document, though the folder has one.")
  var new = false

  @Option(help: "The title of a new document. (default: the name of the folder)")
  var title: String?

  @Option(help: "The pages that share a document: those of a folder, subfolder or pause.")
  var group = WatchGroupingArgument.folder

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "How many seconds without a page end a document of --group pause. (default: 60)",
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
      return WatchTarget(place: .folder(folder, floor: floor), grouping: grouping, title: title)
    }
    _ = try await store.document(document.id)
    return WatchTarget(place: .document(document.id), grouping: grouping, title: title)
  }

  private func newestDocument(of store: PageStore) async throws -> DocumentID? {
    let all = try await store.documents() + store.trashedDocuments()
    return all.map(\.id.rawValue).max().map { DocumentID($0) }
  }
}

/// The arguments of `watch` that control when a file is ingested and how it is disposed of.
struct WatchFileOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "How many seconds a file whose end is missing must not change before it is taken.",
      valueName: "seconds"))
  var quietTime = 10.0

  @Flag(help: "Keep pages that cannot be read, marked as damaged.")
  var keepDamaged = false

  @Option(help: "Where the pages come from; it is kept with them.")
  var source: String?

  @Option(
    help: ArgumentHelp("Move files whose pages are stored into this folder.", valueName: "dir"),
    completion: .directory)
  var done: PathArgument?

  @Flag(help: "Remove files whose pages are stored.")
  var remove = false

  private static let longestQuietTime = 86_400.0

  func validate() throws {
    guard (0...Self.longestQuietTime).contains(quietTime) else {
      throw ValidationError("--quiet-time must be in 0...86400.")
    }
    _ = try source.map { try text(of: $0, option: "--source") }
    guard done == nil || !remove else {
      throw ValidationError("--done and --remove exclude each other.")
    }
    guard done.map({ !$0.isEmpty && $0.isSingle }) ?? true else {
      throw ValidationError("--done needs the name of a folder.")
    }
  }

  /// The policy for files that are not images.
  var policy: UnreadablePagePolicy { keepDamaged ? .keepAsDamaged : .refuse }

  /// The times that files must be unchanged before they are ingested.
  var patience: WatchedFiles.Patience {
    .init(brokenFile: .nanoseconds(Int64(quietTime * 1e9)))
  }

  private var donePath: Path? {
    done?.path
  }

  /// Returns the disposal of the files of a folder, and creates the folder that receives them.
  func disposal(of folder: Path) throws(PathProblem) -> WatchDisposal {
    guard let donePath else { return remove ? .remove : .keep }
    do throws(SystemError) {
      try System.makeFolders(donePath)
      guard try System.status(of: donePath).identity != System.status(of: folder).identity else {
        throw SystemError.existingFile
      }
      return .move(donePath)
    } catch {
      let problem =
        error == .existingFile
        ? Problem.usage("--done must be another folder than the one that is watched.")
        : .outputFolder(error)
      throw PathProblem(problem: problem, path: donePath)
    }
  }

  /// Returns the folder that receives the files.
  func doneFolder() throws(PathProblem) -> System.FileIdentity? {
    guard let donePath else { return nil }
    do {
      return try System.status(of: donePath).identity
    } catch {
      throw PathProblem(problem: .outputFolder(error), path: donePath)
    }
  }
}
