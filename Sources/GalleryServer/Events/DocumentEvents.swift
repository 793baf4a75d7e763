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

  private var known: DocumentPoint

  /// Whether the document is gone and the stream has to end.
  private(set) var isAtEnd = false

  init(of document: DocumentID, after revision: Int, in store: PageStore, _ hub: EventHub) {
    (self.document, self.store, self.hub) = (document, store, hub)
    known = DocumentPoint(revision: revision)
  }

  var position: Int { known.revision }

  var point: DocumentPoint? {
    get { known }
    set { known = newValue ?? known }
  }

  mutating func next() async throws -> [ServerSentEvent] {
    do {
      let portion = try await hub.portion(of: document, after: known.revision)
      let events = try portion.events(knowing: known.description)
      known = portion.point
      return events
    } catch PageStoreError.notFound {
      isAtEnd = true
      return try await lastEvents()
    }
  }

  /// The events of a document that is gone.
  private func lastEvents() async throws -> [ServerSentEvent] {
    let gone = try ServerSentEvent(.gone, State(revision: known.revision))
    guard var description = known.description, try await isTrashed() else { return [gone] }
    description.isTrashed = true
    return [try ServerSentEvent(.document, description), gone]
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
