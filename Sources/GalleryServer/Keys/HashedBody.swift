// SPDX-License-Identifier: Apache-2.0

import Crypto
import Hummingbird
import NIOCore
import Synchronization

/// The body of a request, whose digest is computed while somebody reads it.
struct HashedBody: AsyncSequence, Sendable {
  typealias Element = ByteBuffer

  fileprivate struct State {
    var hash = SHA256()
    var byteCount = 0
    var isStarted = false
    var isFinished = false
  }

  fileprivate final class Progress: Sendable {
    let state = Mutex(State())
  }

  private let body: RequestBody
  private let progress = Progress()

  init(_ body: RequestBody) { self.body = body }

  /// The digest, computed after the body was read to its end.
  ///
  /// - Parameter limit: The maximum number of bytes that are read here if nobody has read the body.
  /// - Returns: The SHA-256 of all bytes.
  /// - Throws: `Problem` if the body is longer or was read in part; the errors of the connection.
  func digest(readingUpTo limit: Int) async throws -> [UInt8] {
    if !progress.state.withLock(\.isStarted) {
      for try await _ in self where progress.state.withLock(\.byteCount) > limit {
        throw Problem.tooLong(limit: limit)
      }
    }
    return try progress.state.withLock { state in
      guard state.isFinished else { throw Problem.internalError }
      return Array(state.hash.finalize())
    }
  }

  func makeAsyncIterator() -> Iterator {
    progress.state.withLock { $0.isStarted = true }
    return Iterator(base: body.makeAsyncIterator(), progress: progress)
  }

  struct Iterator: AsyncIteratorProtocol {
    fileprivate var base: RequestBody.AsyncIterator
    fileprivate let progress: Progress

    mutating func next() async throws -> ByteBuffer? { try await next(isolation: nil) }

    mutating func next(isolation actor: isolated (any Actor)?) async throws -> ByteBuffer? {
      guard let buffer = try await base.next(isolation: actor) else {
        progress.state.withLock { $0.isFinished = true }
        return nil
      }
      progress.state.withLock { state in
        state.byteCount += buffer.readableBytes
        buffer.withUnsafeReadableBytes { state.hash.update(bufferPointer: $0) }
      }
      return buffer
    }
  }
}

extension Problem {
  fileprivate static func tooLong(limit: Int) -> Self {
    Self(.limitExceeded, "The body has more than \(limit) bytes.", facts: ["limit": limit])
  }
}
