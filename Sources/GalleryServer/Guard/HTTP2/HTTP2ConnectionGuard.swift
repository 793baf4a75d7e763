// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOHTTP2

/// The first handler of a connection of HTTP/2: it closes connections that make no progress.
///
/// It passes all bytes on, though not while many streams wait for the server. The library of the protocol rejects malformed and excessive frames, of which
/// ``HTTP2ConnectionEvents`` tells; ``HTTP2StreamGuard`` guards each stream.
final class HTTP2ConnectionGuard: ChannelDuplexHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer
  typealias OutboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  let limits: ConnectionLimits
  let admission: ConnectionAdmission

  private let key: AddressKey?
  private let timer = DeadlineTimer()
  var progress: StreamsProgress
  var frames = FrameSequence()
  private var streamWriteTime: NIODeadline
  var context: ChannelHandlerContext?
  var isActive = true

  /// The reason for which the connection closes when all writes are done.
  private(set) var reason: CloseReason?

  /// The streams that nobody has begun to answer.
  let waiting: WaitingStreams

  /// The bytes that wait for them.
  var held = HeldBytes()

  private var earlyBodyCount = 0
  private var largeWindowCount = 0

  init(
    limits: ConnectionLimits, admission: ConnectionAdmission, connection: AdmittedConnection,
    waiting: WaitingStreams, now: NIODeadline
  ) {
    (self.limits, self.admission, key) = (limits, admission, connection.key)
    self.waiting = waiting
    streamWriteTime = now
    progress = StreamsProgress(limits: limits, openTime: connection.openTime, now: now)
  }

  func handlerAdded(context: ChannelHandlerContext) {
    self.context = context
    updateTimer()
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    deactivate()
    self.context = nil
  }

  func channelInactive(context: ChannelHandlerContext) {
    deactivate()
    context.fireChannelInactive()
  }

  private func deactivate() {
    guard isActive else { return }
    isActive = false
    held.removeAll()
    waiting.forgetResume()
    timer.cancel()
    admission.close(key, reason ?? .other)
  }
}

// MARK: - Bytes

extension HTTP2ConnectionGuard {
  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    let promise = promise ?? context.eventLoop.makePromise()
    progress.writes.begin()
    promise.futureResult.assumeIsolated().whenComplete { _ in self.endWrite() }
    context.write(data, promise: promise)
  }

  func flush(context: ChannelHandlerContext) {
    progress.writes.flush(now: context.eventLoop.now)
    context.flush()
    updateTimer()
  }

  private func endWrite() {
    guard let context else { return }
    progress.writes.end(now: context.eventLoop.now)
    if reason != nil, progress.writes.pendingCount == 0 { context.close(promise: nil) }
    updateTimer()
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    switch event {
    case is ChannelShouldQuiesceEvent: progress.beginDraining(now: context.eventLoop.now)
    // A client that sends nothing more can neither open windows nor end.
    case ChannelEvent.inputClosed: context.close(promise: nil)
    default: break
    }
    context.fireUserInboundEventTriggered(event)
    updateTimer()
  }
}

// MARK: - Streams

extension HTTP2ConnectionGuard {
  /// Notes that the client knows the settings of the server.
  func establish() {
    guard let context else { return }
    progress.establish(now: context.eventLoop.now)
    updateTimer()
  }

  /// Notes that the client has taken a part of a stream.
  func noteStreamWrite(now: NIODeadline) { streamWriteTime = now }

  /// What all streams have written.
  var sharedWrites: SharedWrites {
    SharedWrites(time: streamWriteTime, streamCount: progress.streamCount)
  }

  func beginStream() {
    admission.openStream()
    progress.beginStream()
  }

  func endStream() {
    admission.closeStream()
    guard let context else { return }
    progress.endStream(now: context.eventLoop.now)
    updateTimer()
  }

  /// Returns whether a stream may have a body.
  ///
  /// A client that has not seen the settings may fill windows of 64 KiB, so only few streams may; those of a proxy
  /// all, because it often cannot send the bodies of its clients again.
  func admitBody() -> Bool {
    guard !progress.isEstablished, key != nil else { return true }
    earlyBodyCount += 1
    return earlyBodyCount <= BodyWindow.largeCount
  }

  /// Returns whether a stream may have a large window, until ``returnLargeWindow()``.
  func takeLargeWindow() -> Bool {
    guard largeWindowCount < BodyWindow.largeCount else { return false }
    largeWindowCount += 1
    return true
  }

  func returnLargeWindow() { largeWindowCount -= 1 }
}

// MARK: - End

extension HTTP2ConnectionGuard {
  /// Closes the connection after all writes.
  func finish(_ reason: CloseReason) {
    guard let context, self.reason == nil else { return }
    self.reason = reason
    if progress.writes.pendingCount == 0 { context.close(promise: nil) }
  }

  func updateTimer() {
    guard isActive, let context, let deadline = progress.deadline()?.time else { return }
    timer.schedule(deadline, on: context.eventLoop) { self.check() }
  }

  private func check() {
    if let context, let (time, reason) = progress.deadline(), time <= context.eventLoop.now {
      expire(reason, context)
    }
    updateTimer()
  }

  private func expire(_ reason: CloseReason, _ context: ChannelHandlerContext) {
    guard self.reason == nil, reason != .stalledWrite else {
      self.reason = self.reason ?? reason
      return context.close(promise: nil)
    }
    // From the end of the pipeline, through the handler that encodes it.
    let code: HTTP2ErrorCode = reason == .slowHeader ? .enhanceYourCalm : .noError
    context.channel.writeAndFlush(
      HTTP2Frame(
        streamID: .rootStream,
        payload: .goAway(lastStreamID: .maxID, errorCode: code, opaqueData: nil)), promise: nil)
    finish(reason)
  }
}

@available(*, unavailable)
extension HTTP2ConnectionGuard: Sendable {}
