// SPDX-License-Identifier: Apache-2.0

import Hummingbird
import NIOCore
import PageStorage
import Synchronization

/// The bytes of a page that arrive as the body of a request.
///
/// They are passed to the store as they arrive, with backpressure.
struct ReceivedBody: Sendable {
  let call: Call
  let store: PageStore

  /// The maximum number of bytes of a page.
  let limit: Int

  /// Receives the page.
  ///
  /// - Throws: `Problem` for a body that is announced or turns out to be too long, and the errors of
  ///   `PageStore.stage(_:unreadable:)`.
  func stage() async throws -> StagedPage {
    let length = try call.contentLength()
    if let length, length > limit { throw Problem.tooLarge(found: length, limit: limit) }
    let count = ByteCount(limit: limit)
    let body = call.request.body.map { buffer in try count.add(buffer) }
    let input = PageInput.stream(body, byteCount: length) { buffer, take in
      try buffer.withUnsafeReadableBytes(take)
    }
    do {
      return try await store.stage(input)
    } catch {
      // The store cannot know why a stream failed.
      guard case .streamFailed = error, count.isExceeded else { throw error }
      throw Problem.tooLarge(found: nil, limit: limit)
    }
  }
}

/// The number of bytes of a body so far.
private final class ByteCount: Sendable {
  private struct TooLong: Error {}

  private let limit: Int
  private let count = Atomic(0)

  init(limit: Int) { self.limit = limit }

  /// Whether the body is too long.
  var isExceeded: Bool { count.load(ordering: .acquiring) > limit }

  /// Counts the next bytes.
  func add(_ buffer: ByteBuffer) throws -> ByteBuffer {
    count.wrappingAdd(buffer.readableBytes, ordering: .acquiringAndReleasing)
    guard !isExceeded else { throw TooLong() }
    return buffer
  }
}
