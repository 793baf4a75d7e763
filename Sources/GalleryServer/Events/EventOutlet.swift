// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import HummingbirdCore
import NIOCore

/// The way of events to a connection of HTTP/1.1 that does not wake the task of the stream.
///
/// Only one of both writes: the task opens the outlet when it has sent everything, and closes it before it
/// writes again. Meanwhile the outlet is used on the event loop of the connection.
final class EventOutlet: Sendable {
  private struct State {
    let connection: ConnectionGuard
    var isOpen = false
    var point: DocumentPoint?
    /// The number of bytes that were sent.
    var byteCount = 0
  }

  let eventLoop: any EventLoop
  private let hasAccess: @Sendable () -> Bool
  private let state: NIOLoopBoundBox<State>

  /// Creates the outlet of a connection, on its event loop.
  ///
  /// - Parameters:
  ///   - connection: The guard of the connection.
  ///   - loop: The event loop.
  ///   - hasAccess: Whether the client has access at present; `false` if only the task can tell.
  init(
    _ connection: ConnectionGuard, on loop: any EventLoop,
    while hasAccess: @escaping @Sendable () -> Bool = { true }
  ) {
    (eventLoop, self.hasAccess) = (loop, hasAccess)
    state = NIOLoopBoundBox(State(connection: connection), eventLoop: loop)
  }

  /// Creates the outlet of a request, and notes in signals when its client is gone.
  ///
  /// - Returns: The outlet; `nil` if the connection has no guard, or if a body may arrive on it, which
  ///   has to be read before the end of the connection is seen.
  static func make(for call: Call, _ signals: EventSignals) async -> EventOutlet? {
    let fields = call.request.headers
    guard let channel = CurrentConnection.value.guarded, fields[.transferEncoding] == nil,
      (fields[.contentLength] ?? "0") == "0"
    else { return nil }
    return try? await channel.eventLoop.submit {
      let connection = try channel.connectionGuard
      connection.onEnd = { signals.signal { $0.isEnding = true } }
      if connection.isEnding { connection.onEnd?() }
      return EventOutlet(connection, on: channel.eventLoop, while: call.hasAccessAtOnce)
    }.get()
  }

  /// Lets others send events, after all writes so far.
  ///
  /// - Parameter point: The state that the client knows, `nil` if others may send only comments.
  func open(at point: DocumentPoint?) {
    eventLoop.execute {
      self.state.value.point = point
      self.state.value.isOpen = true
    }
  }

  /// Closes the outlet, and returns the state that the client knows.
  func close() async -> DocumentPoint? {
    try? await eventLoop.submit {
      self.state.value.isOpen = false
      return self.state.value.point
    }.get()
  }

  /// Closes the outlet for good, and returns the number of bytes that were sent.
  func end() async -> Int {
    let count = try? await eventLoop.submit {
      self.state.value.isOpen = false
      self.state.value.connection.onEnd = nil
      return self.state.value.byteCount
    }.get()
    return count ?? 0
  }
}

// MARK: - On the event loop

extension EventOutlet {
  /// Sends events to a client that knows their start; returns `false` if the task has to do it.
  func send(_ step: DocumentStep) -> Bool {
    guard state.value.isOpen, let point = state.value.point else { return false }
    guard point != step.end else { return true }
    guard point == step.start, write(step.chunk) else { return false }
    state.value.point = step.end
    return true
  }

  /// Sends a comment; returns `false` if the task has to do it.
  func sendBeat() -> Bool { state.value.isOpen && write(.beat) }

  private func write(_ chunk: EventChunk) -> Bool {
    guard hasAccess(), state.value.connection.sendChunk(chunk.bytes) else { return false }
    state.value.byteCount += chunk.byteCount
    return true
  }
}
