// SPDX-License-Identifier: Apache-2.0

import NIOCore

extension ConnectionGuard {
  /// Passes bytes on, or collects them into a larger piece of a body; see ``BodyFlow``.
  ///
  /// - Parameters:
  ///   - bytes: The bytes of one read.
  ///   - contentCount: The number of them that are content of the last body, without chunked framing.
  ///   - context: The context of the guard.
  func pass(_ bytes: ByteBuffer, contentCount: Int, _ context: ChannelHandlerContext) {
    guard framing.isInContent, contentCount == bytes.readableBytes, flow.isCollecting else {
      passCollected(context)
      if framing.isInContent { flow.pass(contentCount) }
      return context.fireChannelRead(wrapInboundOut(bytes))
    }
    var rest = bytes
    let room = BodyFlow.pieceByteCount - (collected?.readableBytes ?? 0)
    if let part = rest.readSlice(length: min(room, rest.readableBytes)) { collect(part, context) }
    passPiece(context)
    // A piece that waits takes the rest of the last read as well.
    if rest.readableBytes > 0 { collect(rest, context) }
  }

  /// Adds bytes to the piece that is being collected.
  private func collect(_ bytes: ByteBuffer, _ context: ChannelHandlerContext) {
    // Allocated once, because growing copies what was collected.
    var piece = collected ?? context.channel.allocator.buffer(capacity: BodyFlow.pieceByteCount)
    collected = nil
    piece.writeImmutableBuffer(bytes)
    collected = piece
  }

  /// Passes a piece that is whole, unless the task has not used the ones before it.
  private func passPiece(_ context: ChannelHandlerContext) {
    guard let piece = collected, piece.readableBytes >= BodyFlow.pieceByteCount else { return }
    isHolding = flow.holds()
    guard !isHolding else { return }
    flow.pass(piece.readableBytes)
    passCollected(context)
  }

  private func passCollected(_ context: ChannelHandlerContext) {
    guard let piece = collected else { return }
    collected = nil
    context.fireChannelRead(wrapInboundOut(piece))
  }

  /// Passes the piece that waited, and reads on.
  func releaseBody() {
    guard isHolding, let context else { return }
    isHolding = false
    flow.pass(collected?.readableBytes ?? 0)
    passCollected(context)
    context.fireChannelReadComplete()
    guard isReadDelayed else { return }
    isReadDelayed = false
    read(context: context)
  }
}

extension CurrentConnection {
  /// Returns the flow of the present body; `nil` if the connection passes each read.
  func bodyFlow() async -> BodyFlow? {
    guard let channel = guarded else { return nil }
    return try? await channel.eventLoop.submit { try channel.connectionGuard.flow }.get()
  }

  /// Passes the piece of a body that waits in the guard.
  func releaseBody() {
    guard let channel = guarded else { return }
    channel.eventLoop.execute { try? channel.connectionGuard.releaseBody() }
  }
}
