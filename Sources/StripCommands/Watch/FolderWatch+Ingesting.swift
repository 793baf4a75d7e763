// SPDX-License-Identifier: Apache-2.0

import PageStorage

extension FolderWatch {
  // Enough files to share the cost of a sync, and few enough to report them soon.
  private static let portionCount = 64

  private static let lockRetryInterval = Duration.seconds(2)
  private static let roomRetryInterval = Duration.seconds(5)
  private static let changeRetryInterval = Duration.milliseconds(200)

  /// Ingests the complete files that have not changed since they were recorded.
  mutating func ingestDue(_ session: inout CommandSession) async throws -> End? {
    // Sorted once for many portions.
    var due: ArraySlice<[UInt8]> = []
    while true {
      if due.isEmpty { due = files.due(at: now)[...] }
      let names = due.prefix(Self.portionCount)
      guard !names.isEmpty else { return nil }
      due.removeFirst(names.count)
      let arrived = arrivedFiles(names)
      guard let outcomes = try await ingest(arrived, &session) else { return .abandoned }
      // Those behind a file that is put off wait for it.
      if arrived.count < names.count || outcomes.contains(where: \.isPutOff) { due = [] }
      if interruption.isRequested { return .requested }
    }
  }

  /// Ingests files, and reports what became of them, even if the rest fails or is abandoned.
  ///
  /// - Returns: The outcomes, `nil` if the work was abandoned.
  private mutating func ingest(
    _ files: [ArrivedFile], _ session: inout CommandSession
  ) async throws -> [ArrivalOutcome]? {
    let (ingest, ledger) = (ingest, ArrivalLedger())
    let run: Result<Void?, any Error>
    do {
      run = .success(
        try await interruption.run {
          try await ingest.ingest(files, into: ledger)
        } waitingWhile: {
          ledger.isCommitting
        })
    } catch is CancellationError {
      // The files without an outcome were interrupted.
      run = .success(())
    } catch {
      run = .failure(error)
    }
    let outcomes = ledger.outcomes(of: files)
    for (file, outcome) in zip(files, outcomes) { try handle(outcome, of: file, &session) }
    try session.output.flush()
    return try run.get().map { outcomes }
  }

  /// Returns files that are still unchanged since they were recorded.
  private mutating func arrivedFiles(_ names: ArraySlice<[UInt8]>) -> [ArrivedFile] {
    var arrived: [ArrivedFile] = []
    for name in names {
      guard let fingerprint = folder.fingerprint(of: name) else {
        forget(name)
        continue
      }
      guard let observation = files.observation(of: name, fingerprint) else {
        record(name, isClosed: false)
        continue
      }
      arrived.append(ArrivedFile(name: name, path: folder.file(name), observation: observation))
    }
    return arrived
  }

  private mutating func handle(
    _ outcome: ArrivalOutcome, of file: ArrivedFile, _ session: inout CommandSession
  ) throws {
    switch outcome {
    case .interrupted: return
    case .postponed(let problem): return try postpone(file, problem, &session)
    case .changed:
      record(file.name, isClosed: false)
      return files.postpone(file.name, until: now + Self.changeRetryInterval)
    // The missing rest of an incomplete file may still arrive: a moved file gets it too, a removed
    // one loses it.
    case .stored(_, let hasEnd, _) where !hasEnd && options.disposal.removes: markHandled(file)
    case .known where file.observation.hasEnd == false && options.disposal.removes:
      markHandled(file)
    case .stored, .known: try dispose(of: file, &session)
    case .refused, .skipped: markHandled(file)
    }
    try report(outcome, of: file, &session)
  }

  private mutating func markHandled(_ file: ArrivedFile) {
    waiting[file.name] = nil
    files.markHandled(file.name, file.observation.fingerprint)
  }

  /// Moves or removes a file whose page is stored.
  private mutating func dispose(
    of file: ArrivedFile, _ session: inout CommandSession
  ) throws {
    do throws(Problem) {
      try options.disposal.dispose(of: file) { interruption.isRequested }
      markHandled(file)
    } catch {
      if error.isTemporary { return try postpone(file, error, &session) }
      markHandled(file)
      try report(error, at: file.path, &session)
    }
  }
}

// MARK: - Waiting

extension FolderWatch {
  /// Postpones a file, and reports the reason once.
  private mutating func postpone(
    _ file: ArrivedFile, _ problem: Problem, _ session: inout CommandSession
  ) throws {
    let isLocked = if case .store(.locked) = problem { true } else { false }
    files.postpone(
      file.name, until: now + (isLocked ? Self.lockRetryInterval : Self.roomRetryInterval))
    let isNew = !waiting.values.contains(problem.code)
    waiting[file.name] = problem.code
    if isNew { try noteWaiting(problem, &session) }
  }

  /// Reports that no file is postponed anymore.
  mutating func noteEndOfWaiting(_ session: inout CommandSession) throws {
    guard isWaiting, waiting.isEmpty else { return }
    isWaiting = false
    try note(.resumed, at: folder.path, &session)
  }

  private mutating func noteWaiting(
    _ problem: Problem, _ session: inout CommandSession
  ) throws {
    isWaiting = true
    session.reporter.warn(problem.message + " Trying again.", at: folder.path)
    if options.isJSON { try session.output.write(StoreLines.json(problem, at: folder.path)) }
    try session.output.flush()
  }
}
