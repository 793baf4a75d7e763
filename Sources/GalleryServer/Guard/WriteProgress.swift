// SPDX-License-Identifier: Apache-2.0

import NIOCore

/// What the streams of a connection of HTTP/2 have written together, because they take turns.
struct SharedWrites: Sendable {
  /// The time of the last write that is done.
  var time: NIODeadline

  /// The number of streams that take turns.
  var streamCount: Int
}

/// The writes that the other side has not taken, and the time since it took one.
struct WriteProgress: Sendable {
  /// The number of writes that are not done.
  private(set) var pendingCount = 0

  private var flushedCount = 0
  private var time: NIODeadline

  /// The largest number of streams whose times one of them has.
  ///
  /// A client could otherwise keep a hundred responses for an hour by reading one.
  private static let largestTurnCount = 10

  init(now: NIODeadline) { time = now }

  /// Returns the time at which the next write has to be done, if one was flushed.
  ///
  /// - Parameters:
  ///   - stall: The time that a write may take.
  ///   - connection: The writes of all streams of the connection, for one of them: while others make
  ///     progress, it has the time that all together would have. `nil` for a connection.
  /// - Returns: The time, `nil` if nothing was flushed.
  func deadline(_ stall: TimeAmount, sharing connection: SharedWrites?) -> NIODeadline? {
    guard flushedCount > 0 else { return nil }
    guard let connection else { return time + stall }
    let turnCount = min(max(connection.streamCount, 1), Self.largestTurnCount)
    return min(max(time, connection.time) + stall, time + stall * turnCount)
  }

  mutating func begin() { pendingCount += 1 }

  mutating func flush(now: NIODeadline) {
    if flushedCount == 0 { time = now }
    flushedCount = pendingCount
  }

  /// Notes that the client takes the first pending write.
  mutating func takeBytes(now: NIODeadline) { time = now }

  /// Notes that the first pending write is done.
  mutating func end(now: NIODeadline) {
    pendingCount -= 1
    flushedCount = max(flushedCount - 1, 0)
    time = now
  }
}
