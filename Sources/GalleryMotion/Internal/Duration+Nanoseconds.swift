// SPDX-License-Identifier: Apache-2.0

extension Duration {
  /// The longest duration of a motion, in nanoseconds: 31 years, to which longer ones are clamped.
  ///
  /// A time of this length can be added to another one without overflow of an `Int64`.
  package static var longestMotionInNanoseconds: Int64 { 1_000_000_000_000_000_000 }

  /// The number of nanoseconds with its fraction, clamped to ±``longestMotionInNanoseconds``.
  ///
  /// A whole number of nanoseconds is converted as `Double(Int64)` converts it, so that times in
  /// `Int64` and times in `Duration` give bit-identical results.
  package var inNanoseconds: Double {
    let longest = Self.longestMotionInNanoseconds
    guard self < .nanoseconds(longest) else { return Double(longest) }
    guard self > .nanoseconds(-longest) else { return -Double(longest) }
    let (seconds, attoseconds) = components
    let (nanoseconds, rest) = attoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    let whole = Double(seconds * 1_000_000_000 + nanoseconds)
    return rest == 0 ? whole : whole + Double(rest) / 1e9
  }
}

extension Int64 {
  /// Creates a number of nanoseconds from seconds, rounded up, so that a motion has ended by then.
  ///
  /// It is zero for a negative time, and at most ``Duration/longestMotionInNanoseconds``.
  ///
  /// - Parameter seconds: The time in seconds.
  package init(nanosecondsRoundedUpFromSeconds seconds: Double) {
    let longest = Duration.longestMotionInNanoseconds
    let nanoseconds = (seconds * 1e9).rounded(.up)
    guard nanoseconds < Double(longest) else {
      self = longest
      return
    }
    self = nanoseconds > 0 ? Int64(nanoseconds) : 0
  }
}
