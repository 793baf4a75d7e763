// SPDX-License-Identifier: Apache-2.0

public import GalleryModel

extension PageStore {
  /// Receives a page without putting it into a document yet.
  ///
  /// When the call returns, the bytes are on the disk, but only a commit keeps them there.
  ///
  /// - Parameters:
  ///   - input: The bytes.
  ///   - policy: What becomes of a file that cannot be read as an image.
  /// - Returns: The page, which ``apply(_:to:expecting:)`` puts into a document.
  /// - Throws: `PageStoreError.refused`, `.limitExceeded`, `.streamFailed`, `.cancelled`, `.locked`,
  ///   `.full`, `.io`.
  public func stage(
    _ input: PageInput, unreadable policy: UnreadablePagePolicy = .refuse
  ) async throws(PageStoreError) -> StagedPage {
    try await stage([input], policy) {}[0].get()
  }

  /// Adds a page at the end of a document.
  ///
  /// - Parameters:
  ///   - input: The bytes.
  ///   - document: The document.
  ///   - policy: What becomes of a file that cannot be read as an image.
  /// - Returns: The page, which is stored now.
  /// - Throws: What ``stage(_:unreadable:)`` and ``apply(_:to:expecting:)`` can throw.
  @discardableResult
  public func append(
    _ input: PageInput, to document: DocumentID, unreadable policy: UnreadablePagePolicy = .refuse
  ) async throws(PageStoreError) -> StoredPage {
    try await insert(input, at: nil, of: document, unreadable: policy)
  }

  /// Adds a page to a document.
  ///
  /// - Parameters:
  ///   - input: The bytes.
  ///   - index: The index that the page has afterwards; `nil` for the end.
  ///   - document: The document.
  ///   - policy: What becomes of a file that cannot be read as an image.
  /// - Returns: The page, which is stored now.
  /// - Throws: What ``stage(_:unreadable:)`` and ``apply(_:to:expecting:)`` can throw.
  @discardableResult
  public func insert(
    _ input: PageInput, at index: Int?, of document: DocumentID,
    unreadable policy: UnreadablePagePolicy = .refuse
  ) async throws(PageStoreError) -> StoredPage {
    _ = try await self.document(document)
    let page = try await stage(input, unreadable: policy)
    return try await insert([page], at: index, of: document)[0]
  }

  /// Gives a page other bytes.
  ///
  /// It keeps its name and loses its rotation.
  ///
  /// The old bytes are removed if no other page has them.
  ///
  /// - Parameters:
  ///   - page: The page.
  ///   - input: The bytes.
  ///   - policy: What becomes of a file that cannot be read as an image.
  /// - Returns: The page as it is stored now.
  /// - Throws: What ``stage(_:unreadable:)`` and ``apply(_:to:expecting:)`` can throw.
  @discardableResult
  public func replace(
    _ page: PageID, with input: PageInput, unreadable policy: UnreadablePagePolicy = .refuse
  ) async throws(PageStoreError) -> StoredPage {
    let content = try await stage(input, unreadable: policy)
    let stored = try await commit([content]) { publication in
      let row = try PageRow.fetchPresent(publication.db, page)
      var editor = try DocumentEditor(publication.db, row.document)
      let index = try editor.index(of: row)
      let change = StoreChangeset(replacements: [.init(index: index, content: content)])
      let blobs = try editor.publish(change, with: publication)
      _ = try editor.apply(change, blobs: blobs)
      return try publication.page(page)
    }
    await cleanUp()
    return stored
  }

  /// Puts staged pages into a document, in a row.
  func insert(
    _ pages: [StagedPage], at index: Int?, of document: DocumentID
  ) async throws(PageStoreError) -> [StoredPage] {
    try await commit(pages) { publication in
      var editor = try DocumentEditor(publication.db, document)
      let start = index ?? editor.order.count
      let change = StoreChangeset(
        insertions: pages.enumerated().map { .init(index: start + $0, page: $1) })
      let blobs = try editor.publish(change, with: publication)
      _ = try editor.apply(change, blobs: blobs)
      return try pages.map { try publication.page($0.id) }
    }
  }
}

extension Publication {
  fileprivate func page(_ id: PageID) throws -> StoredPage {
    guard let page = try StoredPage.fetch(db, id) else { throw PageStoreError.notFound(.page(id)) }
    return page
  }
}

// MARK: - Many pages

extension PageStore {
  /// What became of one page.
  public typealias IngestOutcome = Result<StoredPage, PageStoreError>

  /// Adds many pages at the end of a document, in order.
  ///
  /// Pages are received on all cores, and stored in portions that share their waits for the disk. A
  /// page that cannot be stored does not keep the others from being stored. If the task is cancelled,
  /// the portions that are left end as `.cancelled`.
  ///
  /// - Parameters:
  ///   - inputs: The pages.
  ///   - document: The document.
  ///   - policy: What becomes of files that cannot be read as images.
  ///   - progress: Called after each page with the number of pages that have arrived, on any thread,
  ///     and in any order.
  /// - Returns: What became of each page; `.success` means that it is on the disk.
  public func ingest(
    _ inputs: [PageInput], into document: DocumentID,
    unreadable policy: UnreadablePagePolicy = .refuse,
    progress: @escaping @Sendable (_ received: Int) -> Void = { _ in }
  ) async -> [IngestOutcome] {
    var outcomes: [IngestOutcome] = []
    outcomes.reserveCapacity(inputs.count)
    let counter = ProgressCounter(report: progress)
    for start in stride(from: 0, to: inputs.count, by: Self.portionCount) {
      let portion = Array(inputs[start..<min(start + Self.portionCount, inputs.count)])
      outcomes += await ingestPortion(portion, into: document, policy, counter)
    }
    return outcomes
  }

  /// The pages that are committed together: enough to share the waits for the disk, few enough to be
  /// open at a time.
  static let portionCount = 250

  private func ingestPortion(
    _ inputs: [PageInput], into document: DocumentID, _ policy: UnreadablePagePolicy,
    _ counter: ProgressCounter
  ) async -> [IngestOutcome] {
    do throws(PageStoreError) {
      if Task.isCancelled { throw PageStoreError.cancelled }
      _ = try await self.document(document)
      let staged = try await stage(inputs, policy) { counter.add() }
      let sound = staged.compactMap { try? $0.get() }
      var stored = sound.isEmpty ? [] : try await insert(sound, at: nil, of: document)[...]
      return staged.map { outcome in
        outcome.flatMap { _ in stored.popFirst().map { .success($0) } ?? .failure(.cancelled) }
      }
    } catch {
      return inputs.map { _ in .failure(error) }
    }
  }

  /// Receives pages: those whose bytes are at hand on all cores, streams as they come.
  private func stage(
    _ inputs: [PageInput], _ policy: UnreadablePagePolicy, received: @escaping @Sendable () -> Void
  ) async throws(PageStoreError) -> [Stager.Outcome] {
    let (ids, stager) = try await onWriteQueue { () throws(PageStoreError) in
      let stager = Stager(
        slot: try self.slot(), policy: policy, limits: self.configuration.limits,
        maximumPageByteCount: self.configuration.maximumPageByteCount)
      return (try self.ids.take(inputs.count, from: self.catalogue), stager)
    }
    let atHand = inputs.indices.filter { !inputs[$0].isStream }
    let staged = try await BlockingWork.run { () throws(PageStoreError) in
      stager.stage(
        atHand.map { inputs[$0] }, ids: atHand.map { ids[$0] }, received: received)
    }
    var outcomes = [Stager.Outcome](repeating: .failure(.cancelled), count: inputs.count)
    for (index, outcome) in zip(atHand, staged) { outcomes[index] = outcome }
    for index in inputs.indices {
      guard case .stream(let pieces) = inputs[index].origin else { continue }
      do throws(PageStoreError) {
        outcomes[index] = .success(try await stager.stage(pieces, id: ids[index]))
      } catch {
        outcomes[index] = .failure(error)
      }
      received()
    }
    return outcomes
  }
}

extension PageInput {
  fileprivate var isStream: Bool {
    if case .stream = origin { true } else { false }
  }
}
