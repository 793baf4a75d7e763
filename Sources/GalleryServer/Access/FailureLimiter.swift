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

  private struct Failures {
    var count: Int
    var start: Duration
  }

  private let failures = Mutex<[AddressKey?: Failures]>([:])
  private let elapsed: @Sendable () -> Duration

  init(clock: any Clock<Duration>) { elapsed = Self.elapsed(on: clock) }

  /// The number of addresses that are remembered.
  var count: Int { failures.withLock { $0.count } }

  /// Counts a failure.
  ///
  /// - Returns: The time after which the address may try again, `nil` if this was within the limit.
  func register(_ address: SocketAddress?) -> Duration? {
    let (key, now) = (AddressKey(address), elapsed())
    return failures.withLock { failures in
      if let found = failures[key], now - found.start < Self.window {
        guard found.count < Self.limit else { return found.start + Self.window - now }
        failures[key]?.count += 1
      } else {
        Self.makeRoom(in: &failures, at: now)
        failures[key] = Failures(count: 1, start: now)
      }
      return nil
    }
  }

  private static func makeRoom(in failures: inout [AddressKey?: Failures], at now: Duration) {
    guard failures.count >= capacity else { return }
    failures = failures.filter { now - $0.value.start < window }
    guard failures.count >= capacity else { return }
    if let oldest = failures.min(by: { $0.value.start < $1.value.start }) {
      failures.removeValue(forKey: oldest.key)
    }
  }

  private static func elapsed(
    on clock: some Clock<Duration>
  ) -> @Sendable () -> Duration {
    let start = clock.now
    return { start.duration(to: clock.now) }
  }
}
