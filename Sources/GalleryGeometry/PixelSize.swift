// SPDX-License-Identifier: Apache-2.0

/// A width and a height in whole pixels.
///
/// For points see ``Size``.
public struct PixelSize: Hashable, Sendable {
  /// The longest side of a valid size: 2³¹ − 1, the most that PNG can express.
  @inlinable
  public static var maximumSide: Int { Int(Int32.max) }

  /// The number of pixels in a row.
  public var width: Int

  /// The number of rows.
  public var height: Int

  /// The empty size, which is not valid.
  @inlinable
  public static var zero: PixelSize { PixelSize(width: 0, height: 0) }

  /// Creates a size, valid or not.
  ///
  /// - Parameters:
  ///   - width: The number of pixels in a row.
  ///   - height: The number of rows.
  @inlinable
  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// Whether both sides are in `1...maximumSide`.
  @inlinable
  public var isValid: Bool {
    let sides = 1...Self.maximumSide
    return sides.contains(width) && sides.contains(height)
  }

  /// The number of pixels: zero if a side is not positive, `Int.max` if the product does not fit.
  ///
  /// It saturates, so that a limit can be checked before the size is validated. With 64-bit
  /// integers the count of a valid size is always exact.
  @inlinable
  public var pixelCount: Int {
    guard width > 0, height > 0 else { return 0 }
    let (count, overflow) = width.multipliedReportingOverflow(by: height)
    return overflow ? .max : count
  }

  /// Width divided by height, or `nil` if the size is not valid.
  ///
  /// It is the ratio of the displayed page only if the pixels are square.
  @inlinable
  public var aspectRatio: Double? {
    isValid ? Double(width) / Double(height) : nil
  }

  /// The size with its sides swapped.
  @inlinable
  public var transposed: PixelSize { PixelSize(width: height, height: width) }
}
