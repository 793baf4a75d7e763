// SPDX-License-Identifier: Apache-2.0

/// A width and a height, in points.
///
/// For pixels see ``PixelSize``.
public struct Size: Hashable, Sendable {
  /// The horizontal length, in points.
  public var width: Double

  /// The vertical length, in points.
  public var height: Double

  /// The empty size.
  @inlinable
  public static var zero: Size { Size(width: 0, height: 0) }

  /// Creates a size.
  ///
  /// - Parameters:
  ///   - width: The horizontal length, in points.
  ///   - height: The vertical length, in points.
  @inlinable
  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  /// Returns the length along `axis`.
  ///
  /// - Parameter axis: The axis to measure along.
  /// - Returns: `width` for the horizontal axis, `height` for the vertical one.
  @inlinable
  public func length(along axis: Axis) -> Double {
    axis == .horizontal ? width : height
  }

  /// Width divided by height, or `nil` if a side or the quotient is not positive and finite.
  @inlinable
  public var aspectRatio: Double? {
    guard width.isPositiveAndFinite, height.isPositiveAndFinite else { return nil }
    let ratio = width / height
    return ratio.isPositiveAndFinite ? ratio : nil
  }

  /// The size with its sides swapped.
  @inlinable
  public var transposed: Size { Size(width: height, height: width) }
}

#if !hasFeature(Embedded)
  extension Size: Codable {}
#endif
