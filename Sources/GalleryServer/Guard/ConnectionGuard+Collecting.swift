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
    guard framing.isInContent, contentCount == bytes.readableBytes, let sizes = flow.sizes else {
      setReads(nil, context)
      passCollected(context)
      if framing.isInContent { flow.pass(contentCount) }
      return context.fireChannelRead(wrapInboundOut(bytes))
    }
    setReads(sizes.readByteCount, context)
    var rest = bytes
    while rest.readableBytes > 0, !isHolding {
      // None in a piece of a body that has lost its large ones.
      let room = max(0, sizes.pieceByteCount - (collected?.readableBytes ?? 0))
      if rest.readableBytes > sizes.pieceByteCount, collected == nil {
        (collected, rest) = (rest, ByteBuffer())
      } else if let part = rest.readSlice(length: min(room, rest.readableBytes)) {
        collect(part, sizes, context)
      }
      passPiece(sizes, context)
    }
    // A piece that waits takes the rest of the last read as well.
    if rest.readableBytes > 0 { collect(rest, sizes, context) }
  }

  /// Sets the maximum size of the next reads, `nil` for the common one.
  private func setReads(_ byteCount: Int?, _ context: ChannelHandlerContext) {
    guard byteCount != readByteCount else { return }
    readByteCount = byteCount
    let allocator: any RecvByteBufferAllocator =
      byteCount.map { FixedSizeRecvByteBufferAllocator(capacity: $0) }
      ?? GuardedHTTP1Channel.reads
    try? context.channel.syncOptions?.setOption(.recvAllocator, value: allocator)
  }

  /// Adds bytes to the piece that is being collected.
  private func collect(
    _ bytes: ByteBuffer, _ sizes: BodyFlow.Sizes, _ context: ChannelHandlerContext
  ) {
    // Allocated once, because growing copies what was collected.
    var piece = collected ?? context.channel.allocator.buffer(capacity: sizes.pieceByteCount)
    collected = nil
    piece.writeImmutableBuffer(bytes)
    collected = piece
  }

  /// Passes a piece that is whole, unless the task has not used the ones before it.
  private func passPiece(_ sizes: BodyFlow.Sizes, _ context: ChannelHandlerContext) {
    guard let piece = collected, piece.readableBytes >= sizes.pieceByteCount else { return }
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
