// SPDX-License-Identifier: Apache-2.0

import Logging
import NIOCore

/// The first handler of a connection: it accepts only well-formed requests, and closes connections
/// that make no progress or exceed a limit.
///
/// What one read delivers is passed on, answered or dropped at once, except the pieces of a large body: see
/// ``BodyFlow``. What it needs to know about responses comes from a ``ResponseObserver``. The order of its methods follows the events of
/// a channel; ``ConnectionProgress`` decides about time, ``RequestFraming`` about bytes.
final class ConnectionGuard: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer
  typealias OutboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  /// The state of the connection.
  enum State: Equatable {
    /// Requests and responses pass.
    case open
    /// A request was rejected, and the responses to earlier ones have not ended: bytes of the client
    /// wait in the system.
    case rejected(FramingError)
    /// Nothing passes. The connection closes when all writes are done.
    case closing(CloseReason)
    /// As before, after a response of the guard: it then reads on for a short time, because a client
    /// that is still sending might otherwise lose the response.
    case refusing(CloseReason)
    case closed(CloseReason)
  }

  let admission: ConnectionAdmission
  let limits: ConnectionLimits
  let logger: Logger?
  var state = State.open
  var framing: RequestFraming
  var progress: ConnectionProgress
  var context: ChannelHandlerContext?
  var isLastResponse = false
  /// Answers some requests before they are decoded.
  var wholeRequests: (any WholeRequests)?
  /// Whether such an answer was written since the last flush.
  var hasWholeResponse = false
  /// Whether anything was passed on or dropped since the last read was complete.
  var hasPassed = false
  /// Whether the next check of the deadline is scheduled later.
  var isTimerDelayed = false
  /// Whether the end of chunks that the encoder writes is dropped: a response to HEAD has none.
  var isMuted = false
  /// Whether the response that is being sent has no chunks although its length is unknown: the end of the connection ends it.
  var isUnframed = false
  var isInputClosed = false
  /// The body that is passing.
  let flow = BodyFlow()
  /// The beginning of the next piece of the body.
  var collected: ByteBuffer?
  /// The maximum size of reads while large pieces are collected, `nil` for the common one.
  var readByteCount: Int?
  /// Whether that piece waits until the task has used the ones before it.
  var isHolding = false
  /// Whether a read was requested meanwhile.
  var isReadDelayed = false
  /// The bytes that the client had not taken when the oldest write that is not done began to wait.
  var undelivered: Int?
  /// Returns the bytes that the client has not taken.
  var sendQueue: (any Channel) -> Int? = SendQueue.byteCount(of:)
  /// Fulfilled when the client has taken all bytes.
  var taken: EventLoopPromise<Void>?
  /// Called when the client closes its side, and when the connection ends.
  var onEnd: (() -> Void)?

  private(set) var isActive = false
  private let isEncrypted: Bool
  private var key: AddressKey?
  private var openTime: NIODeadline
  private let timer = DeadlineTimer()

  init(
    limits: ConnectionLimits, admission: ConnectionAdmission, isEncrypted: Bool = false,
    now: NIODeadline, logger: Logger? = nil
  ) {
    (self.limits, self.admission, self.logger) = (limits, admission, logger)
    self.isEncrypted = isEncrypted
    openTime = now
    framing = RequestFraming(limits: limits.framing)
    progress = ConnectionProgress(limits: limits, now: now)
  }

  func handlerAdded(context: ChannelHandlerContext) {
    self.context = context
    if context.channel.isActive { activate(context) }
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    deactivate()
    self.context = nil
  }

  func channelActive(context: ChannelHandlerContext) {
    activate(context)
    context.fireChannelActive()
  }

  func channelInactive(context: ChannelHandlerContext) {
    deactivate()
    context.fireChannelInactive()
  }

  private func activate(_ context: ChannelHandlerContext) {
    guard !isActive else { return }
    isActive = true
    key = admission.key(of: context.remoteAddress)
    openTime = context.eventLoop.now
    progress = ConnectionProgress(limits: limits, now: openTime)
    if !admission.open(key) { refuseConnection() }
    updateTimer()
  }

  /// Refuses the connection, because its address has too many.
  ///
  /// A response to an encrypted one would wait for the client's handshake, and a client without any would
  /// keep the connection.
  private func refuseConnection() {
    guard !isEncrypted else { return end(.tooManyConnections) }
    refuse(Refusal(.tooManyConnections), .tooManyConnections)
  }

  private func deactivate() {
    guard isActive else { return }
    isActive = false
    collected = nil
    timer.cancel()
    if case .closed(let reason) = state {
      admission.close(key, reason)
    } else {
      admission.close(key, .other)
    }
    state = .closed(.other)
    endWaiting()
    onEnd?()
  }

  /// Leaves the connection to another guard, before the first byte of a request; `nil` if it closes.
  func handOver() -> AdmittedConnection? {
    guard isActive, state == .open else { return nil }
    isActive = false
    timer.cancel()
    return AdmittedConnection(key: key, openTime: openTime)
  }
}

/// An open connection that was counted.
struct AdmittedConnection: Sendable {
  let key: AddressKey?
  let openTime: NIODeadline
}

// MARK: - Time

extension ConnectionGuard {
  /// Schedules the next check, unless an earlier one is already scheduled.
  func updateTimer() {
    guard isActive, !isTimerDelayed, let context, let deadline = progress.deadline()?.time else {
      return
    }
    timer.schedule(deadline, on: context.eventLoop) { self.check() }
  }

  private func check() {
    if let context, let (time, reason) = progress.deadline(), time <= context.eventLoop.now,
      reason != .stalledWrite || !takesBytes(context)
    {
      expire(reason)
    }
    updateTimer()
  }

  /// Whether a client takes bytes although no write is done: the system tells of room only when a third of
  /// its memory for the connection is free, which is more than a slow client takes in the time of a write.
  ///
  /// It is progress if it is as fast as a body has to be.
  private func takesBytes(_ context: ChannelHandlerContext) -> Bool {
    guard let before = undelivered, let present = sendQueue(context.channel) else { return false }
    let seconds = limits.writeStallDuration / .seconds(1)
    guard Double(before - present) >= Double(limits.minimumBodyRate) * seconds else { return false }
    undelivered = present
    progress.takeBytes(now: context.eventLoop.now)
    return true
  }

  private func expire(_ reason: CloseReason) {
    switch state {
    case .closing(let reason), .refusing(let reason): return end(reason)
    case .rejected: return end(.malformedRequest)
    case .closed: return
    case .open: break
    }
    if reason == .drained { return finish(reason) }
    // A client that sent nothing, or that already has a part of a response, gets no other one.
    let isAnswerable = reason == .slowBody ? progress.owedCount == 1 : !framing.isBetweenRequests
    guard let refusal = Refusal(reason), isAnswerable, !progress.isResponding else {
      return end(reason)
    }
    refuse(refusal, reason)
  }
}

@available(*, unavailable)
extension ConnectionGuard: Sendable {}
