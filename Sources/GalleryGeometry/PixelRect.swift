// SPDX-License-Identifier: Apache-2.0

/// An axis-aligned rectangle of whole pixels.
///
/// For points see ``Rect``.
public struct PixelRect: Hashable, Sendable {
  /// The column of the leftmost pixels.
  public var x: Int

  /// The row of the topmost pixels.
  public var y: Int

  /// The number of columns and rows.
  public var size: PixelSize

  /// The empty rectangle at the origin.
  @inlinable
  public static var zero: PixelRect { PixelRect(x: 0, y: 0, size: .zero) }

  /// Creates a rectangle.
  ///
  /// - Parameters:
  ///   - x: The column of the leftmost pixels.
  ///   - y: The row of the topmost pixels.
  ///   - size: The number of columns and rows.
  @inlinable
  public init(x: Int, y: Int, size: PixelSize) {
    self.x = x
    self.y = y
    self.size = size
  }

  /// Whether the rectangle contains no pixels.
  @inlinable
  public var isEmpty: Bool { size.width <= 0 || size.height <= 0 }

  /// The column after the rightmost pixels.
  ///
  /// - Precondition: The sum of `x` and the width fits in `Int`.
  @inlinable
  public var maxX: Int { x + size.width }

  /// The row after the bottommost pixels.
  ///
  /// - Precondition: The sum of `y` and the height fits in `Int`.
  @inlinable
  public var maxY: Int { y + size.height }
}

// MARK: - Snapping

extension PixelRect {
  /// The largest coordinate that snapping returns: the difference of two of them still fits in
  /// `Int`.
  @inlinable
  package static var edgeLimit: Int { Int.max / 4 + 1 }

  /// Creates the rectangle of whole pixels nearest to a rectangle in points.
  ///
  /// Each edge is rounded separately, halves up; the size is the difference of the rounded edges.
  /// Rounding keeps order, so rectangles that do not overlap in points do not overlap in pixels,
  /// and rectangles that share an edge still share it. Rounding the size instead would let a
  /// rectangle grow over its neighbor.
  ///
  ///     points at scale 1     0.0     1.5     3.0
  ///                            |   a   |   b   |
  ///     pixels                 0       2       3     a: 0..<2, b: 2..<3
  ///
  /// A rectangle with a negative side becomes empty. Edges are clamped to a fixed limit of at least
  /// 2²⁹ pixels.
  ///
  /// - Parameters:
  ///   - rect: The rectangle, in points.
  ///   - scale: The number of pixels per point.
  /// - Precondition: The coordinates of `rect` are finite, `scale` is finite and positive.
  @inlinable
  public init(snapping rect: Rect, scale: Double) {
    precondition(scale.isPositiveAndFinite, "scale must be positive and finite")
    precondition(
      rect.minX.isFinite && rect.minY.isFinite
        && rect.size.width.isFinite && rect.size.height.isFinite,
      "only a rectangle with finite coordinates can be snapped"
    )
    let left = Self.snappedEdge(rect.minX * scale)
    let top = Self.snappedEdge(rect.minY * scale)
    let right = max(left, Self.snappedEdge(rect.maxX * scale))
    let bottom = max(top, Self.snappedEdge(rect.maxY * scale))
    self.init(x: left, y: top, size: PixelSize(width: right - left, height: bottom - top))
  }

  @usableFromInline
  static func snappedEdge(_ edge: Double) -> Int {
    let limit = Double(edgeLimit)
    // The product may be infinite, and only a value within the limit converts to `Int`.
    return Int(edge.roundedHalfUp().clamped(to: -limit...limit))
  }
}
