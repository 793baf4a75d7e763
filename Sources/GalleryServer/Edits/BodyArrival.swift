// SPDX-License-Identifier: Apache-2.0

import NIOCore
import PageImaging
import PageStorage
import Synchronization

/// The part of a body that has arrived, which is checked as it arrives.
///
/// The store cannot know why a stream failed, so the reason is kept here.
final class BodyArrival: Sendable {
  /// The number of first bytes that tell every format.
  private static let headByteCount = 16

  private struct State {
    var byteCount = 0
    var head: [UInt8] = []
    var problem: Problem?
  }

  private let limit: Int
  private let admit: @Sendable (_ byteCount: Int) throws -> Void
  private let state = Mutex(State())

  /// Creates the state before the first byte.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of bytes.
  ///   - admit: Called with the number of bytes so far before they are stored.
  init(limit: Int, admit: @escaping @Sendable (_ byteCount: Int) throws -> Void) {
    (self.limit, self.admit) = (limit, admit)
  }

  /// The reason why the body was rejected, `nil` if it was not.
  var problem: Problem? { state.withLock { $0.problem } }

  /// Checks the next bytes, and returns them.
  func receive(_ buffer: ByteBuffer) throws -> ByteBuffer {
    try checked {
      let (byteCount, head) = state.withLock { state in
        state.byteCount += buffer.readableBytes
        let missing = Self.headByteCount - state.head.count
        state.head += buffer.readableBytesView.prefix(missing)
        return (state.byteCount, missing > 0 ? state.head : [])
      }
      guard byteCount <= limit else { throw Problem.tooLarge(found: nil, limit: limit) }
      try admit(byteCount)
      if head.count == Self.headByteCount { try Self.detect(head) }
      return buffer
    }
  }

  /// Checks a body that ended before its format was known.
  func finish() throws {
    let head = state.withLock { $0.head }
    if head.count < Self.headByteCount { try checked { try Self.detect(head) } }
  }

  private func checked<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch {
      state.withLock { $0.problem = Problem(describing: error) }
      throw error
    }
  }

  /// Requires that bytes begin like an image.
  private static func detect(_ head: [UInt8]) throws {
    do {
      _ = try ImageFormat.detect(head)
    } catch {
      throw PageStoreError.refused(error)
    }
  }
}
