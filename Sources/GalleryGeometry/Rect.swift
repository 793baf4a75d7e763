// SPDX-License-Identifier: Apache-2.0

/// An axis-aligned rectangle, in points.
///
/// For pixels see ``PixelRect``.
public struct Rect: Hashable, Sendable {
  /// The corner with the smallest coordinates.
  public var origin: Point

  /// The extent to the right of and below the origin.
  public var size: Size

  /// The empty rectangle at the origin.
  @inlinable
  public static var zero: Rect { Rect(origin: .zero, size: .zero) }

  /// Creates a rectangle from its origin.
  ///
  /// - Parameters:
  ///   - origin: The corner with the smallest coordinates.
  ///   - size: The extent to the right of and below the origin.
  @inlinable
  public init(origin: Point, size: Size) {
    self.origin = origin
    self.size = size
  }

  /// Creates a rectangle from its center.
  ///
  /// - Parameters:
  ///   - center: The point where the diagonals cross.
  ///   - size: The full extent, half of it on each side of the center.
  @inlinable
  public init(center: Point, size: Size) {
    self.init(
      origin: Point(x: center.x - size.width / 2, y: center.y - size.height / 2),
      size: size
    )
  }

  /// The left edge.
  @inlinable
  public var minX: Double { origin.x }

  /// The top edge.
  @inlinable
  public var minY: Double { origin.y }

  /// The right edge.
  @inlinable
  public var maxX: Double { origin.x + size.width }

  /// The bottom edge.
  @inlinable
  public var maxY: Double { origin.y + size.height }

  /// The point where the diagonals cross.
  @inlinable
  public var center: Point {
    Point(x: origin.x + size.width / 2, y: origin.y + size.height / 2)
  }

  /// Returns whether the rectangle contains a point.
  ///
  /// The left and top edges belong to the rectangle, the right and bottom edges do not, so that a
  /// point on a shared edge is in exactly one of two neighbors.
  ///
  /// - Parameter point: The point to test.
  /// - Returns: `false` also if a coordinate is NaN.
  @inlinable
  public func contains(_ point: Point) -> Bool {
    minX <= point.x && point.x < maxX && minY <= point.y && point.y < maxY
  }

  /// The rectangle with its x and y axes swapped.
  @inlinable
  public var transposed: Rect { Rect(origin: origin.transposed, size: size.transposed) }
}

#if !hasFeature(Embedded)
  extension Rect: Codable {}
#endif
