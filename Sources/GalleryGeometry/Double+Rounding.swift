// SPDX-License-Identifier: Apache-2.0

extension Double {
  /// Whether the value is positive and finite.
  @inlinable
  package var isPositiveAndFinite: Bool { self > 0 && isFinite }

  /// Whether the value is zero or positive, and finite.
  @inlinable
  package var isNonNegativeAndFinite: Bool { self >= 0 && isFinite }

  /// Returns the nearest whole number; a half goes up, also below zero.
  ///
  /// The textbook form `floor(x + 0.5)` is wrong where the sum itself is rounded: it takes
  /// 0.49999999999999994 to 1 and some odd numbers above 2⁵² to the next even one.
  @inlinable
  package func roundedHalfUp() -> Double {
    let floor = rounded(.down)
    return self - floor >= 0.5 ? floor + 1 : floor
  }

  /// Returns the value of `range` that is nearest to this one.
  @inlinable
  package func clamped(to range: ClosedRange<Double>) -> Double {
    Swift.min(range.upperBound, Swift.max(range.lowerBound, self))
  }
}

extension Double {
  /// Returns the whole part as an index, clamped to `0...last`.
  ///
  /// Infinite values are valid. NaN counts as zero.
  @inlinable
  package func clampedIndex(last: Int) -> Int {
    guard self > 0 else { return 0 }
    // `Double(last)` may round up to a value beyond `Int`. Any smaller `Double` fits.
    return self < Double(last) ? Int(self) : last
  }
}
