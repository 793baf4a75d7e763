// SPDX-License-Identifier: Apache-2.0

import NIOCore
import PageStorage
import Synchronization

/// The pages of a document while they are read: what has been read is sent at once.
///
/// The reader never waits for the client, because a snapshot that stays open keeps the log of the catalog
/// from being emptied. It ends early when the last reference to the reading is gone: clients that have the
/// pages, or only requested the header, need no more of them. Several requests may share a reading.
final class PageListReading<Form: PageListForm>: Sendable {
  private struct State {
    var pages = Form()
    var knowledge = 0
    var hasBegun = false
    var failure: PageStoreError?
    /// The tasks that wait for the next pages.
    var waiters: [CheckedContinuation<Void, Never>] = []

    mutating func takeWaiters() -> [CheckedContinuation<Void, Never>] {
      defer { waiters = [] }
      return waiters
    }
  }

  private let state = Mutex(State())

  /// Begins to read, and returns when the first pages are known.
  ///
  /// - Parameters:
  ///   - document: The document.
  ///   - store: Its store.
  /// - Returns: The reading.
  /// - Throws: The error of the store, if it has no pages to begin with.
  static func begin(
    _ document: DocumentID, in store: PageStore
  ) async throws(PageStoreError) -> PageListReading {
    try await begin { (take) async throws(PageStoreError) in
      try await store.readPages(of: document, take)
    }
  }

  /// Passes portions of the pages to a closure until it returns `false`.
  typealias Source =
    @Sendable (_ take: @escaping @Sendable (PagesPortion) -> Bool) async throws(PageStoreError) ->
    Void

  /// Begins to read the portions of a source.
  static func begin(_ read: @escaping Source) async throws(PageStoreError) -> PageListReading {
    let reading = PageListReading()
    reading.start(read)
    try await reading.waitForBeginning()
    return reading
  }

  /// Starts to read the portions of a source, once.
  func start(_ read: @escaping Source) {
    Task { [weak self] in
      do throws(PageStoreError) {
        try await read { [weak self] in self?.take($0) ?? false }
      } catch {
        self?.fail(error)
      }
    }
  }

  /// Returns when the first pages are known.
  ///
  /// - Throws: The error of the store, if it has no pages to begin with.
  func waitForBeginning() async throws(PageStoreError) { try await wait { $0.hasBegun } }

  /// Whether the pages could not be read to the end.
  var hasFailed: Bool { state.withLock { $0.failure != nil } }

  /// What identifies the pages.
  var version: (revision: Int, knowledge: Int) {
    state.withLock { ($0.pages.revision, $0.knowledge) }
  }

  /// The entity tag.
  var tag: String { PagesTag.text(revision: version.revision, knowledge: version.knowledge) }

  /// Returns the next portion of the content.
  ///
  /// - Parameter position: The position of the portion, moved behind it.
  /// - Returns: The portion, as soon as it is known; `nil` at the end.
  /// - Throws: The error of the store, if the pages that follow cannot be read.
  func portion(
    at position: inout Form.Position
  ) async throws(PageStoreError) -> ByteBuffer? {
    while true {
      var buffer = ByteBuffer()
      let (count, isEnd) = state.withLock { state in
        state.pages.write(from: &position, to: &buffer)
        return (state.pages.readCount, state.pages.isEnd(position))
      }
      if buffer.readableBytes > 0 { return buffer }
      if isEnd { return nil }
      try await wait { $0.pages.readCount > count }
    }
  }

  private func take(_ portion: PagesPortion) -> Bool {
    state.withLock { state in
      state.pages.append(portion)
      // It is the same in all portions, unless one of them has a damaged row.
      state.knowledge = state.hasBegun ? min(state.knowledge, portion.knowledge) : portion.knowledge
      state.hasBegun = true
      return state.takeWaiters()
    }.forEach { $0.resume() }
    return true
  }

  private func fail(_ failure: PageStoreError) {
    state.withLock { state in
      state.failure = failure
      return state.takeWaiters()
    }.forEach { $0.resume() }
  }

  /// Waits until a condition holds.
  private func wait(
    until isMet: @Sendable (borrowing State) -> Bool
  ) async throws(PageStoreError) {
    await withCheckedContinuation { waiter in
      let hasToWait = state.withLock { state in
        guard !isMet(state), state.failure == nil else { return false }
        state.waiters.append(waiter)
        return true
      }
      if !hasToWait { waiter.resume() }
    }
    // What was read before the failure is sent first.
    if let failure = state.withLock({ isMet($0) ? nil : $0.failure }) { throw failure }
  }
}
