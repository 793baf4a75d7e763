// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Synchronization

/// A watch that detects commits of all processes, and wakes waiting tasks.
///
/// All observers of a store share one watch. File events report writes to SQLite's log and to the
/// commit marks; without writes, nothing wakes. Where file events are unavailable, the last change
/// number is polled at an interval while a task is waiting.
final class ChangeWatch: Sendable {
  private struct State {
    /// The last change number that was reported to all waiters, `nil` if unknown.
    var known: Int64?
    var isStarted = false
    var isClosed = false
    var isPolling = false
    /// Whether a task listens to other processes.
    var isListening = false
    /// The checks of a catalog on a server that run or are due: one at a time, and another one behind it.
    var checkCount = 0
    /// Ends the file events, `nil` if they are unavailable.
    var cancelEvents: (@Sendable () -> Void)?
    var schedule = PollingSchedule()
  }

  private let folder: StoreFolder
  private let engine: StoreEngine
  private let interval: Duration
  private let requestsFileEvents: Bool
  private let signal = ChangeSignal()
  private let queue = DispatchQueue(label: "PageStorage.watch")
  private let state = Mutex(State())

  /// Creates a watch, which starts with the first waiter.
  ///
  /// - Parameters:
  ///   - folder: The store.
  ///   - engine: What keeps its catalog.
  ///   - interval: The polling interval where file events are unavailable.
  ///   - requestsFileEvents: Whether file events are used.
  init(
    _ folder: StoreFolder, _ engine: StoreEngine, interval: Duration,
    requestsFileEvents: Bool = true
  ) {
    self.folder = folder
    self.engine = engine
    self.interval = interval
    self.requestsFileEvents = requestsFileEvents
  }

  deinit { state.withLock(\.cancelEvents)?() }

  /// The number of changes so far; a waiter compares it to detect a missed change.
  var generation: Int { signal.generation }

  /// Whether no task is waiting.
  var isEmpty: Bool { signal.isEmpty }

  /// The number of waiting tasks.
  var waiterCount: Int { signal.waiterCount }

  /// The number of waits so far.
  var lastWaiter: Int { signal.lastWaiter }

  /// Whether file events are available.
  var usesFileEvents: Bool { state.withLock { $0.cancelEvents != nil } }

  /// Waits for a change after a generation.
  ///
  /// - Parameters:
  ///   - generation: The generation before the caller's last read.
  ///   - document: The document to wait for, `nil` for any change.
  func wait(after generation: Int, for document: DocumentID?) async {
    await signal.wait(after: generation, for: document) {
      let isNew = state.withLock { state in
        defer { state.isStarted = true }
        return !state.isStarted || state.cancelEvents == nil && !state.isPolling
      }
      if isNew { queue.async { [weak self] in self?.begin() } }
    }
  }

  /// Checks for new commits, and wakes the tasks that they concern.
  func checkForCommits() {
    if signal.skip() { return }
    switch engine {
    case .folder(let catalog):
      // Two concurrent checks may report the same change.
      let known = state.withLock(\.known)
      take(try? catalog.read { db in try ChangedDocuments(after: known, in: db) }, after: known)
    case .served(let store):
      let isFirst = state.withLock { state in
        defer { state.checkCount = min(state.checkCount + 1, 2) }
        return state.checkCount == 0
      }
      if isFirst { Task { await checkUntilNoneIsDue(store) } }
    }
  }

  private func checkUntilNoneIsDue(_ store: ServedStore) async {
    var isDue = true
    while isDue {
      let known = state.withLock(\.known)
      take(try? await store.read { db in try ChangedDocuments(after: known, in: db) }, after: known)
      isDue = state.withLock { state in
        state.checkCount -= 1
        return state.checkCount > 0
      }
    }
  }

  /// Wakes those who wait for the found changes, or everybody if nothing could be read.
  private func take(_ found: ChangedDocuments?, after known: Int64?) {
    state.withLock { $0.known = found?.last }
    if let found, found.last == known { return }
    signal.raise(found?.documents)
  }

  /// Wakes all tasks, because the store was closed or all of it may have changed.
  func raise() {
    state.withLock { $0.known = nil }
    signal.raise()
  }

  /// Ends the watch.
  func close() {
    let cancelEvents = state.withLock { state in
      state.isClosed = true
      defer { state.cancelEvents = nil }
      return state.cancelEvents
    }
    cancelEvents?()
    raise()
  }
}

// MARK: - Waking up

extension ChangeWatch {
  private func begin() {
    guard state.withLock({ !$0.isClosed }) else { return }
    if case .folder = engine, requestsFileEvents, !usesFileEvents,
      let watched = WatchedStore(folder)
    {
      listen(to: watched)
    }
    if case .served(let store) = engine { listen(to: store) }
    if !usesFileEvents { poll() }
    // Waiters may not know of commits before this point.
    checkForCommits()
  }

  private func listen(to watched: WatchedStore) {
    // A dispatch source is thread-safe; its protocol is not marked as such.
    nonisolated(unsafe) let source = DispatchSource.makeReadSource(
      fileDescriptor: watched.descriptor, queue: queue)
    source.setEventHandler { [weak self] in self?.takeEvents(of: watched) }
    source.setCancelHandler { watched.close() }
    source.activate()
    let isLate = state.withLock { state in
      if !state.isClosed { state.cancelEvents = { source.cancel() } }
      return state.isClosed
    }
    if isLate { source.cancel() }
  }

  /// Checks for commits of which other processes tell; they are polled too.
  private func listen(to store: ServedStore) {
    let isNew = state.withLock { state in
      defer { state.isListening = true }
      return !state.isListening && !state.isClosed
    }
    guard isNew else { return }
    let hear: @Sendable () -> Bool = { [weak self] in self?.hear() ?? false }
    Task.detached { await store.listen(hear) }
  }

  /// Checks for commits of another process; returns whether to listen on.
  private func hear() -> Bool {
    guard state.withLock({ !$0.isClosed }) else { return false }
    checkForCommits()
    return true
  }

  private func takeEvents(of watched: WatchedStore) {
    guard watched.takeEvents() else { return }
    checkForCommits()
    checkAgain(state.withLock { $0.schedule.noteWrite() })
  }

  /// Schedules further checks at increasing delays.
  private func checkAgain(_ next: PollingSchedule.Check?) {
    guard let next, state.withLock({ !$0.isClosed }) else { return }
    queue.asyncAfter(deadline: .now() + next.delay.timeInterval) { [weak self] in
      guard let self, state.withLock({ $0.schedule.isDue(next) }) else { return }
      checkForCommits()
      checkAgain(state.withLock { $0.schedule.next(after: next) })
    }
  }

  /// Polls at an interval while a task is waiting.
  private func poll() {
    let isNew = state.withLock { state in
      defer { state.isPolling = true }
      return !state.isPolling && !state.isClosed
    }
    if isNew { schedulePoll() }
  }

  private func schedulePoll() {
    queue.asyncAfter(deadline: .now() + interval.timeInterval) { [weak self] in
      guard let self else { return }
      let isNeeded = state.withLock { state in
        state.isPolling = !state.isClosed && !signal.isEmpty
        return state.isPolling
      }
      guard isNeeded else { return }
      checkForCommits()
      schedulePoll()
    }
  }
}

extension Duration {
  fileprivate var timeInterval: DispatchTimeInterval {
    .nanoseconds(
      Int(clamping: components.seconds) * 1_000_000_000
        + Int(components.attoseconds / 1_000_000_000))
  }
}
