// SPDX-License-Identifier: Apache-2.0

/// A direction in the plane along which content is laid out and scrolled.
public enum Axis: String, Hashable, Sendable, CaseIterable {
  /// From left to right, or from right to left under ``LayoutDirection/rightToLeft``.
  case horizontal

  /// From top to bottom.
  case vertical

  /// The axis at a right angle to this one.
  @inlinable
  public var perpendicular: Axis { self == .horizontal ? .vertical : .horizontal }
}

extension Point {
  /// Returns a point from its coordinates along and across `axis`.
  @inlinable
  package init(main: Double, cross: Double, axis: Axis) {
    self = axis == .horizontal ? Point(x: main, y: cross) : Point(x: cross, y: main)
  }
}

extension Size {
  /// Creates a size from its lengths along and across `axis`.
  @inlinable
  package init(main: Double, cross: Double, axis: Axis) {
    self =
      axis == .horizontal
      ? Size(width: main, height: cross) : Size(width: cross, height: main)
  }
}

#if !hasFeature(Embedded)
  extension Axis: Codable {}
#endif
