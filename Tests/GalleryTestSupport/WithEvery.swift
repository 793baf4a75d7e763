// SPDX-License-Identifier: Apache-2.0

/// Runs a body once for every value.
///
/// Nest calls to try all combinations. The current values are in the ``TestTrace``, for the message
/// of an expectation:
///
///     withEvery("count", in: 0...5) { count in
///       withEvery("axis", in: Axis.allCases) { axis in
///         #expect(layout(count, axis).isEmpty == (count == 0), "\(TestTrace.current)")
///       }
///     }
///
/// - Parameters:
///   - label: The label of the value in the trace.
///   - values: The values to try, in order.
///   - body: The test of a value.
/// - Throws: The error of `body`, at the first value for which it throws.
public func withEvery<Values: Sequence>(
  _ label: String, in values: Values, _ body: (Values.Element) throws -> Void
) rethrows {
  for value in values {
    try TestTrace.$entries.withValue(TestTrace.entries + ["\(label): \(value)"]) {
      try body(value)
    }
  }
}

/// The current values of the enclosing calls of ``withEvery(_:in:_:)``.
public enum TestTrace {
  @TaskLocal static var entries: [String] = []

  /// The labels and values, from the outermost to the innermost.
  public static var current: String { entries.joined(separator: ", ") }
}
