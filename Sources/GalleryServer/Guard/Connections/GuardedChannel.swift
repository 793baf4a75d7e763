// SPDX-License-Identifier: Apache-2.0

import HummingbirdCore
import Logging
import NIOCore
import NIOSSL

/// A connection of HTTP/1.1 or HTTP/2 with a guard before it.
///
/// With a certificate, the connection is decrypted before the guard, whose times include the handshake.
struct GuardedChannel: ServerChildChannel {
  /// The handlers of one of both protocols.
  enum Connection: Sendable {
    case http1(HTTP1Channel.Value)
    case http2(GuardedHTTP2Channel.Streams, ResponseTurns)
  }

  struct Value: ServerChildChannelValue {
    let channel: any Channel
    let connection: EventLoopFuture<Connection>
  }

  let http1: GuardedHTTP1Channel
  let http2: GuardedHTTP2Channel
  let certificate: ServerCertificate?
  let acceptsCleartextHTTP2: Bool

  func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
    // Otherwise one read accepts several connections, also above the maximum.
    channel.parent?.setOption(.maxMessagesPerRead, value: 1).whenComplete { _ in }
    return channel.eventLoop.makeCompletedFuture {
      let pipeline = channel.pipeline.syncOperations
      if let context = certificate?.context(logger) {
        try pipeline.addHandler(NIOSSLServerHandler(context: context))
      }
      let connection = channel.eventLoop.makePromise(of: Connection.self)
      let waits = certificate != nil || acceptsCleartextHTTP2
      if waits {
        let selection = ProtocolSelection(isEncrypted: certificate != nil) { isHTTP2 in
          connection.completeWith(Result { try select(isHTTP2, channel, logger) })
        }
        try pipeline.addHandler(selection)
      }
      try http1.addGuard(to: channel, isEncrypted: certificate != nil, logger)
      if !waits { connection.succeed(.http1(try http1.setUp(channel, logger))) }
      return Value(channel: channel, connection: connection.futureResult)
    }
  }

  /// Adds the handlers of a protocol; `nil` stands for the end of the connection.
  private func select(
    _ isHTTP2: Bool?, _ channel: any Channel, _ logger: Logger
  ) throws -> Connection {
    guard let isHTTP2 else { throw ChannelError.eof }
    guard isHTTP2 else { return .http1(try http1.setUp(channel, logger)) }
    let pipeline = channel.pipeline.syncOperations
    let first = try pipeline.handler(type: ConnectionGuard.self)
    // A connection that closes, because its address has too many, keeps its guard.
    guard let admitted = first.handOver() else { throw ChannelError.ioOnClosedChannel }
    let streams = try http2.setUp(channel, admitted)
    pipeline.removeHandler(first, promise: nil)
    let isShared = admitted.key == nil
    return .http2(
      streams,
      ResponseTurns(
        count: isShared ? ResponseTurns.sharedConnectionCount : ResponseTurns.connectionCount))
  }

  func handle(value: Value, logger: Logger) async {
    do {
      switch try await value.connection.get() {
      case .http1(let connection): return await http1.handle(value: connection, logger: logger)
      case .http2(let streams, let turns): await http2.handle(streams, turns, logger: logger)
      }
    } catch {
      logger.trace("a connection ended before its first request: \(error)")
    }
    // A guard that closes its connection takes its time, except at the end of the server.
    let channel = value.channel
    await withTaskCancellationHandler {
      try? await channel.closeFuture.get()
    } onCancel: {
      channel.close(promise: nil)
    }
  }
}
