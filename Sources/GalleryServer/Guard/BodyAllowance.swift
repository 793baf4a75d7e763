// SPDX-License-Identifier: Apache-2.0

import NIOCore

/// The time that a body has until its next bytes have to arrive.
struct BodyAllowance: Sendable {
  private let rate: Int
  private let grace: TimeAmount

  /// The time at which nothing is left to spare.
  private(set) var deadline: NIODeadline

  private var pause: NIODeadline?

  init(_ limits: ProgressLimits, now: NIODeadline) {
    rate = limits.minimumBodyRate
    grace = limits.bodyGrace
    deadline = now + grace
  }

  var isPaused: Bool { pause != nil }

  /// Earns the time of some bytes.
  mutating func receive(_ count: Int, now: NIODeadline) {
    let earned = TimeAmount.nanoseconds(Int64(count) * 1_000_000_000 / Int64(rate))
    deadline = min(deadline + earned, now + grace)
  }

  /// Stops the time, while the server does not read.
  mutating func pause(now: NIODeadline) { pause = pause ?? now }

  mutating func resume(now: NIODeadline) {
    guard let start = pause else { return }
    deadline = deadline + (now - start)
    pause = nil
  }
}
