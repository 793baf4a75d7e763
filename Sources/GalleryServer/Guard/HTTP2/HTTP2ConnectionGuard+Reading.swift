// SPDX-License-Identifier: Apache-2.0

import NIOCore

// The bytes of the client, which wait while many of its streams do.
extension HTTP2ConnectionGuard {
  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard reason == nil else { return }
    let (bytes, count) = (unwrapInboundIn(data), frames.begunCount)
    frames.read(bytes.readableBytesView)
    progress.follow(frames, now: context.eventLoop.now)
    if held.isEmpty, frames.begunCount - count <= Self.fewFrames, !waitsForStreams(context) {
      context.fireChannelRead(data)
    } else {
      held.add(bytes)
      passBytes(context)
    }
    updateTimer()
  }

  /// A number of frames that begin few streams, so that the bytes of bodies are passed as they come.
  private static let fewFrames = 50

  func read(context: ChannelHandlerContext) {
    guard held.isEmpty else { return held.isReadWanted = true }
    context.read()
  }

  /// Passes bytes on until too many streams wait.
  private func passBytes(_ context: ChannelHandlerContext) {
    while !waitsForStreams(context),
      let part = held.takePart(whileOthersWait: waiting.count > 0)
    {
      context.fireChannelRead(wrapInboundOut(part))
    }
    guard held.isEmpty, held.isReadWanted else { return }
    held.isReadWanted = false
    context.read()
  }

  /// Returns whether so many streams wait that bytes have to, until ``resume()``.
  private func waitsForStreams(_ context: ChannelHandlerContext) -> Bool {
    guard waiting.count >= WaitingStreams.limit else { return false }
    let (eventLoop, bound) = (context.eventLoop, NIOLoopBound(self, eventLoop: context.eventLoop))
    return waiting.isFull { eventLoop.execute { bound.value.resume() } }
  }

  private func resume() {
    guard isActive, reason == nil, let context else { return }
    passBytes(context)
    context.fireChannelReadComplete()
  }
}
