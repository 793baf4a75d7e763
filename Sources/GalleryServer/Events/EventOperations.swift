// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import PageStorage

/// The operations that stream the events of a document and of the library.
struct EventOperations: Sendable {
  let store: PageStore
  let state: ServerState
  let hub: EventHub

  init(store: PageStore, state: ServerState, clock: any Clock<Duration>, origins: ChangeOrigins) {
    (self.store, self.state) = (store, state)
    hub = EventHub(store: store, origins: origins, server: state, clock: clock)
  }

  var operations: [Operation] {
    [
      .get("/api/v1/documents/{document}/events", query: ["after"], events).lasting(),
      .get("/api/v1/events", query: ["after"], library).lasting(),
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
      let events = DocumentEvents(of: document, after: known ?? current, in: store, hub)
      return try stream(events, from: version, of: document, call)
    } catch PageStoreError.notFound where known != nil {
      // The document was removed since: an EventSource that reconnects must give up.
      return Response(status: .noContent)
    }
  }

  @Sendable private func library(_ call: Call) async throws -> Response {
    let current = try await store.version()
    let events = LibraryEvents(after: try revision(call) ?? current, in: store)
    return try stream(events, from: current, of: nil, call)
  }

  /// Streams events, woken by the changes of the store after a version.
  private func stream(
    _ events: some StreamedEvents, from version: Int, of document: DocumentID?, _ call: Call
  ) throws -> Response {
    // The length of a stream is unknown, also where none is sent.
    guard call.request.method != .head else {
      return response(ResponseBody { writer in try await writer.finish(nil) })
    }
    guard let place = StreamPlace(in: state) else {
      throw Problem(
        .tooManyStreams, "There are too many event streams.", headers: [.retryAfter: "5"])
    }
    let stream = EventStream(hub: hub, call: call, version: version, document: document)
    return response(
      ResponseBody { writer in
        try await stream.send(events, to: &writer)
        // The response holds the place until it is released.
        withExtendedLifetime(place) {}
        try await writer.finish(nil)
      })
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

/// The place of one stream among those that are allowed; it is given up with its last reference.
final class StreamPlace: Sendable {
  private let state: ServerState

  /// Takes a place; `nil` if there is none.
  init?(in state: ServerState) {
    guard state.enterStream() else { return nil }
    self.state = state
  }

  deinit { state.leaveStream() }
}
