// SPDX-License-Identifier: Apache-2.0

import PageStorage

/// The document that pages go to.
enum IngestTarget {
  /// One that is there.
  case document(DocumentID)
  /// One that is made with the first page.
  case newDocument(title: String, metadata: [String: String] = [:])

  /// The title of a document that nobody has named: that of its first file or folder.
  ///
  /// - Parameters:
  ///   - inputs: The arguments.
  ///   - sources: What they stand for.
  /// - Returns: The title, which is that of the first path if a list of them came on standard input.
  static func title(for inputs: [Path], _ sources: [IngestSource]) -> String {
    guard let first = inputs.first else { return untitled }
    guard first == Path.standardInput else { return title(for: first) }
    switch sources.first {
    case .standardInput: return "Standard input"
    case .file(let file): return title(for: file.path)
    case .manifest, nil: return untitled
    }
  }

  private static let untitled = "Untitled"

  /// The title of a document of a file or folder.
  static func title(for first: Path) -> String {
    let trimmed = Path(Array(first.bytes.reversed().drop { $0 == UInt8(ascii: "/") }.reversed()))
    let name = OutputNames.stem(of: trimmed)
    let isSpecial = name.allSatisfy { $0 == UInt8(ascii: ".") }
    return isSpecial ? untitled : String(decoding: name, as: UTF8.self)
  }
}

/// Takes files into a document and says what became of each.
struct Ingest {
  let store: PageStore
  let location: StoreLocation
  let policy: UnreadablePagePolicy
  let isJSON: Bool
  /// Where the pages come from, in the words of the caller.
  let source: String?

  private var place: IngestPlace
  private var room = ScarceRoom()
  private var pageCount = 0
  private var missingCount = 0

  /// Whether there is a document, as there is if it was not to be made, or has a page.
  var hasDocument: Bool {
    if case .document = place { true } else { false }
  }

  // What a store commits at once.
  private static let largestPortion = 250
  // A page of a manifest is open twice while it is taken in, and its copy waits open for the disk.
  private static let filesOfPage = 4
  private static let filesOfStore = 16

  /// Returns how many pages are taken in at once: their files are open at the same time.
  ///
  /// - Parameter free: How many files this process can still open.
  /// - Returns: At least 1, and no more than share a commit.
  static func portionCount(free: Int = System.freeDescriptorCount) -> Int {
    min(max(1, (free - filesOfStore) / filesOfPage), largestPortion)
  }

  init(
    store: PageStore, location: StoreLocation, target: IngestTarget, policy: UnreadablePagePolicy,
    isJSON: Bool, source: String? = nil
  ) {
    self.store = store
    self.source = source
    self.location = location
    self.policy = policy
    self.isJSON = isJSON
    switch target {
    case .document(let id): place = .document(id)
    case .newDocument(let title, let metadata):
      place = .newDocument(title: title, metadata: metadata)
    }
  }

  /// Takes everything in.
  ///
  /// What is printed about a page is on the disk. An error of the store ends the work, but for a full
  /// disk, on which pages may still find room; pages that were printed before are stored.
  mutating func run(_ inputs: IngestSources, _ session: inout CommandSession) async throws {
    let sources = inputs.all
    if case .document(let id) = place { _ = try await store.document(id) }
    let progress = SharedProgress(total: sources.count, session.messages)
    defer { progress.clear() }
    let portionCount = Self.portionCount()
    for start in stride(from: 0, to: sources.count, by: portionCount) {
      let portion = sources[start..<min(start + portionCount, sources.count)]
      let pages = portion.compactMap { $0.asPage() }
      pageCount += pages.count
      try await take(pages, &session) { progress.update(done: start + $0) }
      progress.clear()
      try session.output.flush()
    }
    if pageCount == 0 { throw inputs.hasPassedFolder ? Problem.noPagesOutside : .noPages }
    if missingCount > 0 { throw Problem.noRoom(missing: missingCount, total: pageCount) }
  }

  private mutating func take(
    _ sources: [IngestSource], _ session: inout CommandSession,
    received: @escaping @Sendable (Int) -> Void
  ) async throws {
    let opened = sources.map { source in
      Result { () throws(Problem) in try source.open() }
    }
    let (document, stored) = await store.ingest(
      opened.compactMap { try? input($0.get()) }, into: place, unreadable: policy, room: &room,
      progress: received)
    if let document {
      place = .document(document.id)
      try session.announce(document, isJSON: isJSON)
    }
    var outcomes = stored[...]
    var failure: Problem?
    for (source, result) in zip(sources, opened) {
      let outcome = result.flatMap { _ in
        (outcomes.popFirst() ?? .failure(.cancelled)).mapError { Problem($0) }
      }
      failure = try report(outcome, of: source, &session) ?? failure
    }
    // What was stored beside it is reported first.
    if let failure { throw failure }
  }
}

extension Ingest {
  private func input(_ opened: OpenedInput) -> PageInput {
    var input = opened.input
    if let source { input.metadata.source = source }
    return input
  }
}

// MARK: - Reporting

extension Ingest {
  /// Reports a page, good or bad.
  ///
  /// - Returns: What is wrong with the store instead, if that is so.
  private mutating func report(
    _ outcome: Result<StoredPage, Problem>, of source: IngestSource,
    _ session: inout CommandSession
  ) throws -> Problem? {
    switch outcome {
    case .success(let page):
      if let damage = page.damage {
        session.reporter.note("Kept as damaged: \(damage)", at: source.path)
      }
      try session.tell(page, from: source.path, isJSON: isJSON)
    case .failure(let problem):
      if problem.isFullDisk {
        // One line for people tells of all of them.
        missingCount += 1
      } else if problem.concernsStore {
        return problem
      } else {
        session.reporter.report(problem, at: source.path)
      }
      if isJSON { try session.output.write(StoreLines.json(problem, at: source.path)) }
    }
    return nil
  }
}

extension IngestSource {
  /// The source as a page, `nil` if it was found in a folder and is something else.
  fileprivate func asPage() -> IngestSource? {
    guard case .file(let file) = self else { return self }
    return file.asPage().map(IngestSource.file)
  }

  fileprivate func open() throws(Problem) -> OpenedInput {
    switch self {
    case .file(let file): try OpenedInput(file)
    case .standardInput(let start): OpenedInput(.stream(StandardInputChunks(start: start)))
    case .manifest(let file): try file.open()
    }
  }
}

extension Problem {
  /// Whether a page found no room.
  fileprivate var isFullDisk: Bool {
    if case .store(.full) = self { true } else { false }
  }
}
