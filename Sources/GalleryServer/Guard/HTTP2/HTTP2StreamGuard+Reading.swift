// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOHPACK
import NIOHTTP2

extension HTTP2StreamGuard {
  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    defer { updateTimer() }
    switch unwrapInboundIn(data) {
    case .headers(let block) where progress.owedCount == 0 && fieldCount == 0:
      begin(block, context)
    case .headers(let block): endWithTrailer(block, context)
    case .data(let part): receive(part, context)
    default: break
    }
  }

  private func begin(_ block: HTTP2Frame.FramePayload.Headers, _ context: ChannelHandlerContext) {
    let now = context.eventLoop.now
    fieldCount = block.headers.count
    isInBody = !block.endStream
    progress.endHeader(now: now)
    if block.endStream { progress.endRequest(now: now) }
    do throws(FramingError) {
      var accepted = block
      accepted.headers = try RequestFields(block.headers, limits: connection.limits).headers
      guard !isInBody || connection.admitBody() else {
        return reset(.refusedStream, .tooManyConnections)
      }
      context.fireChannelRead(wrapInboundOut(.headers(accepted)))
    } catch {
      reject(error)
    }
  }

  private func endWithTrailer(
    _ block: HTTP2Frame.FramePayload.Headers, _ context: ChannelHandlerContext
  ) {
    fieldCount += block.headers.count
    endBody()
    progress.endRequest(now: context.eventLoop.now)
    guard state == .open else { return }
    guard fieldCount <= connection.limits.maximumFieldCount else {
      return progress.isResponding
        ? reset(.protocolError, .malformedRequest) : reject(.tooManyFields)
    }
    context.fireChannelRead(wrapInboundOut(.headers(block)))
  }

  private func receive(_ part: HTTP2Frame.FramePayload.Data, _ context: ChannelHandlerContext) {
    let now = context.eventLoop.now
    let count = part.data.readableBytes
    window.receive(count + (part.paddingBytes.map { $0 + 1 } ?? 0))
    progress.receive(count, now: now)
    switch state {
    case .open: context.fireChannelRead(wrapInboundOut(.data(part)))
    case .draining where !progress.drain(count): finish(.drained)
    case .draining, .finishing, .closed: break
    }
    guard part.endStream else { return }
    endBody()
    progress.endRequest(now: now)
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    if state == .draining { return read(context: context) }
    progress.setReading(false, now: context.eventLoop.now)
    context.fireChannelReadComplete()
  }

  /// Reads on: everything that was passed on has been used.
  ///
  /// The end of the body may have come with bytes that wait for this read. No window may be
  /// opened after the end: NIOHTTP2 reports it as an error of the stream, which ends its bytes.
  func read(context: ChannelHandlerContext) {
    progress.setReading(true, now: context.eventLoop.now)
    // Before the bytes that wait are passed on, because they are not used yet.
    let increment = replenish()
    context.read()
    grant(increment, context)
    updateTimer()
  }

  private var mayReplenish: Bool { isInBody && (state == .open || state == .draining) }

  private func replenish() -> Int? {
    guard mayReplenish else { return nil }
    if state == .open, window.hasReceived, !window.isLarge, connection.takeLargeWindow() {
      window.enlarge()
    }
    return window.replenish()
  }

  private func grant(_ increment: Int?, _ context: ChannelHandlerContext) {
    guard let increment, mayReplenish else { return }
    context.writeAndFlush(
      wrapOutboundOut(.windowUpdate(windowSizeIncrement: increment)), promise: nil)
  }
}
