// SPDX-License-Identifier: Apache-2.0

import PageStorage

/// The events that a stream sends, read when it is woken.
protocol StreamedEvents: Sendable {
  /// The ID from which a client resumes.
  var position: Int { get }

  /// Whether there are no more events and the stream has to end.
  var isAtEnd: Bool { get }

  /// The state that the client knows, if others may send events for the stream.
  var point: DocumentPoint? { get set }

  /// Reads what has happened since the last call.
  mutating func next() async throws -> [ServerSentEvent]
}

/// The events of the library, read from the store's log.
struct LibraryEvents: StreamedEvents {
  /// The value of `reset`.
  struct State: Encodable {
    var version: Int
  }

  let store: PageStore

  /// The version of the store that the client knows.
  private(set) var version: Int

  let isAtEnd = false
  var position: Int { version }
  var point: DocumentPoint?

  init(after version: Int, in store: PageStore) { (self.version, self.store) = (version, store) }

  mutating func next() async throws -> [ServerSentEvent] {
    let (changes, reached) = try await store.loggedChanges(after: version)
    guard reached != version else { return [] }
    version = reached
    return try changes.map { change in
      guard change.kind == .unknown else {
        return try ServerSentEvent(.change, revision: change.version, change)
      }
      let state = State(version: change.version)
      return try ServerSentEvent(.reset, revision: change.version, state)
    }
  }
}
