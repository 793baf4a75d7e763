// SPDX-License-Identifier: Apache-2.0

import GalleryPages

/// The inputs of an ingest, and how they are staged.
struct IngestInputs: Sendable {
  let store: PageStore
  let inputs: [PageInput]
  let policy: UnreadablePagePolicy
  let counter: ProgressCounter
  /// The receiving document, if it already exists.
  let document: DocumentID?

  /// Returns the pages from an index on, none of which has been received.
  func pages(from start: Int, count: Int = .max) -> [PendingPage] {
    let start = min(start, inputs.count)
    return inputs[start...].prefix(count).enumerated().map { offset, input in
      PendingPage(index: start + offset, input: input)
    }
  }

  /// Receives the pages that are not on the disk yet.
  ///
  /// - Parameters:
  ///   - pages: The pages.
  ///   - counts: Whether progress is reported immediately.
  /// - Returns: The pages, each of them on the disk or with a failure.
  func receive(_ pages: [PendingPage], counts: Bool) async -> [PendingPage] {
    var pages = pages
    let missing = pages.indices.filter { pages[$0].staged == nil && !pages[$0].isBad }
    guard !missing.isEmpty else { return pages }
    do throws(PageStoreError) {
      if Task.isCancelled { throw PageStoreError.cancelled }
      if let document { _ = try await store.document(document) }
      let slot = try await assignIDs(&pages)
      let staged = try await store.stage(
        missing.map { pages[$0].input }, ids: missing.compactMap { pages[$0].id }, in: slot,
        policy
      ) { if counts { counter.add() } }
      for (index, outcome) in zip(missing, staged) {
        pages[index].isRead = true
        pages[index].record(outcome)
        if counts { pages[index].isCounted = true }
      }
    } catch {
      for index in missing { pages[index].record(.failure(error)) }
    }
    return pages
  }

  /// Assigns identifiers to pages without one.
  private func assignIDs(_ pages: inout [PendingPage]) async throws(PageStoreError) -> Slot {
    let missing = pages.indices.filter { pages[$0].id == nil }
    let (slot, ids) = try await store.slotAndIDs(missing.count)
    for (index, id) in zip(missing, ids) { pages[index].id = id }
    return slot
  }
}
