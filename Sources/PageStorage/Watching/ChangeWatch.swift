// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Synchronization

/// Finds out that something was committed, by whatever process, and wakes those who wait for that.
///
/// There is one for all observers of a store. The system tells when the log of SQLite or the mark behind a
/// change is written to; while nothing is written, nothing wakes. Where the system does not tell, the
/// number of the last change is compared at an interval, as long as somebody waits.
final class ChangeWatch: Sendable {
  private struct State {
    /// The number of the last change that everybody was told of, `nil` if it is not known.
    var known: Int64?
    var isStarted = false
    var isClosed = false
    var isPolling = false
    /// Ends what the system tells, `nil` if it does not tell.
    var endTelling: (@Sendable () -> Void)?
    var schedule = PollingSchedule()
  }

  private let folder: StoreFolder
  private let catalogue: Catalogue
  private let interval: Duration
  private let asksSystem: Bool
  private let signal = ChangeSignal()
  private let queue = DispatchQueue(label: "PageStorage.watch")
  private let state = Mutex(State())

  /// Creates a watch, which begins when somebody waits.
  ///
  /// - Parameters:
  ///   - folder: The store.
  ///   - catalogue: Its catalogue.
  ///   - interval: How often to look where the system does not tell.
  ///   - asksSystem: Whether the system is asked to tell.
  init(_ folder: StoreFolder, _ catalogue: Catalogue, interval: Duration, asksSystem: Bool = true) {
    self.folder = folder
    self.catalogue = catalogue
    self.interval = interval
    self.asksSystem = asksSystem
  }

  deinit { state.withLock(\.endTelling)?() }

  /// The number of changes so far, by which a waiter tells whether it missed one.
  var generation: Int { signal.generation }

  /// Whether nobody waits.
  var isEmpty: Bool { signal.isEmpty }

  /// The number of those who wait.
  var waiterCount: Int { signal.waiterCount }

  /// Counts those who have waited so far.
  var lastWaiter: Int { signal.lastWaiter }

  /// Whether the system tells when something is written.
  var isTold: Bool { state.withLock { $0.endTelling != nil } }

  /// Waits for a change after a generation.
  ///
  /// - Parameters:
  ///   - generation: The generation before the caller has looked.
  ///   - document: The document whose changes are waited for, `nil` for any change.
  func wait(after generation: Int, for document: DocumentID?) async {
    await signal.wait(after: generation, for: document) {
      let isNew = state.withLock { state in
        defer { state.isStarted = true }
        return !state.isStarted || state.endTelling == nil && !state.isPolling
      }
      if isNew { queue.async { [weak self] in self?.begin() } }
    }
  }

  /// Looks whether something was committed, and wakes those whom it concerns.
  func look() {
    if signal.skip() { return }
    // Two that look at a time may both tell of the same change.
    let known = state.withLock(\.known)
    let found = try? catalogue.read { db -> (Int64, Set<DocumentID>?) in
      let last = try ChangeLog.lastNumber(db)
      guard last != known else { return (last, []) }
      return (last, try ChangeLog.documents(changedAfter: known, in: db))
    }
    state.withLock { $0.known = found?.0 }
    if let found, found.0 == known { return }
    signal.raise(found?.1)
  }

  /// Wakes everybody, because the store is closed or all of it may have changed.
  func raise() {
    state.withLock { $0.known = nil }
    signal.raise()
  }

  /// Ends the watch.
  func close() {
    let endTelling = state.withLock { state in
      state.isClosed = true
      defer { state.endTelling = nil }
      return state.endTelling
    }
    endTelling?()
    raise()
  }
}

// MARK: - Waking up

extension ChangeWatch {
  private func begin() {
    guard state.withLock({ !$0.isClosed }) else { return }
    if asksSystem, !isTold, let watched = WatchedStore(folder) { listen(to: watched) }
    if !isTold { poll() }
    // What was committed until now may be unknown to those who wait.
    look()
  }

  private func listen(to watched: WatchedStore) {
    // Any thread may use a source; its protocol does not say so.
    nonisolated(unsafe) let source = DispatchSource.makeReadSource(
      fileDescriptor: watched.descriptor, queue: queue)
    source.setEventHandler { [weak self] in self?.takeEvents(of: watched) }
    source.setCancelHandler { watched.close() }
    source.activate()
    let isLate = state.withLock { state in
      if !state.isClosed { state.endTelling = { source.cancel() } }
      return state.isClosed
    }
    if isLate { source.cancel() }
  }

  private func takeEvents(of watched: WatchedStore) {
    guard watched.takeEvents() else { return }
    look()
    lookAgain(state.withLock { $0.schedule.noteWrite() })
  }

  /// Looks again after a while, less and less often.
  private func lookAgain(_ next: PollingSchedule.Look?) {
    guard let next, state.withLock({ !$0.isClosed }) else { return }
    queue.asyncAfter(deadline: .now() + next.delay.timeInterval) { [weak self] in
      guard let self, state.withLock({ $0.schedule.isDue(next) }) else { return }
      look()
      lookAgain(state.withLock { $0.schedule.next(after: next) })
    }
  }

  /// Looks at an interval, as long as somebody waits.
  private func poll() {
    let isNew = state.withLock { state in
      defer { state.isPolling = true }
      return !state.isPolling && !state.isClosed
    }
    if isNew { scheduleLook() }
  }

  private func scheduleLook() {
    queue.asyncAfter(deadline: .now() + interval.timeInterval) { [weak self] in
      guard let self else { return }
      let isNeeded = state.withLock { state in
        state.isPolling = !state.isClosed && !signal.isEmpty
        return state.isPolling
      }
      guard isNeeded else { return }
      look()
      scheduleLook()
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
