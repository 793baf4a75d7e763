// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import GalleryTestSupport
import PageStorage

@testable import PageGallery

/// Pages in memory that record the times of requests, and answer as a test specifies.
actor RecordingSource: PageSource {
  struct DiskError: Error, Hashable {}

  private let memory: MemoryPageSource
  private let clock: ManualClock
  /// The requests, with their times.
  private(set) var requests: [(changeset: Changeset, time: Duration)] = []
  /// The pages with requested rotations.
  private(set) var rotated: [PageID] = []
  /// The number of next requests that fail.
  private var failureCount = 0
  /// The error added to the number of pages in the next receipts.
  private var lie = 0
  private var isUnreadable = false
  private var held: [CheckedContinuation<Void, Never>] = []
  private var holds = false

  init(_ pages: [Page], clock: ManualClock) {
    memory = MemoryPageSource(pages)
    self.clock = clock
  }

  /// Whether a call waits for ``release()``.
  var isHolding: Bool { !held.isEmpty }

  func failNext(_ count: Int = 1) { failureCount = count }
  func tellWrongCounts() { lie = 1 }
  func becomeUnreadable() { isUnreadable = true }
  func hold() { holds = true }

  func release() {
    holds = false
    for continuation in held { continuation.resume() }
    held = []
  }

  /// Changes the pages as another writer.
  func change(_ changeset: Changeset) async throws {
    try await change { _ in changeset }
  }

  /// Changes the pages as another writer, retrying conflicts.
  func change(_ makeChangeset: ([PageID]) -> Changeset?) async throws {
    while true {
      let known = await memory.pages()
      guard let changeset = makeChangeset(known.pages.map(\.id)) else { return }
      do throws(PageSourceError) {
        _ = try await memory.apply(changeset, to: known.version)
        return
      } catch {
        guard case .conflict = error else { throw error }
      }
    }
  }

  var ids: [PageID] { get async { await memory.pages().pages.map(\.id) } }
  var version: Int { get async { await memory.pages().version } }

  func pages() async throws(PageSourceError) -> VersionedPages {
    if isUnreadable { throw PageSourceError(DiskError()) }
    return await memory.pages()
  }

  func apply(
    _ changeset: Changeset, to version: Int
  ) async throws(PageSourceError) -> PageSourceReceipt {
    requests.append((changeset, clock.now.offset))
    try await answer()
    var receipt = try await memory.apply(changeset, to: version)
    receipt.pageCount = receipt.pageCount.map { $0 + lie }
    return receipt
  }

  func rotate(
    _ page: PageID, by turns: QuarterTurns, to version: Int
  ) async throws(PageSourceError) -> PageSourceReceipt {
    rotated.append(page)
    try await answer()
    return try await memory.rotate(page, by: turns, to: version)
  }

  /// Answers as specified by the test.
  private func answer() async throws(PageSourceError) {
    if holds { await withCheckedContinuation { held.append($0) } }
    if failureCount > 0 {
      failureCount -= 1
      throw PageSourceError(DiskError())
    }
  }

  /// Rotates the page at an index as another writer.
  func rotate(at index: Int, by turns: QuarterTurns) async -> PageID? {
    while true {
      let known = await memory.pages()
      guard index < known.pages.count else { return nil }
      let page = known.pages[index].id
      if (try? await memory.rotate(page, by: turns, to: known.version)) != nil { return page }
    }
  }

  func rotation(of page: PageID) async -> QuarterTurns { await memory.rotation(of: page) }

  nonisolated func changes(after version: Int) -> AsyncStream<PageSourceChange> {
    memory.changes(after: version)
  }
}
