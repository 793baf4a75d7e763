// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import GallerySystem
import PageStorage

/// A complete file of a watched folder.
struct ArrivedFile: Sendable {
  let name: [UInt8]
  let path: Path
  let observation: WatchedFiles.Observation

  /// The arrival, which determines the document.
  ///
  /// The time of arrival is the change time of the file: its last change or rename. It does not
  /// depend on the observer.
  var arrival: WatchGrouping.Arrival {
    .init(subfolder: WatchedFolder.subfolder(of: name), time: observation.fingerprint.changed)
  }
}

/// The outcome for an arrived file.
enum ArrivalOutcome: Sendable {
  /// Stored as a page, possibly an incomplete one, possibly the first one of a document.
  case stored(StoredPage, hasEnd: Bool, newDocument: Document?)
  /// The folder's documents already contain its bytes.
  case known(PageID)
  /// Refused as a bad page.
  case refused(Problem)
  /// Skipped: neither a page nor named like one.
  case skipped
  /// Changed or removed meanwhile.
  case changed
  /// Postponed until a temporary problem is over.
  case postponed(Problem)
  /// Interrupted by a request to terminate.
  case interrupted

  /// Whether the file is ingested later.
  var isPutOff: Bool {
    switch self {
    case .changed, .postponed, .interrupted: true
    case .stored, .known, .refused, .skipped: false
    }
  }
}

/// An operation that ingests arrived files into documents, each of them once.
struct WatchIngest: Sendable {
  let store: PageStore
  let folder: WatchedFolder
  let policy: UnreadablePagePolicy
  let target: WatchTarget
  /// The source of the pages, in the caller's words.
  var source: String?

  /// A file whose bytes are in the store, not yet in a document.
  private struct Staged: Sendable {
    let file: ArrivedFile
    let page: StagedPage
    let hasEnd: Bool
  }

  /// The state of a file before the commit.
  private enum Step: Sendable {
    case staged(Staged)
    case ended(ArrivalOutcome)
  }

  /// Ingests files; those for the same document share a commit.
  ///
  /// - Parameters:
  ///   - files: The files in order.
  ///   - ledger: Receives the outcome for each, those of a commit as soon as it has ended.
  /// - Throws: `Problem` if the store fails, `CancellationError` between two commits; the files without an
  ///   outcome can be ingested again then.
  func ingest(_ files: [ArrivedFile], into ledger: ArrivalLedger) async throws {
    var staged: [Staged] = []
    var refused: [(file: ArrivedFile, outcome: ArrivalOutcome)] = []
    try await OrderedAsyncWork(jobs: SystemCalls.processorCount).run(files) { file in
      (file, try await stage(file))
    } receive: { file, step in
      switch step {
      case .staged(let page): staged.append(page)
      case .ended(let outcome): refused.append((file, outcome))
      }
    }
    for (file, outcome) in refused { ledger.note(outcome, of: file) }
    try await commit(staged, into: ledger)
  }
}

// MARK: - Staging

extension WatchIngest {
  private func stage(_ file: ArrivedFile) async throws -> Step {
    let problem: Problem
    do {
      return try await attempt(file)
    } catch is CancellationError {
      return .ended(.interrupted)
    } catch let error as SystemError {
      problem = .input(error)
    } catch let error as PageStoreError {
      problem = Problem(error)
    }
    if problem.isTemporary { return .ended(.postponed(problem)) }
    guard !problem.concernsStore else { throw problem }
    return .ended(
      folder.fingerprint(of: file.name) == file.observation.fingerprint
        ? .refused(problem) : .changed)
  }

  /// Stages a file; a file that changes while it is read is left for a later attempt.
  private func attempt(_ file: ArrivedFile) async throws -> Step {
    let opened = try WatchedInput(file.path)
    func isUnchanged() -> Bool {
      opened.isUnchanged && folder.fingerprint(of: file.name) == file.observation.fingerprint
    }
    guard isUnchanged() else { return .ended(.changed) }
    guard try file.path.hasPageExtension || opened.isPage() else { return .ended(.skipped) }
    try checkSize(file.observation.fingerprint.byteCount)
    let digest = try await opened.digest()
    guard isUnchanged() else { return .ended(.changed) }
    let destination = target.destination(of: file.arrival.subfolder)
    if let known = try await store.page(withContent: digest, of: destination) {
      return .ended(.known(known))
    }
    var input = opened.input
    input.metadata.source = source
    let page = try await store.stage(input, unreadable: policy)
    guard page.digest == digest, isUnchanged() else { return .ended(.changed) }
    return .staged(Staged(file: file, page: page, hasEnd: file.observation.hasEnd ?? opened.hasEnd))
  }

  /// Refuses files that are too large before reading them.
  private func checkSize(_ byteCount: Int) throws(PageStoreError) {
    let limit = store.configuration.maximumPageByteCount
    guard byteCount <= limit else {
      throw .limitExceeded(.pageByteCount, found: byteCount, allowed: limit)
    }
  }
}

// MARK: - Committing

extension WatchIngest {
  /// Adds staged pages to their documents, except those whose bytes were added meanwhile.
  private func commit(_ staged: [Staged], into ledger: ArrivalLedger) async throws {
    for group in target.grouping.groups(of: staged.map(\.file.arrival)) {
      let pages = group.map { staged[$0] }
      try Task.checkCancellation()
      do throws(PageStoreError) {
        try await commitTogether(pages, into: ledger)
      } catch {
        try await end(pages, error, into: ledger)
      }
    }
  }

  /// Gives the files of a group that was not committed their outcomes.
  private func end(
    _ pages: [Staged], _ error: PageStoreError, into ledger: ArrivalLedger
  ) async throws {
    let problem = Problem(error)
    guard !problem.isTemporary else {
      for page in pages { ledger.note(.postponed(problem), of: page.file) }
      return
    }
    guard error.concernsOnePage else { throw problem }
    guard pages.count > 1 else { return ledger.note(.refused(problem), of: pages[0].file) }
    for page in pages {
      do throws(PageStoreError) {
        try await commitTogether([page], into: ledger)
      } catch {
        try await end([page], error, into: ledger)
      }
    }
  }

  private func commitTogether(
    _ staged: [Staged], into ledger: ArrivalLedger
  ) async throws(PageStoreError) {
    ledger.noteCommit(isRunning: true)
    defer { ledger.noteCommit(isRunning: false) }
    let arrivals = staged.map(\.file.arrival)
    let taken = try await store.insertWithoutDuplicates(
      staged.map(\.page), into: target.destination(of: arrivals.first?.subfolder),
      rules: target.rules(for: arrivals))
    let first = taken.stored.first?.id
    let stored = Dictionary(taken.stored.map { ($0.id, $0) }) { $1 }
    for page in staged {
      let id = page.page.id
      if let known = taken.known[id] {
        ledger.note(.known(known), of: page.file)
      } else if let found = stored[id] {
        ledger.note(
          .stored(found, hasEnd: page.hasEnd, newDocument: id == first ? taken.newDocument : nil),
          of: page.file)
      } else {
        ledger.note(.changed, of: page.file)
      }
    }
  }
}

extension Problem {
  /// Whether the problem is temporary: the store is busy, its servers are away, or the disk is full.
  ///
  /// A change of unknown outcome is one of these: its files are found in the store, or are not there.
  var isTemporary: Bool {
    switch self {
    case .store(.locked), .store(.full), .store(.unreachable), .store(.outcomeUnknown): true
    case .store(.io(let call, let number)): SystemError(call: call, number: number).isFullDisk
    case .input(let error): error.isShortage
    case .unmovable(let error): error.isFullDisk
    default: false
    }
  }
}
