// SPDX-License-Identifier: Apache-2.0

import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP2
import NIOHTTPTypesHTTP2

/// A connection of HTTP/2 with a guard before it, and one before each of its streams.
struct GuardedHTTP2Channel: Sendable {
  /// The streams of a connection.
  struct Streams: Sendable {
    let all: NIOHTTP2Handler.AsyncStreamMultiplexer<HTTP1Channel.Value>
    let waiting: WaitingStreams
  }

  let base: HTTP1Channel
  let limits: ConnectionLimits
  let admission: ConnectionAdmission

  /// The number of streams that a client may have at the same time.
  static let maximumStreamCount = 100

  /// The number of streams that a client may cancel in 30 seconds.
  static let maximumResetCount = 1_000

  /// The number of streams that the clients of a proxy may cancel in 30 seconds.
  static let maximumSharedResetCount = 100_000

  /// The protections of the library, which end a connection that exceeds them.
  ///
  /// Resets may be frequent, because a browser cancels thumbnails that scroll away. A window of the server
  /// never grows by itself: ``HTTP2StreamGuard`` enlarges it.
  ///
  /// A proxy cancels the requests of all its clients on a few connections, and ending one of them would end
  /// the requests of the others.
  ///
  /// - Parameters:
  ///   - limits: The limits of a connection.
  ///   - isShared: Whether the connection is that of a proxy.
  /// - Returns: The settings and limits of the library.
  static func configuration(
    _ limits: ConnectionLimits, isShared: Bool
  ) -> NIOHTTP2Handler.Configuration {
    var configuration = NIOHTTP2Handler.Configuration()
    configuration.connection.initialSettings = [
      HTTP2Setting(parameter: .maxConcurrentStreams, value: maximumStreamCount),
      HTTP2Setting(parameter: .maxHeaderListSize, value: limits.maximumHeaderByteCount),
      HTTP2Setting(parameter: .initialWindowSize, value: BodyWindow.initialByteCount),
      HTTP2Setting(parameter: .maxFrameSize, value: 16 << 10),
    ]
    configuration.connection.maximumBufferedControlFrames = 1_000
    configuration.connection.targetWindowSize = BodyWindow.largeCount * BodyWindow.largeByteCount
    configuration.stream.targetWindowSize = 0
    configuration.stream.streamResetFrameRateLimit.maximumCount =
      isShared ? maximumSharedResetCount : maximumResetCount
    return configuration
  }

  /// Adds the handlers of an open connection.
  func setUp(_ channel: any Channel, _ connection: AdmittedConnection) throws -> Streams {
    let waiting = WaitingStreams()
    let all = try Self.addHandlers(
      to: channel, connection, limits: limits, admission: admission, waiting: waiting
    ) { stream in
      let pipeline = stream.pipeline.syncOperations
      try pipeline.addHandler(HTTP2FramePayloadToHTTPServerCodec())
      try pipeline.addHandlers(base.configuration.additionalChannelHandlers())
      // A single element waits, so that each read means that all earlier bytes were used.
      return try HTTP1Channel.Value(
        wrappingChannelSynchronously: stream,
        configuration: .init(backPressureStrategy: .init(lowWatermark: 1, highWatermark: 1))
      ).keptWhileOpen(stream)
    }
    return Streams(all: all, waiting: waiting)
  }

  /// Adds the handlers of an open connection, whose streams get further ones behind their guards.
  static func addHandlers<Output: Sendable>(
    to channel: any Channel, _ admitted: AdmittedConnection, limits: ConnectionLimits,
    admission: ConnectionAdmission, waiting: WaitingStreams,
    stream: @escaping @Sendable (any Channel) throws -> Output
  ) throws -> NIOHTTP2Handler.AsyncStreamMultiplexer<Output> {
    let (pipeline, eventLoop) = (channel.pipeline.syncOperations, channel.eventLoop)
    let connection = HTTP2ConnectionGuard(
      limits: limits, admission: admission, connection: admitted, waiting: waiting,
      now: eventLoop.now)
    try pipeline.addHandler(connection)
    let lifecycle = NIOHTTP2ServerConnectionManagementHandler(
      eventLoop: eventLoop,
      configuration: .init(maxIdleTime: nil, maxAge: nil, maxGraceTime: nil, keepalive: nil))
    let events = HTTP2ConnectionEvents(connection)
    let bound = NIOLoopBound(connection, eventLoop: eventLoop)
    let streams = try pipeline.configureAsyncHTTP2Pipeline(
      mode: .server, streamDelegate: lifecycle.http2StreamDelegate, frameDelegate: events,
      configuration: configuration(limits, isShared: admitted.key == nil)
    ) { channel in
      channel.eventLoop.makeCompletedFuture {
        try addGuard(to: channel, of: bound.value)
        let output = try stream(channel)
        waiting.add()
        return output
      }
    }
    try pipeline.addHandlers([lifecycle, events])
    return streams
  }

  private static func addGuard(
    to stream: any Channel, of connection: HTTP2ConnectionGuard
  ) throws {
    connection.beginStream()
    stream.closeFuture.assumeIsolated().whenComplete { _ in connection.endStream() }
    let handler = HTTP2StreamGuard(connection, now: stream.eventLoop.now)
    try stream.pipeline.syncOperations.addHandler(handler)
  }

  /// Answers the requests of a connection until it closes.
  ///
  /// A request that was cancelled before its answer began is not answered. One that is cancelled later counts until
  /// its answer has ended: clients that cancel could otherwise begin any number, and have their answers in memory.
  func handle(_ streams: Streams, _ turns: ResponseTurns, logger: Logger) async {
    do {
      try await withThrowingTaskGroup(of: Void.self) { group in
        var count = 0
        for try await stream in streams.all.inbound {
          streams.waiting.take()
          if count == Self.maximumStreamCount, stream.channel.isActive {
            try await group.next()
            count -= 1
          }
          guard stream.channel.isActive else {
            try? await stream.executeThenClose { _, _ in }
            continue
          }
          count += 1
          group.addTask { await answer(stream, turns, logger: logger) }
        }
        try await group.waitForAll()
      }
    } catch {
      logger.trace("a connection of HTTP/2 ended: \(error)")
    }
  }

  private func answer(
    _ stream: HTTP1Channel.Value, _ turns: ResponseTurns, logger: Logger
  ) async {
    let channel = stream.channel
    let connection = CurrentConnection(channel, turns: turns) {
      try channel.pipeline.syncOperations.handler(type: HTTP2StreamGuard.self).sendContinue()
    }
    await CurrentConnection.$value.withValue(connection) {
      await base.handle(value: stream, logger: logger)
    }
  }
}
