// SPDX-License-Identifier: Apache-2.0

import PageStorage
import ServiceLifecycle
import Synchronization

/// Follows the changes of a store for all streams of events, and reads what they send once for all.
///
/// It runs while there is a stream. Without it, each of a thousand streams of a document would read every
/// change from the catalog by itself.
final class EventHub: Sendable {
  fileprivate struct Listener {
    let signals: EventSignals
    let isRelevant: @Sendable (StoreChange) -> Bool
  }

  fileprivate struct State {
    var listeners: [Int: Listener] = [:]
    var lastID = 0
    /// The number of changes that were passed on.
    var changeCount = 0
    /// The number of portions that were read from the store.
    var readCount = 0
    var portions: [DocumentID: DocumentPortion] = [:]
    var tasks: [Task<Void, Never>] = []
  }

  private let store: PageStore
  private let state = Mutex(State())

  init(store: PageStore) { self.store = store }

  /// The number of portions that were read from the store.
  var readCount: Int { state.withLock(\.readCount) }

  /// Adds a stream, which has to read what there is after this call.
  ///
  /// - Parameters:
  ///   - signals: The signals to set when something happens.
  ///   - version: The version of the store after which changes are reported.
  ///   - isRelevant: Whether the stream reports a change.
  /// - Returns: The number of the stream, for ``leave(_:)``.
  func join(
    _ signals: EventSignals, from version: Int,
    where isRelevant: @escaping @Sendable (StoreChange) -> Bool
  ) -> Int {
    state.withLock { state in
      state.lastID += 1
      state.listeners[state.lastID] = Listener(signals: signals, isRelevant: isRelevant)
      if state.tasks.isEmpty { state.tasks = begin(after: version) }
      return state.lastID
    }
  }

  /// Removes a stream.
  func leave(_ id: Int) {
    state.withLock { state in
      state.listeners[id] = nil
      if state.listeners.isEmpty { state.end() }
    }
  }

  private func begin(after version: Int) -> [Task<Void, Never>] {
    // The tasks outlive the request that begins them, and must not keep its connection.
    CurrentConnection.$value.withValue(CurrentConnection(invite: {}, catchUp: {})) {
      [
        Task { await follow(store.changes(after: version)) },
        Task {
          guard (try? await gracefulShutdown()) != nil else { return }
          endStreams()
        },
      ]
    }
  }

  private func follow(_ changes: StoreChanges) async {
    do {
      for try await change in changes { report(change) }
    } catch {
      endStreams()
    }
  }

  private func report(_ change: StoreChange) {
    let listeners = state.withLock { state in
      state.changeCount += 1
      return state.listeners.values.filter { $0.isRelevant(change) }
    }
    for listener in listeners { listener.signals.signal { $0.hasChanges = true } }
  }

  private func endStreams() {
    let listeners = state.withLock { Array($0.listeners.values) }
    for listener in listeners { listener.signals.signal { $0.isEnding = true } }
  }
}

extension EventHub.State {
  /// Stops following; nothing that was read may be believed later.
  fileprivate mutating func end() {
    for task in tasks { task.cancel() }
    (tasks, portions) = ([], [:])
  }
}

extension EventHub {
  /// Returns what there is after a revision of a document.
  ///
  /// - Parameters:
  ///   - document: The document.
  ///   - revision: The revision that a stream has reached.
  ///   - origins: The origins of changes.
  /// - Returns: The portion, which is empty if there is nothing.
  /// - Throws: `PageStoreError`.
  func portion(
    of document: DocumentID, after revision: Int, _ origins: ChangeOrigins
  ) async throws -> DocumentPortion {
    let (known, count) = state.withLock { ($0.portions[document], $0.changeCount) }
    if let known, known.changeCount == count {
      if known.after == revision { return known }
      if known.revision == revision, known.isComplete { return known.withoutEvents }
    }
    let new = try await DocumentPortion(
      of: document, after: revision, in: store, origins: origins, changeCount: count)
    state.withLock { state in
      state.readCount += 1
      // Only while changes are followed, and not instead of a portion that reaches further.
      guard !state.tasks.isEmpty, new.isLater(than: state.portions[document]) else { return }
      state.portions[document] = new
    }
    return new
  }
}

/// Some events of a document, as every stream at the same revision sends them.
struct DocumentPortion: Sendable {
  let description: DocumentEvents.Description
  /// The revision before the events.
  let after: Int
  /// The revision after the events.
  let revision: Int
  private(set) var events: [ServerSentEvent]
  /// Whether nothing followed when it was read.
  let isComplete: Bool
  /// The number of changes that were known before it was read.
  fileprivate let changeCount: Int

  /// Reads the events after a revision.
  fileprivate init(
    of document: DocumentID, after revision: Int, in store: PageStore, origins: ChangeOrigins,
    changeCount: Int
  ) async throws {
    let found = try await store.document(document)
    let history = try await ChangeHistory(
      of: document, after: revision, in: store, origins: origins)
    description = DocumentEvents.Description(title: found.title)
    (after, self.revision, self.changeCount) = (revision, history.revision, changeCount)
    isComplete = history.revision >= found.revision
    if let changes = history.changes {
      events = try changes.map { try ServerSentEvent(.change, revision: $0.revision, $0) }
    } else {
      let state = DocumentEvents.State(revision: history.revision)
      events = [try ServerSentEvent(.reset, revision: history.revision, state)]
    }
  }

  /// The same state of the document, for a stream that has reached it.
  fileprivate var withoutEvents: Self {
    var copy = self
    copy.events = []
    return copy
  }

  fileprivate func isLater(than other: DocumentPortion?) -> Bool {
    guard let other else { return true }
    return (changeCount, revision) >= (other.changeCount, other.revision)
  }
}
