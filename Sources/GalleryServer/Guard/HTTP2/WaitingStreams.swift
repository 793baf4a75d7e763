// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The streams of a connection that nobody has begun to answer.
///
/// A client may begin and cancel any number of them, and each takes memory until the server comes to it. So the
/// connection is not read while many wait.
final class WaitingStreams: Sendable {
  /// The number from which on a connection is not read: a client that follows the rules never has so many.
  static let limit = 2 * GuardedHTTP2Channel.maximumStreamCount

  private struct State {
    var count = 0
    var resume: (@Sendable () -> Void)?
  }

  private let state = Mutex(State())

  var count: Int { state.withLock(\.count) }

  /// Notes that a stream has begun.
  func add() { state.withLock { $0.count += 1 } }

  /// Notes that a stream is about to be answered, or was cancelled before.
  func take() {
    let resume = state.withLock { state -> (@Sendable () -> Void)? in
      state.count -= 1
      guard state.count <= Self.limit / 2 else { return nil }
      defer { state.resume = nil }
      return state.resume
    }
    resume?()
  }

  /// Notes that nobody waits any more, because the connection has ended.
  func forgetResume() { state.withLock { $0.resume = nil } }

  /// Tells whether so many wait that no more may begin.
  ///
  /// - Parameter resume: Called, if that is so, as soon as half of them were taken.
  /// - Returns: Whether too many wait.
  func isFull(resume: @escaping @Sendable () -> Void) -> Bool {
    state.withLock { state in
      guard state.count >= Self.limit else { return false }
      state.resume = resume
      return true
    }
  }
}
