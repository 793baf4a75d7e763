// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import PageStorage

/// Takes scans in as they arrive, until it is told to end.
struct FolderWatch {
  private let folder: WatchedFolder
  /// `nil` if the operating system has no more of them: the folder is scanned then.
  private let events: FolderEvents?
  private let requests: System.Descriptor
  private let isJSON: Bool
  private var files: WatchedFiles
  private var ingest: WatchIngest
  private var nextScan = Duration.zero
  /// Files whose writers have closed them while somebody watched.
  private var announced: Set<[UInt8]> = []
  private var isWaitingForLock = false
  private let start = ContinuousClock.now

  // Enough to share the waits for the disk, and soon on the terminal.
  private static let portionCount = 64

  // Network file systems tell nothing of what others write, so that it has to be looked for.
  private static let scanInterval = Duration.seconds(5)

  // A scan of a very full folder takes a small share of the time.
  private static let scanShare = 50

  private static let lockRetryInterval = Duration.seconds(2)

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
  private var now: Duration { ContinuousClock.now - start }

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

  private mutating func see(_ name: [UInt8], isClosed: Bool) {
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

// MARK: - Taking files in

extension FolderWatch {
  /// Takes in what is complete, unless it has changed since it was seen.
  private mutating func takeDue(_ session: inout CommandSession) async throws {
    while true {
      var arrived: [ArrivedFile] = []
      for name in files.due(at: now).prefix(Self.portionCount) {
        guard let look = folder.look(at: name) else {
          files.forget(name)
          continue
        }
        guard files.isPending(name, look) else {
          see(name, isClosed: false)
          continue
        }
        let file = InputFile(path: folder.file(name), origin: .found)
        arrived.append(ArrivedFile(name: name, look: look, file: file))
      }
      guard !arrived.isEmpty, try await take(arrived, &session) else { return }
      if try System.waitToRead([requests], atMost: .zero).isEmpty == false { return }
    }
  }

  /// - Returns: `false` if the store is locked, and the files wait.
  private mutating func take(
    _ arrived: [ArrivedFile], _ session: inout CommandSession
  ) async throws -> Bool {
    let outcomes: [ArrivalOutcome]
    var ingest = ingest
    defer { self.ingest = ingest }
    do {
      outcomes = try await ingest.take(arrived) { document in
        try session.announce(document, isJSON: isJSON)
      }
    } catch PageStoreError.locked(let waited) {
      wait(for: arrived, waited, &session)
      return false
    } catch Problem.store(.locked(let waited)) {
      wait(for: arrived, waited, &session)
      return false
    }
    isWaitingForLock = false
    for (file, outcome) in zip(arrived, outcomes) { try await report(outcome, of: file, &session) }
    try session.output.flush()
    return true
  }

  private mutating func wait(
    for arrived: [ArrivedFile], _ waited: Duration, _ session: inout CommandSession
  ) {
    for file in arrived { files.postpone(file.name, until: now + Self.lockRetryInterval) }
    guard !isWaitingForLock else { return }
    isWaitingForLock = true
    let sentence = PageStoreError.locked(waited: waited).description
    session.reporter.note(sentence + " Trying again.", at: folder.path)
  }

  private mutating func report(
    _ outcome: ArrivalOutcome, of file: ArrivedFile, _ session: inout CommandSession
  ) async throws {
    let isAnnounced = announced.remove(file.name) != nil
    if case .changed = outcome { return see(file.name, isClosed: false) }
    files.settle(file.name, file.look)
    switch outcome {
    case .changed, .passedOver: break
    case .stored(let id):
      let page = try await ingest.store.page(id)
      if let damage = page.damage {
        session.reporter.note("Kept as damaged: \(damage)", at: file.file.path)
      }
      try session.output.write(StoreLines.taken(page, from: file.file.path, isJSON: isJSON))
    case .known(let page):
      // After a start everything is known that was taken before: no word about it.
      guard isAnnounced else { return }
      session.reporter.note(
        "The document has these bytes already: \(StoreName.page(page)).", at: file.file.path)
    case .refused(let problem):
      session.reporter.report(problem, at: file.file.path)
      if isJSON { try session.output.write(StoreLines.json(problem, at: file.file.path)) }
    }
  }
}
