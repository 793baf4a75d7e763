// SPDX-License-Identifier: Apache-2.0

import NIOCore
import Synchronization

/// Counts wrong credentials by address: ten per minute.
///
/// Only wrong credentials are limited. A guess has no chance among 2^256 secrets, and one program with an old
/// token must not lock out everyone behind the same address; the limit bounds the work and the log.
final class FailureLimiter: Sendable {
  static let limit = 10
  static let window = Duration.seconds(60)

  /// The number of addresses; beyond it, the oldest is forgotten.
  static let capacity = 10_000

  private let state = Mutex(FailureCounts())
  private let elapsed: @Sendable () -> Duration

  init(clock: any Clock<Duration>) { elapsed = clock.elapsed() }

  /// The number of addresses that are remembered.
  var count: Int { state.withLock(\.count) }

  /// The number of entries that all calls together have removed or moved.
  var stepCount: Int { state.withLock(\.stepCount) }

  /// Counts a failure.
  ///
  /// - Returns: The time after which the address may try again, `nil` if this was within the limit.
  /// - Complexity: Amortized O(1).
  func register(_ address: SocketAddress?) -> Duration? {
    let key = AddressKey(address)
    // The time is read by one thread after the other, so that the order of entries is that of their times.
    return state.withLock { $0.register(key, at: elapsed()) }
  }
}

/// The failures of the last minute by address, as a value without a clock.
private struct FailureCounts: Sendable {
  private struct Failures {
    var count: Int
    var start: Duration
  }

  private var failures: [AddressKey?: Failures] = [:]

  /// The addresses in the order of their first failures, after `forgottenCount` that are forgotten.
  private var order: [AddressKey?] = []
  private var forgottenCount = 0

  private(set) var stepCount = 0

  var count: Int { failures.count }

  mutating func register(_ key: AddressKey?, at now: Duration) -> Duration? {
    if let found = failures[key], now - found.start < FailureLimiter.window {
      guard found.count < FailureLimiter.limit else {
        return found.start + FailureLimiter.window - now
      }
      failures[key]?.count += 1
    } else {
      makeRoom(at: now)
      failures[key] = Failures(count: 1, start: now)
      order.append(key)
    }
    return nil
  }

  /// Forgets what is older than a minute, and the oldest address if there are too many.
  private mutating func makeRoom(at now: Duration) {
    while forgottenCount < order.count, let oldest = failures[order[forgottenCount]],
      now - oldest.start >= FailureLimiter.window || count >= FailureLimiter.capacity
    {
      failures[order[forgottenCount]] = nil
      forgottenCount += 1
      stepCount += 1
    }
    // Each move follows as many additions.
    guard forgottenCount > order.count / 2 else { return }
    stepCount += order.count - forgottenCount
    order.removeFirst(forgottenCount)
    forgottenCount = 0
  }
}
