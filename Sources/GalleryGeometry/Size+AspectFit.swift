// SPDX-License-Identifier: Apache-2.0

extension Size {
  /// The largest side that the interaction models accept: 10⁹ points.
  ///
  /// Products of such lengths and factors stay finite.
  @inlinable
  package static var greatestSide: Double { 1e9 }

  /// Whether both sides are in `0...greatestSide`.
  @inlinable
  package var isUsable: Bool {
    (0...Self.greatestSide).contains(width) && (0...Self.greatestSide).contains(height)
  }

  /// Returns the largest size with the given aspect ratio that fits into this one.
  ///
  /// - Parameter aspectRatio: Width divided by height. `nil` or a ratio that is not positive and
  ///   finite means unknown.
  /// - Returns: This size if the ratio is unknown.
  @inlinable
  package func aspectFitted(_ aspectRatio: Double?) -> Size {
    guard let ratio = aspectRatio, ratio.isPositiveAndFinite else { return self }
    return width <= ratio * height
      ? Size(width: width, height: width / ratio) : Size(width: height * ratio, height: height)
  }
}

extension Point {
  /// Whether both coordinates are finite.
  @inlinable
  package var isFinite: Bool { x.isFinite && y.isFinite }

  /// The point with each coordinate clamped to ±10⁹.
  ///
  /// Gestures stay far below this limit, and sums and products of such numbers are finite.
  @inlinable
  package var limited: Point {
    Point(x: x.clamped(to: -1e9...1e9), y: y.clamped(to: -1e9...1e9))
  }
}
