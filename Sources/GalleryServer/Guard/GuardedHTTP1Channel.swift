// SPDX-License-Identifier: Apache-2.0

import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import NIOSSL

/// A connection of HTTP/1.1 with a guard before it.
///
/// With a certificate, the connection is decrypted before the guard, whose times include the handshake.
struct GuardedHTTP1Channel: ServerChildChannel {
  let base: HTTP1Channel
  let limits: ConnectionLimits
  let admission: ConnectionAdmission
  let certificate: ServerCertificate?

  /// The size of reads in bytes.
  ///
  /// At most 14 of them wait for a program that reads slowly: the sequence of a connection stops at ten,
  /// and the four of one turn arrive together. With the bytes that an upload collects before it writes
  /// them, see ``CollectedBuffers``, that is at most 256 KiB.
  static let readByteCount = 16 << 10

  func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<HTTP1Channel.Value> {
    // Otherwise one read accepts several connections, also above the maximum.
    channel.parent?.setOption(.maxMessagesPerRead, value: 1).whenComplete { _ in }
    let added = channel.eventLoop.makeCompletedFuture {
      if let context = certificate?.context(logger) {
        try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: context))
      }
      let connection = ConnectionGuard(
        limits: limits, admission: admission, now: channel.eventLoop.now, logger: logger)
      try channel.pipeline.syncOperations.addHandler(connection)
      try channel.syncOptions?.setOption(
        .recvAllocator, value: FixedSizeRecvByteBufferAllocator(capacity: Self.readByteCount))
    }
    return added.flatMap { base.setup(channel: channel, logger: logger) }.flatMapThrowing { value in
      let pipeline = channel.pipeline.syncOperations
      let observer = ResponseObserver(try pipeline.handler(type: ConnectionGuard.self))
      let encoder = try pipeline.handler(type: HTTPResponseEncoder.self)
      try pipeline.addHandler(observer, position: .after(encoder))
      let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
      try pipeline.addHandler(TargetAuthority(), position: .after(decoder))
      return value
    }
  }

  func handle(value: HTTP1Channel.Value, logger: Logger) async {
    let channel = value.channel
    let invitation = BodyInvitation {
      let sent = channel.eventLoop.submit {
        try channel.pipeline.syncOperations.handler(type: ConnectionGuard.self).sendContinue()
      }
      // A connection that was closed meanwhile shows when its body is read.
      try? await sent.get()
    }
    await BodyInvitation.$current.withValue(invitation) {
      await base.handle(value: value, logger: logger)
    }
  }
}
