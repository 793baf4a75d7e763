// SPDX-License-Identifier: Apache-2.0

import PageStorage

/// The document that pages go to.
enum IngestTarget {
  /// One that is there.
  case document(DocumentID)
  /// One that is made with the first page.
  case newDocument(title: String)

  /// The title of a document that nobody has named: that of its first file or folder.
  static func title(for inputs: [Path]) -> String {
    guard let first = inputs.first, first != InputOptions.standardInput else { return "Untitled" }
    let trimmed = Path(Array(first.bytes.reversed().drop { $0 == UInt8(ascii: "/") }.reversed()))
    let name = OutputNames.stem(of: trimmed)
    let isSpecial = name.allSatisfy { $0 == UInt8(ascii: ".") }
    return isSpecial ? "Untitled" : String(decoding: name, as: UTF8.self)
  }
}

/// Takes files into a document and says what became of each.
struct Ingest {
  let store: PageStore
  let location: StoreLocation
  private(set) var target: IngestTarget
  let policy: UnreadablePagePolicy
  let isJSON: Bool

  // What a store commits at once.
  private static let portionCount = 250

  init(
    store: PageStore, location: StoreLocation, target: IngestTarget, policy: UnreadablePagePolicy,
    isJSON: Bool
  ) {
    self.store = store
    self.location = location
    self.target = target
    self.policy = policy
    self.isJSON = isJSON
  }

  /// Takes everything in.
  ///
  /// What is printed about a page is on the disk. An error of the store ends the work; pages that
  /// were printed before are stored.
  mutating func run(_ sources: [IngestSource], _ session: inout CommandSession) async throws {
    if case .document(let id) = target { _ = try await store.document(id) }
    let progress = SharedProgress(total: sources.count)
    defer { progress.clear() }
    var isEmpty = true
    for start in stride(from: 0, to: sources.count, by: Self.portionCount) {
      let portion = sources[start..<min(start + Self.portionCount, sources.count)]
      let pages = portion.compactMap { $0.asPage() }
      isEmpty = isEmpty && pages.isEmpty
      try await take(pages, &session) { progress.update(done: start + $0) }
      progress.clear()
      try session.output.flush()
    }
    if isEmpty { throw Problem.noPages }
  }

  private mutating func take(
    _ sources: [IngestSource], _ session: inout CommandSession,
    received: @escaping @Sendable (Int) -> Void
  ) async throws {
    let opened = sources.map { source in
      Result { () throws(Problem) in try source.open() }
    }
    guard let document = try await document(for: opened, sources, &session) else {
      for (source, result) in zip(sources, opened) {
        let problem = result.failure ?? source.headerProblem
        if let problem { try report(problem, of: source, &session) }
      }
      return
    }
    let inputs = opened.compactMap { try? $0.get().input }
    var outcomes = await store.ingest(
      inputs, into: document, unreadable: policy, progress: received)[...]
    for (source, result) in zip(sources, opened) {
      let outcome = result.flatMap { _ in
        (outcomes.popFirst() ?? .failure(.cancelled)).mapError { Problem($0) }
      }
      try report(outcome, of: source, &session)
    }
  }

  /// The document, made as soon as there is a page for it.
  private mutating func document(
    for opened: [Result<OpenedInput, Problem>], _ sources: [IngestSource],
    _ session: inout CommandSession
  ) async throws -> DocumentID? {
    switch target {
    case .document(let id): return id
    case .newDocument(let title):
      let isKept = policy == .keepAsDamaged
      let hasPage = zip(opened, sources).contains { result, source in
        result.failure == nil && (isKept || source.headerProblem == nil)
      }
      guard hasPage else { return nil }
      let document = try await store.createDocument(title: title)
      target = .document(document.id)
      try session.announce(document, isJSON: isJSON)
      return document.id
    }
  }
}

// MARK: - Reporting

extension Ingest {
  private func report(
    _ outcome: Result<StoredPage, Problem>, of source: IngestSource,
    _ session: inout CommandSession
  ) throws {
    switch outcome {
    case .success(let page):
      if let damage = page.damage {
        session.reporter.note("Kept as damaged: \(damage)", at: source.path)
      }
      try session.output.write(StoreLines.taken(page, from: source.path, isJSON: isJSON))
    case .failure(let problem):
      try report(problem, of: source, &session)
    }
  }

  /// Reports a bad page; what is wrong with the store ends the work instead.
  private func report(
    _ problem: Problem, of source: IngestSource, _ session: inout CommandSession
  ) throws {
    guard !problem.concernsStore else { throw problem }
    session.reporter.report(problem, at: source.path)
    if isJSON { try session.output.write(StoreLines.json(problem, at: source.path)) }
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
    }
  }

  /// What is wrong with the header of a file, as far as that is known before it is taken in.
  fileprivate var headerProblem: Problem? {
    guard case .file(let file) = self else { return nil }
    do {
      _ = try file.header()
      return nil
    } catch {
      return error
    }
  }
}

extension Result {
  fileprivate var failure: Failure? {
    if case .failure(let error) = self { error } else { nil }
  }
}
