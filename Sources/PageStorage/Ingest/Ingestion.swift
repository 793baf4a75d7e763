// SPDX-License-Identifier: Apache-2.0

/// The work of one ingest.
///
/// While the disk has room, each portion is received during the commit of the previous one. Once
/// the disk is full, pages are received and committed sequentially in ever smaller portions, so
/// that all pages that fit are stored.
struct Ingestion {
  private let work: IngestWork
  private var place: IngestPlace
  private var outcomes: [PageStore.IngestOutcome?]
  /// The created document, `nil` while there is none or if the pages go to an existing one.
  private(set) var made: Document?
  /// The known shortage of disk space, carried from one ingest to the next.
  private(set) var room: ScarceRoom

  init(_ work: IngestWork, into place: IngestPlace, room: ScarceRoom) {
    (self.work, self.place, self.room) = (work, place, room)
    outcomes = Array(repeating: nil, count: work.inputs.count)
  }

  /// The outcome of each page; those without any were cancelled.
  var result: [PageStore.IngestOutcome] { outcomes.map { $0 ?? .failure(.cancelled) } }

  /// Ingests all pages.
  mutating func run() async {
    guard !room.isScarce else { return await squeeze(work.arrivals(from: 0)) }
    let (work, count) = (work, ScarceRoom.portionCount)
    var portion = await work.receive(work.arrivals(from: 0, count: count), counts: true)
    while let last = portion.last {
      // Receive the next portion during this commit.
      async let next = work.receive(
        work.arrivals(from: last.index + 1, count: count), counts: true)
      let failure = await settle(portion)
      let following = await next
      if failure != nil {
        room.didNotFit(count: portion.count)
        let rest = work.arrivals(from: (following.last ?? last).index + 1)
        return await squeeze(portion + following + rest)
      }
      portion = following
    }
  }

  /// Commits the received pages, unless one must be received again because the disk was full.
  ///
  /// - Returns: `nil` if the outcome of each page is known; otherwise the disk-full error.
  private mutating func settle(_ arrivals: [Arrival]) async -> PageStoreError? {
    if let failure = arrivals.first(where: \.needsRoom)?.failure { return failure }
    do throws(PageStoreError) {
      var stored = try await store(arrivals.compactMap(\.page))[...]
      for arrival in arrivals {
        decide(arrival, arrival.failure.map { .failure($0) } ?? .success(stored.removeFirst()))
      }
    } catch {
      if error.isFull { return error }
      for arrival in arrivals { decide(arrival, .failure(arrival.failure ?? error)) }
    }
    return nil
  }

  private mutating func store(_ pages: [StagedPage]) async throws(PageStoreError) -> [StoredPage] {
    guard !pages.isEmpty else { return [] }
    if Task.isCancelled { throw .cancelled }
    try await work.store.requireRoom(for: pages)
    let (document, stored) = try await work.store.insert(pages, into: place)
    if let document {
      made = document
      place = .document(document.id)
    }
    return stored
  }

  private mutating func decide(_ arrival: Arrival, _ outcome: PageStore.IngestOutcome) {
    outcomes[arrival.index] = outcome
    if !arrival.isCounted { work.counter.add() }
  }
}

// MARK: - On a full disk

extension Ingestion {
  /// Ingests as many pages as fit.
  ///
  /// After a disk-full error, the same pages are tried again once room was made, then fewer pages.
  private mutating func squeeze(_ arrivals: [Arrival]) async {
    // Reversed: the next page is at the end.
    var waiting = Array(arrivals.reversed())
    var hasMadeRoom = false
    while true {
      postpone(&waiting)
      var batch = takeBatch(from: &waiting)
      guard !batch.isEmpty else { return }
      batch = await work.receive(batch, counts: false)
      guard let failure = await settle(batch) else {
        room.didFit()
        hasMadeRoom = false
        continue
      }
      if !hasMadeRoom {
        await work.store.makeRoom()
      } else if batch.count > 1 {
        room.didNotFit(count: batch.count)
      } else {
        room.didNotFit(byteCount: batch[0].byteCount)
        batch[0].giveUp()
        decide(batch.removeLast(), .failure(failure))
      }
      hasMadeRoom.toggle()
      waiting += batch.reversed()
    }
  }

  /// Releases the staged pages that are not next.
  ///
  /// Only pages of the two portions at the end can be staged: others were never received.
  private func postpone(_ waiting: inout [Arrival]) {
    for index in waiting.indices.dropLast(room.count).suffix(2 * ScarceRoom.portionCount) {
      waiting[index].postpone()
    }
  }

  /// Takes the next pages, and fails those before them that cannot fit.
  private mutating func takeBatch(from waiting: inout [Arrival]) -> [Arrival] {
    var batch: [Arrival] = []
    while batch.count < room.count, let arrival = waiting.popLast() {
      if arrival.isBad || room.mayFit(byteCount: arrival.byteCount) {
        batch.append(arrival)
      } else {
        arrival.giveUp()
        decide(arrival, .failure(.full(operation: "write")))
      }
    }
    return batch
  }
}
