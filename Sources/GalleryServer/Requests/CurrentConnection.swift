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

  /// Waits until the connection has taken what was written so far, and knows whether it can take more.
  ///
  /// A task that writes on another thread runs ahead of its connection, and what a slow client does not
  /// take remains in memory.
  let catchUp: @Sendable () async -> Void

  init(invite: @escaping @Sendable () async -> Void, catchUp: @escaping @Sendable () async -> Void)
  {
    (self.invite, self.catchUp) = (invite, catchUp)
  }

  /// A connection with the invitation of its guard.
  convenience init(
    _ channel: any Channel, inviting invite: @escaping @Sendable () throws -> Void
  ) {
    self.init(
      invite: {
        // A connection that was closed meanwhile shows when its body is read.
        try? await channel.eventLoop.submit(invite).get()
      },
      catchUp: { try? await channel.eventLoop.submit {}.get() })
  }
}
