// SPDX-License-Identifier: Apache-2.0

/// The counters of a store.
protocol CounterRows {
  /// Returns the value of a counter, `nil` if it is missing or damaged.
  func counter(_ name: CounterRow) throws -> Int64?

  /// Returns whether a counter was never set.
  func isMissing(_ name: CounterRow) throws -> Bool

  /// Sets a counter.
  func set(_ name: CounterRow, to number: Int64) throws
}
