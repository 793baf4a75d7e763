// SPDX-License-Identifier: Apache-2.0

/// The time from a failure of a source to the next attempt to reach it.
///
/// The delay doubles with each attempt, so that a source that is unavailable for long costs next to
/// nothing. It is reset after the source was available for some time, so that a source that
/// connects and fails immediately is not called more often than one that does not connect.
struct ReconnectionDelay {
  static let first = Duration.milliseconds(100)
  static let longest = Duration.seconds(10)

  private var next = first
  /// The time of the last connection, `nil` if the source is unavailable.
  private var connection: Duration?

  /// Notes that the source is available.
  mutating func connect(at time: Duration) { connection = time }

  /// Returns the delay, and doubles it for the next attempt.
  ///
  /// - Parameter time: The current time.
  /// - Returns: The delay.
  mutating func take(at time: Duration) -> Duration {
    if let start = connection, time - start >= Self.longest { next = Self.first }
    connection = nil
    defer { next = min(next * 2, Self.longest) }
    return next
  }
}

/// An error of a source whose version has decreased.
struct DecreasedVersionError: Error, CustomStringConvertible {
  /// The previous version.
  let last: Int
  /// The new version.
  let found: Int

  var description: String { "The version of the pages decreased from \(last) to \(found)." }
}
