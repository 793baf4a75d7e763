// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import GalleryReplay
import PageStorage

/// The command `thumbnail-strip store backup`, which copies a snapshot of a store to another
/// folder.
struct StoreBackupCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup",
    abstract: "Create or update a backup.",
    discussion: HelpText.storeBackup
  )

  @OptionGroup var options: StoreOptions

  @Argument(
    help: "A new or empty folder, or an earlier backup.",
    completion: .directory)
  var to: PathArgument

  @Flag(help: "Hard-link originals instead of copying them.")
  var link = false

  @Flag(help: "Do not verify the originals of the backup.")
  var quick = false

  @Flag(help: "Print what was done as JSON.")
  var json = false

  func validate() throws {
    _ = try options.folder
    guard !to.isStandardStream else {
      throw ValidationError("A backup is a folder; write './-' for a folder named '-'.")
    }
    guard !to.isEmpty else { throw ValidationError("The backup needs a folder.") }
  }

  func run() async throws {
    let target = StoreLocation(argument: to)
    let location = try options.folder
    try await location.perform(.readOnly) { store, session in
      session.output.isDispensable = true
      let path = try target.text
      guard !location.isOther(around: target.path, orIs: false) else {
        throw PathProblem(
          problem: .unfitFolder("The backup cannot be stored here: it is inside another store."),
          path: target.path)
      }
      let progress = GrowingProgress(unit: "originals", session.messages)
      defer { progress.clear() }
      let report = try await target.reportingTarget { () async throws(PageStoreError) in
        try await store.backup(to: path, linking: link, isQuick: quick) {
          progress.update(done: $0, total: $1)
        }
      }
      progress.clear()
      for digest in report.damagedOriginals {
        session.reporter.report(
          .damage("The original \(digest) is missing or was changed, and is not in the backup."),
          at: location.path)
      }
      for (problem, place) in report.problems.inNaturalOrder(in: target) {
        session.reporter.report(problem.problem, at: problem.path(in: target.path, at: place))
      }
      for path in report.putAside {
        session.reporter.note("No page of the store needs this file any more.", at: Path(path))
      }
      guard !json else { return try session.output.write(report.json) }
      try session.tell(Array((report.summary + "\n").utf8))
    }
  }
}

extension VerificationReport.Problem {
  /// Returns the path that the problem concerns, in a folder other than the command's store.
  fileprivate func path(in folder: Path, at place: Path) -> Path {
    switch self {
    case .orphan, .records: place
    default: folder.appending(place.bytes)
    }
  }
}

extension StoreLocation {
  /// Reports an error that only the backup folder can cause with the path of that folder.
  fileprivate func reportingTarget<Result>(
    _ body: () async throws(PageStoreError) -> Result
  ) async throws -> Result {
    do throws(PageStoreError) {
      return try await body()
    } catch {
      switch error {
      case .unfitTarget(_, let reason):
        throw PathProblem(
          problem: .unfitFolder("The backup cannot be stored here: \(reason)."), path: path)
      case .full, .readOnly, .locked:
        throw PathProblem(problem: Problem(error), path: path)
      default: throw error
      }
    }
  }
}

extension BackupReport {
  /// The problems in the backup, without originals that the store lacks too.
  fileprivate var problems: [VerificationReport.Problem] {
    verification.problems.filter { problem in
      if case .original(_, let digest) = problem {
        !damagedOriginals.contains(digest)
      } else {
        true
      }
    }
  }

  /// The number of these problems, including those that are not listed.
  fileprivate var problemCount: Int { problems.count + verification.unlistedProblemCount }

  /// The report in one line.
  fileprivate var summary: String {
    func words(_ count: Int, _ noun: String) -> String {
      "\(count) \(noun)\(count == 1 ? "" : "s")"
    }
    let actions = [
      (copiedCount, "\(copiedCount) copied (\(words(copiedByteCount, "byte")))"),
      (linkedCount, "\(linkedCount) linked"), (keptCount, "\(keptCount) already there"),
      (healedCount, "\(healedCount) healed"),
      (damagedOriginals.count, "\(damagedOriginals.count) damaged"),
      (problemCount, words(problemCount, "problem")),
    ].filter { $0.0 > 0 }.map(\.1)
    let counts = "\(words(pageCount, "page")), \(words(originalCount, "original"))"
    return counts + (actions.isEmpty ? "" : ": " + actions.joined(separator: ", "))
  }

  fileprivate var json: [UInt8] {
    var json = JSONWriter()
    json.object { json in
      for (name, count) in [
        ("pageCount", pageCount), ("originalCount", originalCount), ("copiedCount", copiedCount),
        ("copiedByteCount", copiedByteCount), ("linkedCount", linkedCount),
        ("keptCount", keptCount), ("healedCount", healedCount), ("problemCount", problemCount),
      ] {
        json.key(named: name)
        json.value(count)
      }
      json.key("damagedOriginals")
      json.array { json in
        for digest in damagedOriginals { json.value(digest.description) }
      }
      json.key("putAside")
      json.array { json in
        for path in putAside { json.value(path) }
      }
    }
    json.newline()
    return json.bytes
  }
}
