// SPDX-License-Identifier: Apache-2.0

import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1

/// A connection of HTTP/1.1 with a guard before it.
struct GuardedHTTP1Channel: ServerChildChannel {
  let base: HTTP1Channel
  let limits: ConnectionLimits
  let admission: ConnectionAdmission

  func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<HTTP1Channel.Value> {
    // Otherwise one read accepts several connections, also above the maximum.
    channel.parent?.setOption(.maxMessagesPerRead, value: 1).whenComplete { _ in }
    let added = channel.eventLoop.makeCompletedFuture {
      let connection = ConnectionGuard(
        limits: limits, admission: admission, now: channel.eventLoop.now)
      try channel.pipeline.syncOperations.addHandler(connection)
    }
    return added.flatMap { base.setup(channel: channel, logger: logger) }.flatMapThrowing { value in
      let pipeline = channel.pipeline.syncOperations
      let observer = ResponseObserver(try pipeline.handler(type: ConnectionGuard.self))
      let encoder = try pipeline.handler(type: HTTPResponseEncoder.self)
      try pipeline.addHandler(observer, position: .after(encoder))
      return value
    }
  }

  func handle(value: HTTP1Channel.Value, logger: Logger) async {
    await base.handle(value: value, logger: logger)
  }
}
