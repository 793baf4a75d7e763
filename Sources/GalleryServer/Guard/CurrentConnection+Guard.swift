// SPDX-License-Identifier: Apache-2.0

import NIOCore

extension CurrentConnection {
  /// A connection of HTTP/1.1 with a guard.
  convenience init(guarded channel: any Channel) {
    let invite: @Sendable () throws -> Void = { try channel.connectionGuard.sendContinue() }
    self.init(
      guarded: channel,
      invite: { try? await channel.eventLoop.submit(invite).get() },
      catchUp: { await channel.catchUp() })
  }
}

extension Channel {
  /// The guard of a connection of HTTP/1.1, on its event loop.
  var connectionGuard: ConnectionGuard {
    get throws { try pipeline.syncOperations.handler(type: ConnectionGuard.self) }
  }

  /// Waits until the client has taken what was written so far, the connection ends or the task is canceled.
  fileprivate func catchUp() async {
    await withTaskCancellationHandler {
      try? await eventLoop.flatSubmit {
        (try? self.connectionGuard.whenTaken()) ?? self.eventLoop.makeSucceededVoidFuture()
      }.get()
    } onCancel: {
      eventLoop.execute { try? self.connectionGuard.endWaiting() }
    }
  }
}
