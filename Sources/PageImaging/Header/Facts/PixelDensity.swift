// SPDX-License-Identifier: Apache-2.0

/// The pixels of an image per unit of length, along each axis.
///
/// Both numbers are positive; a header whose numbers are not has no density.
public struct PixelDensity: Hashable, Sendable {
  /// The unit of length.
  public enum Unit: Hashable, Sendable {
    /// Nothing: only the ratio of the two numbers has a meaning.
    case aspect
    /// Pixels per inch.
    case inch
    /// Pixels per centimeter.
    case centimeter
    /// Pixels per meter.
    case meter
  }

  /// The difference from which pixels count as not square.
  ///
  /// Densities are stored rounded, so that 118 x 118.1 per centimeter must not stretch a page.
  /// Fax lines, the case that matters, differ by a factor of two.
  public static let squareTolerance = 0.01

  /// The ratio of the two numbers from which a header's density is not believed.
  ///
  /// The coarsest fax lines have a ratio of 2.1, and anamorphic pictures one below 3. What is far beyond
  /// is a field that was never meant, and would show a page as a line.
  public static let largestPlausibleRatio = 10.0

  /// Pixels per unit from left to right.
  public let x: Double
  /// Pixels per unit from top to bottom.
  public let y: Double
  /// The unit of both.
  public let unit: Unit

  /// Creates a density, or nil if a number is not positive and finite.
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

  /// The density, or nil and a note if it is not plausible.
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
