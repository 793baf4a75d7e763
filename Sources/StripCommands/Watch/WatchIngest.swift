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
  /// - Parameter files: The files in order.
  /// - Returns: The outcome for each, in the same order.
  /// - Throws: `Problem` if the store fails; the files can be ingested again then.
  func ingest(_ files: [ArrivedFile]) async throws -> [ArrivalOutcome] {
    var steps: [Step] = []
    try await OrderedAsyncWork(jobs: SystemCalls.processorCount).run(files) { file in
      try await stage(file)
    } receive: {
      steps.append($0)
    }
    let staged = steps.compactMap { step in
      if case .staged(let staged) = step { staged } else { nil }
    }
    let outcomes = try await commit(staged)
    return steps.map { step in
      switch step {
      case .ended(let outcome): outcome
      case .staged(let staged): outcomes[staged.page.id] ?? .changed
      }
    }
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
  private func commit(_ staged: [Staged]) async throws -> [PageID: ArrivalOutcome] {
    var outcomes: [PageID: ArrivalOutcome] = [:]
    for group in target.grouping.groups(of: staged.map(\.file.arrival)) {
      let pages = group.map { staged[$0] }
      do throws(PageStoreError) {
        let taken = try await commitTogether(pages)
        outcomes.merge(taken) { $1 }
      } catch {
        try await end(pages, error, &outcomes)
      }
    }
    return outcomes
  }

  /// Gives the files of a group that was not committed their outcomes.
  private func end(
    _ pages: [Staged], _ error: PageStoreError, _ outcomes: inout [PageID: ArrivalOutcome]
  ) async throws {
    let problem = Problem(error)
    guard !problem.isTemporary else {
      for page in pages { outcomes[page.page.id] = .postponed(problem) }
      return
    }
    guard error.concernsOnePage else { throw problem }
    guard pages.count > 1 else { return outcomes[pages[0].page.id] = .refused(problem) }
    for page in pages {
      do throws(PageStoreError) {
        outcomes.merge(try await commitTogether([page])) { $1 }
      } catch {
        try await end([page], error, &outcomes)
      }
    }
  }

  private func commitTogether(
    _ staged: [Staged]
  ) async throws(PageStoreError) -> [PageID: ArrivalOutcome] {
    let arrivals = staged.map(\.file.arrival)
    let taken = try await store.insertWithoutDuplicates(
      staged.map(\.page), into: target.destination(of: arrivals.first?.subfolder),
      rules: target.rules(for: arrivals))
    let ends = Dictionary(staged.map { ($0.page.id, $0.hasEnd) }) { first, _ in first }
    var outcomes = taken.known.mapValues { ArrivalOutcome.known($0) }
    for (index, page) in taken.stored.enumerated() {
      outcomes[page.id] = .stored(
        page, hasEnd: ends[page.id] ?? true, newDocument: index == 0 ? taken.newDocument : nil)
    }
    return outcomes
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
