// SPDX-License-Identifier: Apache-2.0

/// The pixels of an image per unit of length, along each axis.
///
/// Both numbers are positive: a header with other numbers has no density.
public struct PixelDensity: Hashable, Sendable {
  /// The unit of length.
  public enum Unit: Hashable, Sendable {
    /// No unit: only the ratio of the two numbers has a meaning.
    case aspect
    /// Pixels per inch.
    case inch
    /// Pixels per centimeter.
    case centimeter
    /// Pixels per meter.
    case meter
  }

  /// The relative difference of the densities up to which pixels count as square.
  ///
  /// Stored densities are rounded: 118 x 118.1 per centimeter must not stretch a page. The
  /// densities of fax pages, the common case of pixels that are not square, differ by a factor of
  /// two.
  public static let squareTolerance = 0.01

  /// The largest ratio of the two densities that is plausible.
  ///
  /// The coarsest fax pages have a ratio of 2.1, and anamorphic pictures one below 3. A far larger
  /// ratio comes from a wrong field, and would show a page as a line.
  public static let largestPlausibleRatio = 10.0

  /// Pixels per unit from left to right.
  public let x: Double
  /// Pixels per unit from top to bottom.
  public let y: Double
  /// The unit of both densities.
  public let unit: Unit

  /// Creates a density; `nil` if a number is not positive and finite.
  public init?(x: Double, y: Double, unit: Unit) {
    guard x > 0, y > 0, x.isFinite, y.isFinite else { return nil }
    self.x = x
    self.y = y
    self.unit = unit
  }

  /// Whether the two densities differ by at most a factor of ``largestPlausibleRatio``.
  public var isPlausible: Bool {
    max(x, y) <= min(x, y) * Self.largestPlausibleRatio
  }

  /// Returns the density; `nil`, with a note appended to `notes`, if it is implausible.
  func ifPlausible(noting notes: inout [ImageHeader.Note]) -> PixelDensity? {
    guard !isPlausible else { return self }
    notes.append(.implausibleDensity(x: x, y: y))
    return nil
  }

  /// Whether the two densities differ by at most 1 %.
  public var isSquare: Bool {
    max(x, y) <= min(x, y) * (1 + Self.squareTolerance)
  }
}
