// SPDX-License-Identifier: Apache-2.0

/// The motion of one number from a start to a target: its value and velocity at every time.
///
/// Times count from the start of the motion. Before it the number is at `start`; from the end on it
/// is exactly at `target`, and at rest. In between, the value depends on the time alone, not on
/// previous calls, so the motion is the same at any frame rate.
public protocol Motion: Sendable {
  /// The value at time zero.
  var start: Double { get }

  /// The value at the end.
  var target: Double { get }

  /// The time until the number reaches the target; zero if it is there at once.
  var duration: Duration { get }

  /// Returns the value at a time.
  ///
  /// - Parameter time: The time since the start.
  /// - Returns: A finite value, in the unit of `start`.
  func value(at time: Duration) -> Double

  /// Returns the velocity at a time.
  ///
  /// - Parameter time: The time since the start. Before the start, the velocity is the one at time
  ///   zero.
  /// - Returns: The change of the value per second, zero if the motion ends at once.
  func velocity(at time: Duration) -> Double
}

/// A motion whose times are in nanoseconds.
protocol NanosecondMotion: Motion {
  /// The duration, a whole number of nanoseconds.
  var durationInNanoseconds: Int64 { get }

  /// Returns the value at a time.
  func value(nanoseconds: Double) -> Double

  /// Returns the velocity at a time, per second.
  func velocity(nanoseconds: Double) -> Double
}

extension NanosecondMotion {
  /// Returns the value at a time in nanoseconds.
  func value(atNanoseconds time: Int64) -> Double { value(nanoseconds: Double(time)) }

  /// Returns the velocity at a time in nanoseconds, per second.
  func velocity(atNanoseconds time: Int64) -> Double { velocity(nanoseconds: Double(time)) }
}
