// SPDX-License-Identifier: Apache-2.0

import PageStorage

/// The events of a document, read from the store's log.
struct DocumentEvents: StreamedEvents {
  /// The value of `document`.
  struct Description: Encodable, Equatable {
    var title: String
    var isTrashed = false
  }

  /// The value of `reset` and `gone`.
  struct State: Encodable {
    var revision: Int
  }

  let document: DocumentID
  let store: PageStore
  let origins: ChangeOrigins

  /// The revision that the client knows.
  private(set) var revision: Int

  var position: Int { revision }

  /// The description that was sent last.
  private var description: Description?

  /// Whether the document is gone and the stream has to end.
  private(set) var isAtEnd = false

  init(
    of document: DocumentID, after revision: Int, in store: PageStore, origins: ChangeOrigins
  ) {
    (self.document, self.revision, self.store) = (document, revision, store)
    self.origins = origins
  }

  /// Returns whether a change of the store concerns the document.
  func isConcerned(by change: StoreChange) -> Bool {
    change.document == nil || change.document == document
  }

  mutating func next() async throws -> [ServerSentEvent] {
    do {
      var events: [ServerSentEvent] = []
      let description = Description(title: try await store.document(document).title)
      if description != self.description {
        events.append(try ServerSentEvent(.document, description))
      }
      self.description = description
      let history = try await ChangeHistory(
        of: document, after: revision, in: store, origins: origins)
      for change in history.changes ?? [] {
        events.append(try ServerSentEvent(.change, revision: change.revision, change))
      }
      if history.changes == nil {
        let state = State(revision: history.revision)
        events.append(try ServerSentEvent(.reset, revision: history.revision, state))
      }
      revision = history.revision
      return events
    } catch PageStoreError.notFound {
      isAtEnd = true
      let gone = try ServerSentEvent(.gone, State(revision: revision))
      guard var description, try await isTrashed() else { return [gone] }
      description.isTrashed = true
      return [try ServerSentEvent(.document, description), gone]
    }
  }

  /// Returns whether the document is in the trash rather than removed.
  private func isTrashed() async throws -> Bool {
    do throws(PageStoreError) {
      return try await store.isTrashed(document)
    } catch .notFound {
      return false
    }
  }
}
