// SPDX-License-Identifier: Apache-2.0

/// The aspect ratio of a displayed page: the only part of its size that a gallery uses.
public struct PageShape: Hashable, Sendable {
  /// Width divided by height of the displayed page, positive and finite.
  public let aspectRatio: Double

  /// Creates a shape from a ratio.
  ///
  /// - Parameter aspectRatio: Width divided by height of the displayed page.
  /// - Throws: `PageShapeError.invalidAspectRatio` unless the ratio is positive and finite.
  public init(aspectRatio: Double) throws(PageShapeError) {
    guard aspectRatio.isPositiveAndFinite else {
      throw .invalidAspectRatio(found: aspectRatio)
    }
    self.aspectRatio = aspectRatio
  }

  /// Creates a shape from a ratio that is known to be valid.
  ///
  /// - Parameter aspectRatio: Width divided by height, positive and finite.
  @inlinable
  package init(checkedAspectRatio aspectRatio: Double) {
    self.aspectRatio = aspectRatio
  }

  /// Creates the shape of a page from its stored pixels.
  ///
  /// - Parameters:
  ///   - pixelSize: The size as stored, before the orientation is applied.
  ///   - density: The pixels per unit of length in each direction, before the orientation is
  ///     applied. Fax pages have pixels that are not square. Densities that are not positive and
  ///     finite, or that differ by 1 % at most, are ignored.
  ///   - orientation: The EXIF orientation. 5 to 8 swap the sides, all other values do not.
  /// - Throws: `PageShapeError.invalidSize` if a side is not in `1...PixelSize.maximumSide`.
  public init(
    _ pixelSize: PixelSize, density: Size? = nil, orientation: Int = 1
  ) throws(PageShapeError) {
    guard let stored = pixelSize.aspectRatio else { throw .invalidSize(pixelSize) }
    var ratio = stored
    if let density, let pixelRatio = Self.significantRatio(of: density) {
      ratio = (stored / pixelRatio).isPositiveAndFinite ? stored / pixelRatio : stored
    }
    aspectRatio = (5...8).contains(orientation) ? 1 / ratio : ratio
  }

  /// Horizontal divided by vertical density if they differ by more than 1 %.
  private static func significantRatio(of density: Size) -> Double? {
    guard let ratio = density.aspectRatio, max(ratio, 1 / ratio) > 1.01 else { return nil }
    return ratio
  }
}

#if !hasFeature(Embedded)
  extension PageShape: Codable {
    /// Reads the ratio.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: The decoder's own error, or `PageShapeError.invalidAspectRatio` unless the ratio is
    ///   positive and finite.
    public init(from decoder: any Decoder) throws {
      try self.init(aspectRatio: try decoder.singleValueContainer().decode(Double.self))
    }

    /// Writes the ratio.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: The encoder's own error.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(aspectRatio)
    }
  }
#endif
