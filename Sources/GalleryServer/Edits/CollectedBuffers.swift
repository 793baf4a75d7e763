// SPDX-License-Identifier: Apache-2.0

import NIOCore

/// The buffers of a body, collected into larger ones.
///
/// Each piece is a call of the system that writes, and may wake the task, which takes longer than writing the
/// few kilobytes of a single read. The first pieces pass as they are, so that a header is checked at once. Large
/// bodies of a known length over HTTP/1.1 are collected before, see ``BodyFlow``, and pass unchanged.
struct CollectedBuffers<Base: AsyncSequence & Sendable>: AsyncSequence, Sendable
where Base.Element == ByteBuffer {
  /// The number of bytes that are collected: that of a piece of ``BodyFlow``, which is not copied again.
  static var byteCount: Int { BodyFlow.pieceByteCount }

  /// The number of first bytes that are not collected.
  static var headByteCount: Int { BodyFlow.headByteCount }

  let base: Base

  func makeAsyncIterator() -> Iterator { Iterator(base: base.makeAsyncIterator()) }

  struct Iterator: AsyncIteratorProtocol {
    var base: Base.AsyncIterator
    private var passedCount = 0
    private var isAtEnd = false

    init(base: Base.AsyncIterator) { self.base = base }

    mutating func next() async throws -> ByteBuffer? { try await next(isolation: nil) }

    mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(any Error) -> ByteBuffer? {
      guard !isAtEnd, var whole = try await base.next(isolation: actor) else { return nil }
      let isCollected = passedCount >= headByteCount && whole.readableBytes < byteCount
      // Once, because growing copies what was collected.
      if isCollected { whole.reserveCapacity(minimumWritableBytes: byteCount) }
      while isCollected, whole.readableBytes < byteCount {
        guard let part = try await base.next(isolation: actor) else {
          isAtEnd = true
          break
        }
        whole.writeImmutableBuffer(part)
      }
      passedCount += whole.readableBytes
      return whole
    }
  }
}
