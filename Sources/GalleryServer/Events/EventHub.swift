// SPDX-License-Identifier: Apache-2.0

import PageStorage
import ServiceLifecycle
import Synchronization

/// Follows the changes of a store for all streams of events, and reads what they send once for all.
///
/// It runs while there is a stream. Without it, each of a thousand streams of a document would read every
/// change from the catalog by itself, and would have a timer of its own.
final class EventHub: Sendable {
  /// The time between comments.
  static let beatInterval = Duration.seconds(15)

  struct State {
    var listeners: [Int: EventListener] = [:]
    var lastID = 0
    /// The number of changes that were passed on.
    var changeCount = 0
    /// The number of portions that were read from the store.
    var readCount = 0
    var portions: [DocumentID: DocumentPortion] = [:]
    /// The portions that are being read, for all streams that need them at the same time.
    var readings: [Reading: Task<DocumentPortion, any Error>] = [:]
    var tasks: [Task<Void, Never>] = []
    /// The number of times that following the changes began.
    var generation = 0
  }

  /// A portion that is read when a number of changes is known.
  struct Reading: Hashable {
    let document: DocumentID
    let revision: Int
    let changeCount: Int
  }

  /// Calls a function for each change after a version.
  typealias Following =
    @Sendable (
      _ version: Int, _ report: (StoreChange) async -> Void
    ) async throws -> Void

  let store: PageStore
  let server: ServerState
  let origins: ChangeOrigins
  let state = Mutex(State())
  private let clock: any Clock<Duration>
  private let following: Following

  /// Creates the hub of a store.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - origins: The origins of changes.
  ///   - server: The counters of events.
  ///   - clock: The clock of the comments.
  ///   - following: Follows the changes; those of the store by default.
  init(
    store: PageStore, origins: ChangeOrigins, server: ServerState = ServerState(),
    clock: any Clock<Duration> = ContinuousClock(), following: Following? = nil
  ) {
    (self.store, self.origins, self.server, self.clock) = (store, origins, server, clock)
    self.following =
      following ?? { version, report in
        for try await change in store.changes(after: version) { await report(change) }
      }
    server.whenDraining { [weak self] in self?.endStreams() }
  }

  /// The number of portions that were read from the store.
  var readCount: Int { state.withLock(\.readCount) }

  /// Adds a stream, which has to read what there is after this call.
  ///
  /// - Parameters:
  ///   - listener: The stream.
  ///   - version: The version of the store after which changes are reported.
  /// - Returns: The number of the stream, for ``leave(_:)``.
  func join(_ listener: EventListener, from version: Int) -> Int {
    let id = state.withLock { state in
      state.lastID += 1
      state.listeners[state.lastID] = listener
      if state.tasks.isEmpty {
        state.generation += 1
        state.tasks = begin(after: version, state.generation)
      }
      return state.lastID
    }
    if server.isDraining { listener.signals.signal { $0.isEnding = true } }
    return id
  }

  /// Removes a stream.
  func leave(_ id: Int) {
    state.withLock { state in
      guard let listener = state.listeners.removeValue(forKey: id) else { return }
      if state.listeners.isEmpty { state.end() }
      guard let document = listener.document, !state.hasListener(of: document) else { return }
      state.portions[document] = nil
    }
  }

  private func begin(after version: Int, _ generation: Int) -> [Task<Void, Never>] {
    // The tasks outlive the request that begins them, and must not keep its connection.
    CurrentConnection.$value.withValue(CurrentConnection(invite: {}, catchUp: {})) {
      [
        Task { await follow(from: version, generation) },
        Task { while (try? await clock.sleep(for: Self.beatInterval)) != nil { await beat() } },
        Task {
          guard (try? await gracefulShutdown()) != nil else { return }
          endStreams()
        },
      ]
    }
  }

  /// Follows the changes until that fails: all streams then end, and the next one begins to follow again.
  private func follow(from version: Int, _ generation: Int) async {
    try? await following(version, report)
    let listeners = state.withLock { state -> [EventListener] in
      // Otherwise the last stream has left, and another one may have come.
      guard state.generation == generation, !state.tasks.isEmpty else { return [] }
      defer { state.listeners = [:] }
      state.end()
      return Array(state.listeners.values)
    }
    for listener in listeners { listener.signals.signal { $0.isEnding = true } }
  }

  private func endStreams() {
    let listeners = state.withLock { Array($0.listeners.values) }
    for listener in listeners { listener.signals.signal { $0.isEnding = true } }
  }
}

extension EventHub.State {
  /// Whether a stream of a document is open.
  fileprivate func hasListener(of document: DocumentID) -> Bool {
    listeners.values.contains { $0.document == document }
  }

  /// Stops following; nothing that was read may be believed later.
  fileprivate mutating func end() {
    for task in tasks { task.cancel() }
    (tasks, portions, readings) = ([], [:], [:])
    // What is still being read is not that of the next streams.
    changeCount += 1
  }
}

extension EventHub {
  /// Returns what there is after a revision of a document.
  ///
  /// - Parameters:
  ///   - document: The document.
  ///   - revision: The revision that a stream has reached.
  /// - Returns: The portion, which is empty if there is nothing.
  /// - Throws: `PageStoreError`.
  func portion(of document: DocumentID, after revision: Int) async throws -> DocumentPortion {
    let (known, count) = state.withLock { ($0.portions[document], $0.changeCount) }
    if let known, known.changeCount == count {
      if known.after == revision { return known }
      if known.revision == revision, known.isComplete { return known.withoutEvents }
    }
    let new = try await read(
      Reading(document: document, revision: revision, changeCount: count))
    state.withLock { state in
      // Only while changes are followed, and not instead of a portion that reaches further.
      guard !state.tasks.isEmpty, state.hasListener(of: document),
        new.reachesAsFar(as: state.portions[document])
      else { return }
      state.portions[document] = new.kept()
    }
    return new
  }

  /// Reads a portion, once for all streams that wait for it.
  private func read(_ reading: Reading) async throws -> DocumentPortion {
    let task = state.withLock { state in
      if let task = state.readings[reading] { return task }
      state.readCount += 1
      let task = begin(reading)
      state.readings[reading] = task
      return task
    }
    defer {
      state.withLock { if $0.readings[reading] == task { $0.readings[reading] = nil } }
    }
    return try await task.value
  }

  /// Begins to read a portion, for others than the request that needs it first.
  private func begin(_ reading: Reading) -> Task<DocumentPortion, any Error> {
    let (store, origins) = (store, origins)
    return CurrentConnection.$value.withValue(CurrentConnection(invite: {}, catchUp: {})) {
      Task {
        try await DocumentPortion(
          of: reading.document, after: reading.revision, in: store, origins: origins,
          changeCount: reading.changeCount)
      }
    }
  }
}
