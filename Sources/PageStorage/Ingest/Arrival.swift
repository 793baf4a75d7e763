// SPDX-License-Identifier: Apache-2.0

import GalleryPages

/// A page of an ingest, on its way from its input to its commit.
struct Arrival: Sendable {
  /// Its index among the inputs.
  let index: Int
  let input: PageInput
  /// The name that it will have, also if it is received anew.
  var id: PageID?
  /// The page once it is on the disk.
  var page: StagedPage?
  /// Why it is not.
  var failure: PageStoreError?
  /// Whether its input was read.
  var isRead = false
  /// Whether the progress of the ingest counts it already.
  var isCounted = false

  init(index: Int, input: PageInput) {
    (self.index, self.input) = (index, input)
  }

  /// The bytes of the page as far as they are known, `nil` otherwise.
  var byteCount: Int? {
    if let page { return page.byteCount }
    switch input.origin {
    case .bytes(let bytes): return bytes.count
    case .file(let path): return SystemCalls.byteCount(ofNamed: path)
    case .stream: return nil
    }
  }

  /// Whether it found no room, and can be received anew.
  var needsRoom: Bool { failure?.isFull == true && !(input.isStream && isRead) }

  /// Whether it is known to be bad.
  var isBad: Bool { failure != nil && !needsRoom }

  /// Gives the room on the disk back.
  func giveUp() {
    page?.file.giveUp()
  }

  /// Gives the room on the disk back until its turn comes, unless the bytes come only once.
  mutating func postpone() {
    guard !input.isStream else { return }
    giveUp()
    page = nil
  }
}

/// What an ingest does with its inputs before a commit.
struct IngestWork: Sendable {
  let store: PageStore
  let inputs: [PageInput]
  let policy: UnreadablePagePolicy
  let counter: ProgressCounter
  /// The document that gets the pages, if there is one already.
  let document: DocumentID?

  /// The pages from an index on, none of which has arrived.
  func arrivals(from start: Int, count: Int = .max) -> [Arrival] {
    let start = min(start, inputs.count)
    return inputs[start...].prefix(count).enumerated().map { offset, input in
      Arrival(index: start + offset, input: input)
    }
  }

  /// Receives those pages that are not on the disk yet.
  ///
  /// - Parameters:
  ///   - arrivals: The pages.
  ///   - counts: Whether progress is reported at once.
  /// - Returns: The pages, each of them on the disk or with a failure.
  func receive(_ arrivals: [Arrival], counts: Bool) async -> [Arrival] {
    var arrivals = arrivals
    let missing = arrivals.indices.filter { arrivals[$0].page == nil && !arrivals[$0].isBad }
    guard !missing.isEmpty else { return arrivals }
    do throws(PageStoreError) {
      if Task.isCancelled { throw PageStoreError.cancelled }
      if let document { _ = try await store.document(document) }
      let slot = try await name(&arrivals)
      let staged = try await store.stage(
        missing.map { arrivals[$0].input }, ids: missing.compactMap { arrivals[$0].id }, in: slot,
        policy
      ) { if counts { counter.add() } }
      for (index, outcome) in zip(missing, staged) {
        arrivals[index].isRead = true
        arrivals[index].take(outcome)
        if counts { arrivals[index].isCounted = true }
      }
    } catch {
      for index in missing { arrivals[index].take(.failure(error)) }
    }
    return arrivals
  }

  /// Gives names to those who have none.
  private func name(_ arrivals: inout [Arrival]) async throws(PageStoreError) -> Slot {
    let unnamed = arrivals.indices.filter { arrivals[$0].id == nil }
    let (slot, ids) = try await store.places(unnamed.count)
    for (index, id) in zip(unnamed, ids) { arrivals[index].id = id }
    return slot
  }
}

extension Arrival {
  fileprivate mutating func take(_ outcome: Stager.Outcome) {
    switch outcome {
    case .success(let page): (self.page, failure) = (page, nil)
    case .failure(let error): failure = error
    }
  }
}

extension PageInput {
  /// Whether the bytes can be read only once.
  var isStream: Bool {
    if case .stream = origin { true } else { false }
  }
}

extension PageStoreError {
  /// Whether there was no room on the disk.
  var isFull: Bool {
    if case .full = self { true } else { false }
  }
}
