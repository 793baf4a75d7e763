// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import PageStorage

/// Takes scans in as they arrive, until it is told to end.
struct FolderWatch {
  let folder: WatchedFolder
  /// `nil` if the operating system has no more of them: the folder is scanned then.
  private let events: FolderEvents?
  let requests: System.Descriptor
  let isJSON: Bool
  var files: WatchedFiles
  var ingest: WatchIngest
  private var nextScan = Duration.zero
  /// Files whose writers have closed them while somebody watched.
  var announced: Set<[UInt8]> = []
  var isWaitingForLock = false
  private let start = ContinuousClock.now

  // Enough to share the waits for the disk, and soon on the terminal.
  static let portionCount = 64

  // Network file systems tell nothing of what others write, so that it has to be looked for.
  private static let scanInterval = Duration.seconds(5)

  // A scan of a very full folder takes a small share of the time.
  private static let scanShare = 50

  static let lockRetryInterval = Duration.seconds(2)

  /// Starts to watch a folder.
  init(
    _ path: Path, ingest: WatchIngest, patience: WatchedFiles.Patience, isJSON: Bool
  ) throws(PathProblem) {
    folder = ingest.folder
    self.ingest = ingest
    self.isJSON = isJSON
    files = WatchedFiles(patience: patience)
    do {
      requests = try System.terminationRequests()
      events = try Self.events(of: path)
    } catch {
      throw PathProblem(problem: .input(error), path: path)
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

  /// Watches until a signal asks for the end.
  mutating func run(_ session: inout CommandSession) async throws {
    if events == nil {
      session.reporter.note(
        "No events are to be had; the folder is read every few seconds.", at: folder.path)
    }
    while true {
      if now >= nextScan { try scan() }
      try await takeDue(&session)
      try session.output.flush()
      guard try waitForNews() else { return }
    }
  }

  /// Waits for events or until something is due.
  ///
  /// - Returns: `false` if a signal asks for the end.
  private mutating func waitForNews() throws -> Bool {
    let next = min(nextScan, files.nextDueTime ?? nextScan)
    let sources = [requests] + (events.map { [$0.descriptor] } ?? [])
    let ready = try System.waitToRead(sources, atMost: next - now)
    guard !ready.contains(requests) else { return false }
    for event in try events?.take() ?? [] { try handle(event) }
    return true
  }

  private mutating func handle(_ event: FolderEvents.Event) throws {
    switch event {
    case .appeared(let name): see(name, isClosed: false)
    case .completed(let name):
      announced.insert(name)
      see(name, isClosed: true)
    case .overflow: nextScan = .zero
    case .folderLost: throw PathProblem(problem: .folderLost, path: folder.path)
    }
  }

  mutating func see(_ name: [UInt8], isClosed: Bool) {
    guard WatchedFolder.isCandidate(name) else { return }
    guard let sight = folder.sight(of: name, isClosed: isClosed) else { return files.forget(name) }
    files.see(name, sight, at: now)
  }

  /// Looks at all files that were not dealt with as they are.
  private mutating func scan() throws {
    let begin = now
    let names: [[UInt8]]
    do {
      names = try folder.names()
    } catch {
      let problem = error.isUnreachableFile ? Problem.folderLost : .input(error)
      throw PathProblem(problem: problem, path: folder.path)
    }
    files.keepSettled(Set(names))
    for name in names {
      guard let look = folder.look(at: name), !files.isSettled(name, look) else { continue }
      see(name, isClosed: false)
    }
    nextScan = now + max(Self.scanInterval, (now - begin) * Self.scanShare)
  }
}
