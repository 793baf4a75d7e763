// SPDX-License-Identifier: Apache-2.0

import PageStorage

/// The events of a document, read from the store's log.
struct DocumentEvents: StreamedEvents {
  /// The value of `document`.
  struct Description: Encodable, Equatable, Sendable {
    var title: String
    var isTrashed = false
  }

  /// The value of `reset` and `gone`.
  struct State: Encodable {
    var revision: Int
  }

  let document: DocumentID
  let store: PageStore
  let hub: EventHub
  let origins: ChangeOrigins

  /// The revision that the client knows.
  private(set) var revision: Int

  var position: Int { revision }

  /// The description that was sent last.
  private var description: Description?

  /// Whether the document is gone and the stream has to end.
  private(set) var isAtEnd = false

  init(
    of document: DocumentID, after revision: Int, in store: PageStore, _ hub: EventHub,
    origins: ChangeOrigins
  ) {
    (self.document, self.revision, self.store) = (document, revision, store)
    (self.hub, self.origins) = (hub, origins)
  }

  /// Returns whether a change of the store concerns the document.
  func isConcerned(by change: StoreChange) -> Bool {
    change.document == nil || change.document == document
  }

  mutating func next() async throws -> [ServerSentEvent] {
    do {
      let portion = try await hub.portion(of: document, after: revision, origins)
      revision = portion.revision
      guard portion.description != description else { return portion.events }
      description = portion.description
      return [try ServerSentEvent(.document, portion.description)] + portion.events
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
