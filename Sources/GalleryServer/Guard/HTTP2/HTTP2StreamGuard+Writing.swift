// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOHPACK
import NIOHTTP2

extension HTTP2StreamGuard {
  /// The size of the parts in which responses are written: each one is progress.
  private static let partByteCount = 16 << 10

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    guard state == .open else {
      promise?.fail(ChannelError.ioOnClosedChannel)
      return
    }
    switch unwrapOutboundIn(data) {
    case .headers(var block):
      block.headers.remove(name: "connection")
      if block.headers[":status"].first?.hasPrefix("1") == false { progress.beginResponse() }
      writePart(.headers(block), context, promise)
      if block.endStream { endResponse(context) }
    case .data(let part):
      write(part, context, promise)
      if part.endStream { endResponse(context) }
    case let payload: writePart(payload, context, promise)
    }
  }

  private func write(
    _ part: HTTP2Frame.FramePayload.Data, _ context: ChannelHandlerContext,
    _ promise: EventLoopPromise<Void>?
  ) {
    guard case .byteBuffer(var rest) = part.data else {
      return writePart(.data(part), context, promise)
    }
    while rest.readableBytes > Self.partByteCount,
      let slice = rest.readSlice(length: Self.partByteCount)
    {
      writePart(.data(.init(data: .byteBuffer(slice))), context, nil)
    }
    writePart(.data(.init(data: .byteBuffer(rest), endStream: part.endStream)), context, promise)
  }

  func writePart(
    _ payload: HTTP2Frame.FramePayload, _ context: ChannelHandlerContext,
    _ promise: EventLoopPromise<Void>?
  ) {
    let promise = promise ?? context.eventLoop.makePromise()
    progress.write()
    promise.futureResult.assumeIsolated().whenComplete { self.endWrite(result: $0) }
    context.write(wrapOutboundOut(payload), promise: promise)
  }

  func flush(context: ChannelHandlerContext) {
    progress.flush(now: context.eventLoop.now)
    companionCount = max(companionCount, connection.sharedWrites.streamCount)
    context.flush()
    updateTimer()
  }

  private func endWrite(result: Result<Void, any Error>) {
    guard let context else { return }
    progress.endWrite(now: context.eventLoop.now)
    // What a reset has dropped is no progress of the others.
    if case .success = result { connection.noteStreamWrite(now: context.eventLoop.now) }
    companionCount = connection.sharedWrites.streamCount
    if case .finishing(let reason) = state, progress.pendingWriteCount == 0, isInBody {
      reset(.noError, reason)
    }
    updateTimer()
  }

  private func endResponse(_ context: ChannelHandlerContext) {
    progress.endResponse(now: context.eventLoop.now)
    guard isInBody else { return }
    state = .draining
    progress.beginDraining(now: context.eventLoop.now)
    read(context: context)
  }

  /// Tells the client to send the body of the request that is being answered.
  func sendContinue() {
    guard state == .open, isInBody, !progress.isResponding, let context else { return }
    writePart(.headers(.init(headers: [":status": "100"])), context, nil)
    flush(context: context)
  }
}
