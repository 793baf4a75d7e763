// SPDX-License-Identifier: Apache-2.0

/// Durations, counted by the smallest bound that they do not exceed.
struct Histogram: Hashable, Sendable {
  /// The bounds in seconds, ascending.
  static let bounds = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10]

  /// The number of durations by bound, and of those above all bounds.
  private(set) var counts = [Int](repeating: 0, count: bounds.count + 1)

  /// The sum of the durations in seconds.
  private(set) var sum = 0.0

  /// The number of durations.
  var count: Int { counts.reduce(0, +) }

  /// Adds a duration.
  mutating func add(_ duration: Duration) {
    let seconds = duration / .seconds(1)
    sum += seconds
    counts[Self.bounds.firstIndex { seconds <= $0 } ?? Self.bounds.count] += 1
  }
}
