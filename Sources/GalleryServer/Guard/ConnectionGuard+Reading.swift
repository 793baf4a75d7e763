// SPDX-License-Identifier: Apache-2.0

import NIOCore

extension ConnectionGuard {
  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let buffer = unwrapInboundIn(data)
    if answerWhole(buffer, context) { return }
    hasPassed = true
    defer { updateTimer() }
    // What exceeds the limit stays in the system until the time for the rest is over. Meanwhile a client
    // that is still sending can read its response: closing with unread bytes would reset the connection.
    guard progress.drain(buffer.readableBytes) else { return }
    guard state == .open, !framing.isFinished else { return }
    let isFirst = framing.isBetweenRequests && progress.owedCount == 0
    let (count, contentCount, error) = follow(buffer.readableBytesView)
    if isFirst, framing.isAtStart, progress.owedCount == 1 { wholeRequests?.pass(buffer) }
    if !framing.isBetweenRequests { progress.beginHeader(now: context.eventLoop.now) }
    if count > 0, let accepted = buffer.getSlice(at: buffer.readerIndex, length: count) {
      pass(accepted, contentCount: contentCount, context)
    }
    if let error { reject(error) }
    if framing.isFinished, progress.owedCount == 0 { finish() }
  }

  /// Answers a read that is exactly one request, and returns whether it did.
  private func answerWhole(_ request: ByteBuffer, _ context: ChannelHandlerContext) -> Bool {
    // The server itself waits for a client that does not take its responses.
    guard let wholeRequests, state == .open, framing.isAtStart, progress.owedCount == 0,
      context.channel.isWritable,
      request.readableBytes <= framing.limits.headerByteCount,
      let response = wholeRequests.response(to: request)
    else { return false }
    progress.answer(now: context.eventLoop.now)
    write(response, context, nil)
    hasWholeResponse = true
    return true
  }

  /// Follows the requests in some bytes, and returns the number of acceptable ones, and of those that are
  /// content of the last request.
  private func follow(
    _ bytes: ByteBufferView
  ) -> (count: Int, contentCount: Int, error: FramingError?) {
    let now = context?.eventLoop.now ?? .now()
    var error: FramingError?
    var contentCount = 0
    let count = framing.read(bytes) { event in
      switch event {
      case .header:
        progress.endHeader(now: now)
        contentCount = 0
        flow.begin(isCollectable: progress.owedCount == 1)
      case .content(let count):
        progress.receive(count, now: now)
        contentCount += count
      case .end: progress.endRequest(now: now)
      case .rejected(let reason): error = reason
      }
    }
    return (count, contentCount, error)
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    progress.setReading(false, now: context.eventLoop.now)
    let hasAnsweredAll = hasWholeResponse && !hasPassed
    // The deadlines of what follows are those of the end.
    isTimerDelayed = hasAnsweredAll
    if hasWholeResponse { flush(context: context) }
    (hasWholeResponse, hasPassed) = (false, false)
    guard hasAnsweredAll else { return context.fireChannelReadComplete() }
    // The handlers behind this one have seen nothing.
    read(context: context)
    isTimerDelayed = false
    updateTimer()
  }

  func read(context: ChannelHandlerContext) {
    if case .rejected = state { return }
    guard !progress.isDrained else { return }
    isReadDelayed = isHolding
    guard !isHolding else { return }
    progress.setReading(true, now: context.eventLoop.now)
    updateTimer()
    context.read()
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    // The handlers behind this one know nothing of what it has answered, and would close at once.
    if event is ChannelShouldQuiesceEvent, state == .open, progress.owedCount == 0,
      progress.pendingWriteCount > 0
    {
      return finish()
    }
    if let event = event as? ChannelEvent, event == .inputClosed {
      isInputClosed = true
      onEnd?()
      if case .refusing(let reason) = state, progress.pendingWriteCount == 0 { end(reason) }
      progress.setReading(true, now: context.eventLoop.now)
      updateTimer()
    }
    context.fireUserInboundEventTriggered(event)
  }
}
