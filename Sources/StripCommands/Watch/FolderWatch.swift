// SPDX-License-Identifier: Apache-2.0

import GallerySystem
import PageStorage

/// A watch of a folder that ingests scans as they arrive, until it is stopped.
struct FolderWatch {
  /// The options for ingesting files and for disposing of them afterwards.
  struct Options: Sendable {
    var quietPeriods: WatchedFiles.QuietPeriods
    var disposal: WatchDisposal
    var isJSON: Bool
  }

  /// The reason for the end of a watch.
  enum End: Hashable, Sendable {
    /// A signal requested it.
    case requested
    /// A signal requested it, and lengthy work was abandoned.
    case abandoned
  }

  let folder: WatchedFolder
  /// `nil` if inotify is unavailable or its instances are exhausted: the folder is scanned instead.
  let events: FolderEvents?
  let interruption: Interruption
  let options: Options
  var files: WatchedFiles
  let ingest: WatchIngest
  var nextScan = Duration.zero
  /// Files that were closed by their writers during the watch.
  var announced: Set<[UInt8]> = []
  /// Postponed files with the reasons.
  var waiting: [[UInt8]: String] = [:]
  var isWaiting = false
  /// Unreadable folders that were reported; the path of the watched one is empty.
  var reportedFolders: Set<[UInt8]> = []
  /// Whether it was reported that events are unavailable for some folders.
  var lacksEvents = false
  private let start = ContinuousClock.now

  /// Starts to watch a folder.
  init(ingest: WatchIngest, options: Options) throws(PathProblem) {
    folder = ingest.folder
    self.ingest = ingest
    self.options = options
    files = WatchedFiles(quietPeriods: options.quietPeriods)
    do {
      interruption = Interruption(requests: try ThisProcess.terminationRequests())
      events = try Self.events(of: ingest.folder.path)
    } catch {
      throw PathProblem(problem: .input(error), path: ingest.folder.path)
    }
  }

  private static func events(of folder: Path) throws(SystemError) -> FolderEvents? {
    do {
      return try FolderEvents(folder)
    } catch {
      guard error.isShortage else { throw error }
      return nil
    }
  }

  /// The time since the start.
  var now: Duration { ContinuousClock.now - start }

  /// Watches until a signal requests the end.
  mutating func run(_ session: inout CommandSession) async throws -> End {
    session.output.interruption = interruption
    if events == nil {
      lacksEvents = true
      try note(.noEvents, at: folder.path, &session)
    }
    while true {
      if now >= nextScan { try scan(&session) }
      if try await ingestDue(&session) == .abandoned { return .abandoned }
      try noteEndOfWaiting(&session)
      try session.output.flush()
      guard try waitForNews() else { return .requested }
    }
  }

  /// Waits for events or until something is due.
  ///
  /// - Returns: `false` if a signal requests the end.
  private mutating func waitForNews() throws -> Bool {
    let next = min(nextScan, files.nextDueTime ?? nextScan)
    let sources = [interruption.requests] + (events.map { [$0.descriptor] } ?? [])
    let ready = try ThisProcess.waitToRead(sources, atMost: next - now)
    guard !ready.contains(interruption.requests) else { return false }
    for event in try events?.take() ?? [] { try handle(event) }
    return true
  }

  private mutating func handle(_ event: FolderEvents.Event) throws {
    switch event {
    case .appeared(let name): record(name, isClosed: false)
    case .completed(let name):
      announced.insert(name)
      record(name, isClosed: true)
    case .foldersChanged: if folder.entersFolders { nextScan = .zero }
    case .overflow: nextScan = .zero
    case .folderLost: throw PathProblem(problem: .folderLost, path: folder.path)
    }
  }
}
