// SPDX-License-Identifier: Apache-2.0

/// A position in a plane, in points.
///
/// The x axis points right, the y axis points down.
public struct Point: Hashable, Sendable {
  /// The distance from the left, in points.
  public var x: Double

  /// The distance from the top, in points.
  public var y: Double

  /// The origin.
  @inlinable
  public static var zero: Point { Point(x: 0, y: 0) }

  /// Creates a point.
  ///
  /// - Parameters:
  ///   - x: The distance from the left, in points.
  ///   - y: The distance from the top, in points.
  @inlinable
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// Returns the coordinate that grows along `axis`.
  ///
  /// - Parameter axis: The axis to read.
  /// - Returns: `x` for the horizontal axis, `y` for the vertical one.
  @inlinable
  public func coordinate(along axis: Axis) -> Double {
    axis == .horizontal ? x : y
  }

  /// The point with its coordinates swapped.
  @inlinable
  public var transposed: Point { Point(x: y, y: x) }
}

#if !hasFeature(Embedded)
  extension Point: Codable {}
#endif
