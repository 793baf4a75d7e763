// SPDX-License-Identifier: Apache-2.0

/// The time from a failure of a source to the next attempt to reach it.
///
/// The delay doubles with each attempt, so that a source that is unavailable for long costs next to
/// nothing. It is reset after the source was available for some time, so that a source that
/// connects and fails immediately is not called more often than one that does not connect.
package struct ReconnectionDelay: Sendable {
  package static let first = Duration.milliseconds(100)
  package static let longest = Duration.seconds(10)

  private var next = first
  /// The time of the last connection, `nil` if the source is unavailable.
  private var connection: Duration?

  package init() {}

  /// Notes that the source is available.
  package mutating func connect(at time: Duration) { connection = time }

  /// Returns the delay, and doubles it for the next attempt.
  ///
  /// - Parameter time: The current time.
  /// - Returns: The delay.
  package mutating func take(at time: Duration) -> Duration {
    if let start = connection, time - start >= Self.longest { next = Self.first }
    connection = nil
    defer { next = min(next * 2, Self.longest) }
    return next
  }
}
