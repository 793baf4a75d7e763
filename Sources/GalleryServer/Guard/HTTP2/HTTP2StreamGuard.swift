// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOHPACK
import NIOHTTP2

/// The first handler of a stream: it accepts only requests that follow the rules, and resets streams that
/// make no progress or exceed a limit.
///
/// ``ConnectionProgress`` decides about time, as for a connection of HTTP/1.1 with one request, and
/// ``BodyWindow`` about the bytes that a client may send.
final class HTTP2StreamGuard: ChannelDuplexHandler {
  typealias InboundIn = HTTP2Frame.FramePayload
  typealias InboundOut = HTTP2Frame.FramePayload
  typealias OutboundIn = HTTP2Frame.FramePayload
  typealias OutboundOut = HTTP2Frame.FramePayload

  /// The state of the stream.
  enum State: Equatable {
    /// The request and the response pass.
    case open
    /// The response has ended before the request, of which the rest is read and dropped.
    case draining
    /// Nothing passes; the stream is reset when all writes are done.
    case finishing(CloseReason)
    case closed
  }

  let connection: HTTP2ConnectionGuard
  var state = State.open
  var progress: ConnectionProgress
  var window = BodyWindow()
  var context: ChannelHandlerContext?

  /// Whether the header has arrived, and the end of the request has not.
  var isInBody = false

  var fieldCount = 0

  /// The number of streams of the connection when this one began to wait for its turn to write.
  var companionCount = 1

  private let timer = DeadlineTimer()

  init(_ connection: HTTP2ConnectionGuard, now: NIODeadline) {
    self.connection = connection
    progress = ConnectionProgress(limits: connection.limits, now: now)
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
    state = .closed
    timer.cancel()
    endBody()
  }

  /// Notes that no further bytes of the request follow.
  func endBody() {
    isInBody = false
    guard window.isLarge else { return }
    window = BodyWindow()
    connection.returnLargeWindow()
  }
}

// MARK: - End

extension HTTP2StreamGuard {
  /// Schedules the next check, unless an earlier one is already scheduled.
  func updateTimer() {
    guard state != .closed, let context, let deadline = deadline?.time else { return }
    timer.schedule(deadline, on: context.eventLoop) { self.check() }
  }

  private var deadline: (time: NIODeadline, reason: CloseReason)? {
    var writes = connection.sharedWrites
    writes.streamCount = max(writes.streamCount, companionCount)
    return progress.deadline(sharing: writes)
  }

  private func check() {
    if let context, let (time, reason) = deadline, time <= context.eventLoop.now {
      expire(reason)
    }
    updateTimer()
  }

  private func expire(_ reason: CloseReason) {
    switch state {
    case .closed: return
    case .finishing(let reason): return reset(.cancel, reason)
    case .draining where reason == .drained: return finish(.drained)
    case .open, .draining: break
    }
    guard reason == .slowBody, !progress.isResponding, let refusal = Refusal(reason) else {
      return reset(.cancel, reason)
    }
    refuse(refusal, reason)
    finish(reason)
  }

  /// Rejects the request.
  func reject(_ error: FramingError) {
    connection.admission.reject(error)
    refuse(Refusal(error), .malformedRequest)
    if isInBody { finish(.malformedRequest) }
  }

  /// Resets the stream after all writes: the response was sent, and the rest of the request is not read.
  func finish(_ reason: CloseReason) {
    guard state != .closed else { return }
    state = .finishing(reason)
    progress.stopReading()
    if progress.pendingWriteCount == 0 { reset(.noError, reason) }
  }

  /// Resets the stream at once.
  func reset(_ code: HTTP2ErrorCode, _ reason: CloseReason) {
    guard state != .closed, let context else { return }
    state = .closed
    timer.cancel()
    connection.admission.reset(reason)
    context.writeAndFlush(wrapOutboundOut(.rstStream(code)), promise: nil)
  }

  /// Writes a response of the guard.
  private func refuse(_ refusal: Refusal, _ reason: CloseReason) {
    guard let context else { return }
    state = .finishing(reason)
    progress.stopReading()
    let id = RequestID.random()
    let body = ByteBuffer(string: refusal.body(requestID: id))
    var headers: HPACKHeaders = [":status": "\(refusal.status)"]
    for (name, value) in refusal.lines(requestID: id, byteCount: body.readableBytes) {
      headers.add(name: name, value: value)
    }
    writePart(.headers(.init(headers: headers)), context, nil)
    writePart(.data(.init(data: .byteBuffer(body), endStream: true)), context, nil)
    flush(context: context)
  }
}

@available(*, unavailable)
extension HTTP2StreamGuard: Sendable {}
