// SPDX-License-Identifier: Apache-2.0

import NIOCore
import PageStorage

/// The state of a document that the client of a stream knows.
struct DocumentPoint: Equatable, Sendable {
  var revision: Int

  /// The description that was sent last.
  var description: DocumentEvents.Description?
}

/// Some events of a document, as every stream at the same revision sends them.
struct DocumentPortion: Sendable {
  let description: DocumentEvents.Description
  /// The revision before the events.
  private(set) var after: Int
  /// The revision after the events.
  let revision: Int
  private(set) var events: [ServerSentEvent]
  /// Whether nothing followed when it was read.
  let isComplete: Bool
  /// The number of changes that were known before it was read.
  let changeCount: Int

  /// Reads the events after a revision.
  init(
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

  /// The state of a client that knows the portion.
  var point: DocumentPoint { DocumentPoint(revision: revision, description: description) }

  /// The same state of the document, for a stream that has reached it.
  var withoutEvents: Self {
    var copy = self
    (copy.events, copy.after) = ([], revision)
    return copy
  }

  /// Returns what is kept for other streams: the events only if they are no larger than a size in bytes.
  func kept(upTo maximumByteCount: Int = 256 << 10) -> Self {
    let byteCount = events.reduce(0) { $0 + $1.text.utf8.count }
    return byteCount > maximumByteCount ? withoutEvents : self
  }

  /// Returns whether this is the state of another portion, or a later one.
  func reachesAsFar(as other: DocumentPortion?) -> Bool {
    guard let other else { return true }
    return (changeCount, revision) >= (other.changeCount, other.revision)
  }

  /// Returns all events for a client that knows a description.
  func events(knowing known: DocumentEvents.Description?) throws -> [ServerSentEvent] {
    known == description ? events : [try ServerSentEvent(.document, description)] + events
  }
}

/// Events that bring clients from one state of a document to a later one.
struct DocumentStep: Sendable {
  let start: DocumentPoint
  let end: DocumentPoint
  let events: [ServerSentEvent]
  let chunk: EventChunk

  /// Creates a step, whose chunk is written only if there are events: an empty one would end the response.
  init(from start: DocumentPoint, to end: DocumentPoint, _ events: [ServerSentEvent]) {
    (self.start, self.end, self.events) = (start, end, events)
    chunk = EventChunk(events.map(\.text).joined())
  }
}

/// Events as a chunk of a response of HTTP/1.1, which all streams write.
struct EventChunk: Sendable {
  let bytes: ByteBuffer

  /// The number of bytes without the framing.
  let byteCount: Int

  init(_ text: String) {
    byteCount = text.utf8.count
    bytes = ByteBuffer(string: "\(String(byteCount, radix: 16))\r\n\(text)\r\n")
  }

  static let beat = Self(ServerSentEvent.beat.text)
}
