// SPDX-License-Identifier: Apache-2.0

import NIOCore

extension ConnectionGuard {
  /// The size of the parts in which responses are written: each one is progress.
  private static let partByteCount = 64 << 10

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    if isMuted {
      promise?.succeed()
      return
    }
    switch state {
    case .open, .rejected: write(unwrapOutboundIn(data), context, promise)
    case .closing, .refusing, .closed: promise?.fail(ChannelError.ioOnClosedChannel)
    }
  }

  func write(
    _ buffer: ByteBuffer, _ context: ChannelHandlerContext, _ promise: EventLoopPromise<Void>?
  ) {
    var rest = buffer
    while rest.readableBytes > Self.partByteCount,
      let part = rest.readSlice(length: Self.partByteCount)
    {
      writePart(part, context, context.eventLoop.makePromise())
    }
    writePart(rest, context, promise ?? context.eventLoop.makePromise())
  }

  private func writePart(
    _ part: ByteBuffer, _ context: ChannelHandlerContext, _ promise: EventLoopPromise<Void>
  ) {
    progress.write()
    promise.futureResult.assumeIsolated().whenComplete { _ in self.endWrite() }
    context.write(wrapOutboundOut(part), promise: promise)
  }

  func flush(context: ChannelHandlerContext) {
    progress.flush(now: context.eventLoop.now)
    context.flush()
    noteUndelivered(context)
    updateTimer()
  }

  /// Notes where a write begins to wait for the client.
  private func noteUndelivered(_ context: ChannelHandlerContext) {
    guard progress.pendingWriteCount > 0 else { return undelivered = nil }
    if undelivered == nil { undelivered = sendQueue(context.channel) }
  }

  private func endWrite() {
    guard let context else { return }
    progress.endWrite(now: context.eventLoop.now)
    undelivered = nil
    noteUndelivered(context)
    if progress.pendingWriteCount == 0 { endWrites(context) }
    updateTimer()
  }

  private func endWrites(_ context: ChannelHandlerContext) {
    endWaiting()
    switch state {
    case .closing(let reason): end(reason)
    case .refusing:
      progress.beginDraining(now: context.eventLoop.now)
      context.close(mode: .output, promise: nil)
      context.read()
    case .open, .rejected, .closed: break
    }
  }

  func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
    guard mode == .output else { return context.close(mode: mode, promise: promise) }
    // The program answers nothing more: the client has a short time to close as well.
    promise?.succeed()
    guard state == .open else { return }
    state = .refusing(.lastResponse)
    progress.stopReading()
    if progress.pendingWriteCount == 0 { endWrites(context) }
    updateTimer()
  }
}
