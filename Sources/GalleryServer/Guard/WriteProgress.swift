// SPDX-License-Identifier: Apache-2.0

import NIOCore

/// The writes that the other side has not taken, and the time since it took one.
struct WriteProgress: Sendable {
  /// The number of writes that are not done.
  private(set) var pendingCount = 0

  private var flushedCount = 0
  private var time: NIODeadline

  init(now: NIODeadline) { time = now }

  /// Returns the time at which the next write has to be done, if one was flushed.
  func deadline(_ limits: ConnectionLimits) -> NIODeadline? {
    flushedCount > 0 ? time + TimeAmount(limits.writeStallDuration) : nil
  }

  mutating func begin() { pendingCount += 1 }

  mutating func flush(now: NIODeadline) {
    if flushedCount == 0 { time = now }
    flushedCount = pendingCount
  }

  /// Notes that the first pending write is done.
  mutating func end(now: NIODeadline) {
    pendingCount -= 1
    flushedCount = max(flushedCount - 1, 0)
    time = now
  }
}
