// SPDX-License-Identifier: Apache-2.0

import GalleryPages
import GallerySystem

/// A page of an ingest, on its way from input to commit.
struct Arrival: Sendable {
  /// Its index among the inputs.
  let index: Int
  let input: PageInput
  /// The identifier assigned to the page, kept if it is received again.
  var id: PageID?
  /// The staged page, once it is on the disk.
  var page: StagedPage?
  /// The reason why it could not be staged.
  var failure: PageStoreError?
  /// Whether its input was read.
  var isRead = false
  /// Whether the page is already counted as progress.
  var isCounted = false

  init(index: Int, input: PageInput) {
    (self.index, self.input) = (index, input)
  }

  /// The page's number of bytes, `nil` if unknown.
  var byteCount: Int? {
    if let page { return page.byteCount }
    switch input.origin {
    case .bytes(let bytes): return bytes.count
    case .file(let path):
      guard let status = try? SystemCalls.status(of: path), status.kind == .file else { return nil }
      return status.byteCount
    case .stream: return nil
    }
  }

  /// Whether the disk was full and the input can be read again.
  var needsRoom: Bool { failure?.isFull == true && !(input.isStream && isRead) }

  /// Whether the page failed for a reason other than a full disk.
  var isBad: Bool { failure != nil && !needsRoom }

  /// Releases the disk space.
  func giveUp() {
    page?.file.giveUp()
  }

  /// Releases the disk space until the page's turn, unless the input can be read only once.
  mutating func postpone() {
    guard !input.isStream else { return }
    giveUp()
    page = nil
  }
}

/// The work of an ingest before a commit.
struct IngestWork: Sendable {
  let store: PageStore
  let inputs: [PageInput]
  let policy: UnreadablePagePolicy
  let counter: ProgressCounter
  /// The receiving document, if it already exists.
  let document: DocumentID?

  /// Returns the pages from an index on, none of which has been received.
  func arrivals(from start: Int, count: Int = .max) -> [Arrival] {
    let start = min(start, inputs.count)
    return inputs[start...].prefix(count).enumerated().map { offset, input in
      Arrival(index: start + offset, input: input)
    }
  }

  /// Receives the pages that are not on the disk yet.
  ///
  /// - Parameters:
  ///   - arrivals: The pages.
  ///   - counts: Whether progress is reported immediately.
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

  /// Assigns identifiers to pages without one.
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
  /// Whether the disk was full.
  var isFull: Bool {
    if case .full = self { true } else { false }
  }
}
