// SPDX-License-Identifier: Apache-2.0

import NIOCore

/// The connection whose request a task answers.
///
/// A class, because an optimized program crashes with a task-local function (Swift 6.3.1).
final class CurrentConnection: Sendable {
  /// The connection of the task; one that does nothing if it is unknown.
  @TaskLocal static var value = CurrentConnection(invite: {}, catchUp: {})

  /// Sends the response 100 (Continue).
  let invite: @Sendable () async -> Void

  /// Waits until the client has taken what was written so far, or at least the connection has.
  ///
  /// A task that writes on another thread runs ahead of its connection, and what a slow client does not
  /// take remains in memory.
  let catchUp: @Sendable () async -> Void

  /// The connection of HTTP/1.1, if it has a guard.
  let guarded: (any Channel)?

  /// The turns of its large responses; `nil` for HTTP/1.1, and for a connection without a guard, which has no such limit.
  let turns: ResponseTurns?

  /// The end of the stream of HTTP/2, `nil` for other connections.
  let end: EventLoopFuture<Void>?

  init(
    guarded: (any Channel)? = nil, turns: ResponseTurns? = nil, end: EventLoopFuture<Void>? = nil,
    invite: @escaping @Sendable () async -> Void,
    catchUp: @escaping @Sendable () async -> Void
  ) {
    (self.guarded, self.turns, self.end) = (guarded, turns, end)
    (self.invite, self.catchUp) = (invite, catchUp)
  }

  /// A stream of a connection with the invitation of its guard.
  convenience init(
    _ channel: any Channel, turns: ResponseTurns,
    inviting invite: @escaping @Sendable () throws -> Void
  ) {
    self.init(
      turns: turns, end: channel.closeFuture,
      invite: {
        // A connection that was closed meanwhile shows when its body is read.
        try? await channel.eventLoop.submit(invite).get()
      },
      catchUp: { try? await channel.eventLoop.submit {}.get() })
  }
}
