// SPDX-License-Identifier: Apache-2.0

/// The time from a failure of a source to the next attempt to reach it.
///
/// It doubles with each attempt, so that a source that is away for long costs next to nothing. It begins
/// anew after the source was there for a time, so that one that answers and fails at once is not asked
/// more often than one that does not answer.
struct ReconnectionDelay {
  static let first = Duration.milliseconds(100)
  static let longest = Duration.seconds(10)

  private var next = first
  /// When the source was there last, `nil` if it is away.
  private var connection: Duration?

  /// Notes that the source is there.
  mutating func connect(at time: Duration) { connection = time }

  /// Returns the time to wait, and doubles it for the next attempt.
  ///
  /// - Parameter time: The present time.
  /// - Returns: The time to wait.
  mutating func take(at time: Duration) -> Duration {
    if let start = connection, time - start >= Self.longest { next = Self.first }
    connection = nil
    defer { next = min(next * 2, Self.longest) }
    return next
  }
}

/// The error of a source that counts its changes backwards.
struct VersionWentBack: Error, CustomStringConvertible {
  /// The version that was told before.
  let last: Int
  /// The version that is told now.
  let found: Int

  var description: String { "The pages went back from version \(last) to version \(found)." }
}
