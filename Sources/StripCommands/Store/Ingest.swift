// SPDX-License-Identifier: Apache-2.0

import GallerySystem
import PageStorage

/// The document that receives ingested pages.
enum IngestTarget {
  /// An existing document.
  case document(DocumentID)
  /// A document that is created with the first page.
  case newDocument(title: String, metadata: [String: String] = [:])

  /// Returns the default title of a document: that of its first file or folder.
  ///
  /// - Parameters:
  ///   - inputs: The arguments.
  ///   - sources: The sources given by the arguments.
  /// - Returns: The title; if a list of paths came from standard input, that of its first path.
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

  /// Returns the title of a document for a file or folder.
  static func title(for first: Path) -> String {
    let trimmed = Path(Array(first.bytes.reversed().drop { $0 == UInt8(ascii: "/") }.reversed()))
    let name = OutputNames.stem(of: trimmed)
    let isSpecial = name.allSatisfy { $0 == UInt8(ascii: ".") }
    return isSpecial ? untitled : String(decoding: name, as: UTF8.self)
  }
}

/// An operation that ingests files into a document and reports the outcome of each.
struct Ingest {
  let store: PageStore
  let location: StoreLocation
  let policy: UnreadablePagePolicy
  let isJSON: Bool
  /// The source of the pages, in the caller's words.
  let source: String?

  private var destination: IngestDestination
  private var freeSpace = FreeSpaceEstimate()
  private var pageCount = 0
  private var missingCount = 0

  /// Whether the document exists: it existed before, or has its first page.
  var hasDocument: Bool {
    if case .document = destination { true } else { false }
  }

  // The maximum number of pages in a commit of the store.
  private static let largestPortion = 250
  // A page of a manifest opens two files while it is ingested, and its copy stays open until the
  // sync.
  private static let filesOfPage = 4
  private static let filesOfStore = 16

  /// Returns the number of pages to ingest at once: their files are open at the same time.
  ///
  /// - Parameter free: The number of files that this process can still open.
  /// - Returns: At least 1, and at most the number of pages in a commit.
  static func portionCount(free: Int = ThisProcess.freeDescriptorCount) -> Int {
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
    case .document(let id): destination = .document(id)
    case .newDocument(let title, let metadata):
      destination = .newDocument(title: title, metadata: metadata)
    }
  }

  /// Ingests everything.
  ///
  /// A page is printed only after it is on the disk. An error of the store stops the work, except
  /// for a full disk, on which later pages may still fit. Pages that were printed are stored.
  mutating func run(_ inputs: IngestSources, _ session: inout CommandSession) async throws {
    let sources = inputs.all
    if case .document(let id) = destination { _ = try await store.document(id) }
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
      opened.compactMap { try? input($0.get()) }, into: destination, unreadable: policy,
      freeSpace: &freeSpace,
      progress: received)
    if let document {
      destination = .document(document.id)
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
    // Throw after reporting the pages that were stored in the same portion.
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
  /// Reports a page, stored or refused.
  ///
  /// - Returns: The problem of the store, if the store is the cause.
  private mutating func report(
    _ outcome: Result<StoredPage, Problem>, of source: IngestSource,
    _ session: inout CommandSession
  ) throws -> Problem? {
    switch outcome {
    case .success(let page):
      if let damage = page.damage {
        session.reporter.note("Stored as damaged: \(damage)", at: source.path)
      }
      try session.tell(page, from: source.path, isJSON: isJSON)
    case .failure(let problem):
      if problem.isFullDisk {
        // A single line reports all of them.
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
  /// Returns the source as a page, `nil` if it was found in a folder and is not a page.
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
  /// Whether a page did not fit on the disk.
  fileprivate var isFullDisk: Bool {
    if case .store(.full) = self { true } else { false }
  }
}
