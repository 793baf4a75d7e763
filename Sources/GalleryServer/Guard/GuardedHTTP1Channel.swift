// SPDX-License-Identifier: Apache-2.0

import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1

/// A connection of HTTP/1.1 with a guard before it.
struct GuardedHTTP1Channel: Sendable {
  let base: HTTP1Channel
  let limits: ConnectionLimits
  let admission: ConnectionAdmission

  /// The maximum size of reads in bytes.
  ///
  /// At most 11 of them wait for a program that reads slowly: the sequence of a connection stops at ten.
  /// An upload collects them into larger pieces; see ``BodyFlow``. Both take at most 256 KiB, except for the
  /// few uploads in larger pieces.
  static let readByteCount = 16 << 10

  /// The size of the first reads in bytes, enough for the headers of most programs.
  ///
  /// A connection keeps its last buffer, so that one that waits or sends little keeps a small one.
  static let firstReadByteCount = 512

  /// The sizes of the reads of a connection.
  static var reads: AdaptiveRecvByteBufferAllocator {
    AdaptiveRecvByteBufferAllocator(
      minimum: firstReadByteCount, initial: firstReadByteCount, maximum: readByteCount)
  }

  /// Adds the guard, which counts the connection from now on.
  func addGuard(to channel: any Channel, isEncrypted: Bool, _ logger: Logger) throws {
    let connection = ConnectionGuard(
      limits: limits, admission: admission, isEncrypted: isEncrypted, now: channel.eventLoop.now,
      logger: logger)
    try channel.pipeline.syncOperations.addHandler(connection)
    try channel.syncOptions?.setOption(.recvAllocator, value: Self.reads)
    try channel.syncOptions?.setOption(.maxMessagesPerRead, value: 1)
  }

  /// Adds the handlers behind the guard.
  func setUp(
    _ channel: any Channel, _ logger: Logger
  ) throws -> HTTP1Channel.Value {
    let pipeline = channel.pipeline.syncOperations
    // It is complete at once, on the event loop of the channel.
    var value: Result<HTTP1Channel.Value, any Error>?
    base.setup(channel: channel, logger: logger).assumeIsolated().whenComplete { value = $0 }
    guard let value else { throw ChannelError.inappropriateOperationForState }
    let connection = try pipeline.handler(type: ConnectionGuard.self)
    let observer = ResponseObserver(connection)
    let encoder = try pipeline.handler(type: HTTPResponseEncoder.self)
    try pipeline.addHandler(observer, position: .after(encoder))
    let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
    try pipeline.addHandlers(
      [RequestObserver(connection, observer), TargetAuthority()], position: .after(decoder))
    return try value.get().keptWhileOpen(channel)
  }

  func handle(value: HTTP1Channel.Value, logger: Logger) async {
    let channel = value.channel
    let connection = CurrentConnection(guarded: channel)
    await CurrentConnection.$value.withValue(connection) {
      await base.handle(value: value, logger: logger)
    }
  }
}

extension HTTP1Channel.Value {
  /// Keeps the connection as long as its channel is open, and returns it.
  ///
  /// A server that ends drops connections that it has just accepted, and the writer of an open channel must not be
  /// dropped: that ends the program.
  func keptWhileOpen(_ channel: any Channel) -> Self {
    channel.closeFuture.whenComplete { _ in withExtendedLifetime(self) {} }
    return self
  }
}
