// SPDX-License-Identifier: Apache-2.0

/// The work of one ingest.
///
/// While the disk has room, each portion is received during the commit of the previous one. Once
/// the disk is full, pages are received and committed sequentially in ever smaller portions, so
/// that all pages that fit are stored.
struct Ingestion {
  private let inputs: IngestInputs
  private var destination: IngestDestination
  private var outcomes: [PageStore.IngestOutcome?]
  /// The created document, `nil` while there is none or if the pages go to an existing one.
  private(set) var createdDocument: Document?
  /// What is known about free disk space, carried from one ingest to the next.
  private(set) var freeSpace: FreeSpaceEstimate

  init(
    _ inputs: IngestInputs, into destination: IngestDestination, freeSpace: FreeSpaceEstimate
  ) {
    (self.inputs, self.destination, self.freeSpace) = (inputs, destination, freeSpace)
    outcomes = Array(repeating: nil, count: inputs.inputs.count)
  }

  /// The outcome of each page; those without any were cancelled.
  var result: [PageStore.IngestOutcome] { outcomes.map { $0 ?? .failure(.cancelled) } }

  /// Ingests all pages.
  mutating func run() async {
    guard !freeSpace.isScarce else { return await ingestSequentially(inputs.pages(from: 0)) }
    let (inputs, count) = (inputs, FreeSpaceEstimate.portionCount)
    var portion = await inputs.receive(inputs.pages(from: 0, count: count), counts: true)
    while let last = portion.last {
      // Receive the next portion during this commit.
      async let next = inputs.receive(
        inputs.pages(from: last.index + 1, count: count), counts: true)
      let failure = await commit(&portion)
      let following = await next
      if failure != nil {
        freeSpace.didNotFit(count: portion.count)
        let rest = inputs.pages(from: (following.last ?? last).index + 1)
        return await ingestSequentially(portion + following + rest)
      }
      portion = following
    }
  }

  /// Commits the received pages, unless one must be received again because the disk was full.
  ///
  /// - Parameter pages: The pages; after an error, those without an outcome.
  /// - Returns: `nil` if the outcome of each page is known; otherwise the disk-full error.
  private mutating func commit(_ pages: inout [PendingPage]) async -> PageStoreError? {
    if let failure = pages.first(where: \.needsRoom)?.failure { return failure }
    do throws(PageStoreError) {
      var stored = try await store(pages.compactMap(\.staged))[...]
      for page in pages {
        setOutcome(of: page, page.failure.map { .failure($0) } ?? .success(stored.removeFirst()))
      }
    } catch {
      if error.isFull { return error }
      guard error.concernsOnePage, pages.count > 1 else {
        for page in pages { setOutcome(of: page, .failure(page.failure ?? error)) }
        return nil
      }
      return await commitEach(&pages)
    }
    return nil
  }

  /// Commits pages one after the other, because one of them cannot be committed.
  private mutating func commitEach(_ pages: inout [PendingPage]) async -> PageStoreError? {
    for (index, page) in pages.enumerated() {
      var alone = [page]
      guard let failure = await commit(&alone) else { continue }
      pages.removeFirst(index)
      return failure
    }
    return nil
  }

  private mutating func store(_ pages: [StagedPage]) async throws(PageStoreError) -> [StoredPage] {
    guard !pages.isEmpty else { return [] }
    if Task.isCancelled { throw .cancelled }
    try await inputs.store.requireRoom(for: pages)
    let (document, stored) = try await inputs.store.insert(pages, into: destination)
    if let document {
      createdDocument = document
      destination = .document(document.id)
    }
    return stored
  }

  private mutating func setOutcome(
    of page: PendingPage, _ outcome: PageStore.IngestOutcome
  ) {
    outcomes[page.index] = outcome
    if !page.isCounted { inputs.counter.add() }
  }
}

// MARK: - On a full disk

extension Ingestion {
  /// Ingests as many pages as fit.
  ///
  /// After a disk-full error, the same pages are tried again once space was freed, then fewer pages.
  private mutating func ingestSequentially(_ pages: [PendingPage]) async {
    // Reversed: the next page is at the end.
    var waiting = Array(pages.reversed())
    var hasFreedSpace = false
    while true {
      postpone(&waiting)
      var batch = takeBatch(from: &waiting)
      guard !batch.isEmpty else { return }
      batch = await inputs.receive(batch, counts: false)
      guard let failure = await commit(&batch) else {
        freeSpace.didFit()
        hasFreedSpace = false
        continue
      }
      if !hasFreedSpace {
        await inputs.store.makeRoom()
      } else if batch.count > 1 {
        freeSpace.didNotFit(count: batch.count)
      } else {
        freeSpace.didNotFit(byteCount: batch[0].byteCount)
        batch[0].discard()
        setOutcome(of: batch.removeLast(), .failure(failure))
      }
      hasFreedSpace.toggle()
      waiting += batch.reversed()
    }
  }

  /// Releases the staged pages that are not next.
  ///
  /// Only pages of the two portions at the end can be staged: others were never received.
  private func postpone(_ waiting: inout [PendingPage]) {
    for index in waiting.indices.dropLast(freeSpace.count).suffix(
      2 * FreeSpaceEstimate.portionCount)
    {
      waiting[index].postpone()
    }
  }

  /// Takes the next pages, and fails those before them that cannot fit.
  private mutating func takeBatch(from waiting: inout [PendingPage]) -> [PendingPage] {
    var batch: [PendingPage] = []
    while batch.count < freeSpace.count, let page = waiting.popLast() {
      if page.isBad || freeSpace.mayFit(byteCount: page.byteCount) {
        batch.append(page)
      } else {
        page.discard()
        setOutcome(of: page, .failure(.full(operation: "write")))
      }
    }
    return batch
  }
}
