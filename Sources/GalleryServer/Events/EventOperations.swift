// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import PageStorage

/// The operations that stream the events of a document and of the library.
struct EventOperations: Sendable {
  /// The time between comments.
  private static let beatInterval = Duration.seconds(15)

  let store: PageStore
  let state: ServerState
  let clock: any Clock<Duration>
  let origins: ChangeOrigins
  let hub: EventHub

  init(store: PageStore, state: ServerState, clock: any Clock<Duration>, origins: ChangeOrigins) {
    (self.store, self.state, self.clock, self.origins) = (store, state, clock, origins)
    hub = EventHub(store: store)
  }

  var operations: [Operation] {
    [
      .get("/api/v1/documents/{document}/events", query: ["after"], events),
      .get("/api/v1/events", query: ["after"], library),
    ]
  }

  @Sendable private func events(_ call: Call) async throws -> Response {
    let document = try call.document()
    let known = try revision(call)
    // Observe from here, then read the revision: no change is between them.
    let version = try await store.version()
    do {
      if try await store.isTrashed(document) { return Response(status: .noContent) }
      let current = try await store.document(document).revision
      let events = DocumentEvents(
        of: document, after: known ?? current, in: store, hub, origins: origins)
      return try stream(events, from: version, call) { events.isConcerned(by: $0) }
    } catch PageStoreError.notFound where known != nil {
      // The document was removed since: an EventSource that reconnects must give up.
      return Response(status: .noContent)
    }
  }

  @Sendable private func library(_ call: Call) async throws -> Response {
    let current = try await store.version()
    let events = LibraryEvents(after: try revision(call) ?? current, in: store)
    return try stream(events, from: current, call) { _ in true }
  }

  /// Streams events, woken by the changes of the store after a version.
  private func stream(
    _ events: some StreamedEvents, from version: Int, _ call: Call,
    where isRelevant: @escaping @Sendable (StoreChange) -> Bool
  ) throws -> Response {
    guard call.request.method != .head else { return response(ResponseBody()) }
    guard let place = StreamPlace(in: state) else {
      throw Problem(
        .tooManyStreams, "There are too many event streams.", headers: [.retryAfter: "5"])
    }
    let (hub, clock, state) = (hub, clock, state)
    return response(
      ResponseBody { writer in
        let signals = EventSignals()
        signals.start(call.request, clock: clock, interval: Self.beatInterval)
        let id = hub.join(signals, from: version, where: isRelevant)
        do {
          try await Self.send(
            events, woken: signals, while: call.hasAccess, countedBy: state, to: &writer)
        } catch {
          hub.leave(id)
          await signals.stop()
          throw error
        }
        hub.leave(id)
        await signals.stop()
        place.leave()
        try await writer.finish(nil)
      })
  }

  /// Sends events until their subject, the server, the client or its access is gone.
  @concurrent
  private static func send(
    _ source: some StreamedEvents, woken signals: EventSignals,
    while hasAccess: @Sendable () async -> Bool, countedBy state: ServerState,
    to writer: inout any ResponseBodyWriter
  ) async throws {
    var events = source
    var pending = EventSignals.Pending(hasChanges: true)
    var wakes = signals.wakes.makeAsyncIterator()
    try await writer.write(ByteBuffer(string: ServerSentEvent.opening(at: events.position).text))
    repeat {
      guard await hasAccess() else { return }
      // In portions, each of which waits for the reader.
      while pending.hasChanges, !state.isDraining {
        let portion = try await events.next()
        for event in portion {
          try await writer.write(ByteBuffer(string: event.text))
          state.countEvent(isReset: event.isReset)
        }
        pending.hasChanges = !portion.isEmpty && !events.isAtEnd
      }
      if pending.isBeatDue || pending.isEnding {
        try await writer.write(ByteBuffer(string: ServerSentEvent.beat.text))
      }
      guard !pending.isEnding, !events.isAtEnd, await wakes.next() != nil else { return }
      pending = signals.take()
    } while true
  }

  /// The revision that the client knows: a reconnecting EventSource repeats the query as well.
  private func revision(_ call: Call) throws(Problem) -> Int? {
    let after = try call.query.number("after", in: 0...Identifiers.maximum)
    guard let last = call.request.headers[.lastEventID] else { return after }
    guard let number = Identifiers.number(last) else {
      throw .malformed("The header Last-Event-ID is not a revision.")
    }
    return number
  }

  private func response(_ body: ResponseBody) -> Response {
    Response(
      status: .ok,
      headers: [
        .contentType: "text/event-stream", .cacheControl: CachePolicy.stream.rawValue,
        .accelBuffering: "no",
      ], body: body)
  }
}

/// The place of one stream among those that are allowed.
final class StreamPlace: Sendable {
  private let state: ServerState

  /// Takes a place; `nil` if there is none.
  init?(in state: ServerState) {
    guard state.enterStream() else { return nil }
    self.state = state
  }

  deinit { state.leaveStream() }

  /// Keeps the place until here; it is given up with its last reference.
  func leave() {}
}
