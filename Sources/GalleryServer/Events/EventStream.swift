// SPDX-License-Identifier: Apache-2.0

import Hummingbird
import NIOCore
import PageStorage

/// A response that streams events until their subject, the server, the client or its access is gone.
struct EventStream: Sendable {
  let hub: EventHub
  let call: Call

  /// The version of the store after which changes wake the stream.
  let version: Int

  /// The document of the stream, `nil` for the library.
  let document: DocumentID?

  /// Sends the whole stream.
  ///
  /// - Throws: The errors of the connection and of the store.
  @concurrent
  func send(_ events: some StreamedEvents, to writer: inout any ResponseBodyWriter) async throws {
    let signals = EventSignals()
    let outlet = await EventOutlet.make(for: call, signals)
    if outlet == nil { signals.watch(call.request) }
    let id = hub.join(
      EventListener(signals: signals, document: document, outlet: outlet), from: version)
    let result: Result<Void, any Error>
    do {
      result = .success(try await follow(events, signals, outlet, to: &writer))
    } catch {
      result = .failure(error)
    }
    hub.leave(id)
    await signals.stop()
    if let outlet { call.countBytes(await outlet.end()) }
    try result.get()
  }

  /// Sends events whenever they are signaled.
  @concurrent
  private func follow(
    _ source: some StreamedEvents, _ signals: EventSignals, _ outlet: EventOutlet?,
    to writer: inout any ResponseBodyWriter
  ) async throws {
    var events = source
    var pending = EventSignals.Pending(hasChanges: true)
    var wakes = signals.wakes.makeAsyncIterator()
    try await writer.write(ByteBuffer(string: ServerSentEvent.opening(at: events.position).text))
    repeat {
      guard await call.hasAccess() else { return }
      // In portions, each of which waits for the reader. Nothing is read for a client that is gone.
      while pending.hasChanges, !hub.server.isDraining, !signals.isEnding {
        let portion = try await events.next()
        for event in portion {
          try await writer.write(ByteBuffer(string: event.text))
          hub.server.countEvent(isReset: event.isReset)
        }
        pending.hasChanges = !portion.isEmpty && !events.isAtEnd
      }
      if signals.isEnding { pending.isEnding = true }
      if pending.isBeatDue || pending.isEnding {
        try await writer.write(ByteBuffer(string: ServerSentEvent.beat.text))
      }
      guard !pending.isEnding, !events.isAtEnd else { return }
      outlet?.open(at: events.point)
      let isWoken = await wakes.next() != nil
      if let outlet { events.point = await outlet.close() }
      guard isWoken else { return }
      pending = signals.take()
    } while true
  }
}
