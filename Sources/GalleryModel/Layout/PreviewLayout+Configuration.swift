// SPDX-License-Identifier: Apache-2.0

extension PreviewLayout {
  /// The parameters of a preview.
  ///
  /// The initializer validates every value.
  public struct Configuration: Hashable, Sendable {
    /// The gap between two pages, in points.
    public let interPageSpacing: Double

    /// The fraction of the viewport's length by which a page lags behind its window, in `0...1`.
    public let parallaxFactor: Double

    /// The axis along which pages are arranged.
    public let axis: Axis

    /// The side at which a horizontal document starts.
    ///
    /// A vertical document always starts at the top.
    public let layoutDirection: LayoutDirection

    /// Creates a configuration.
    ///
    /// - Parameters:
    ///   - interPageSpacing: The gap between two pages, in points.
    ///   - parallaxFactor: The strength of the parallax in `0...1`. Zero disables it.
    ///   - axis: The scroll axis.
    ///   - layoutDirection: The side at which a horizontal document starts.
    /// - Throws: `LayoutError.invalidLength` or `.invalidParallaxFactor`.
    public init(
      interPageSpacing: Double = standardInterPageSpacing,
      parallaxFactor: Double = standardParallaxFactor,
      axis: Axis = .horizontal,
      layoutDirection: LayoutDirection = .leftToRight
    ) throws(LayoutError) {
      guard interPageSpacing.isNonNegativeAndFinite else {
        throw .invalidLength(.interPageSpacing, found: interPageSpacing)
      }
      guard parallaxFactor >= 0, parallaxFactor <= 1 else {
        throw .invalidParallaxFactor(found: parallaxFactor)
      }
      self.interPageSpacing = interPageSpacing
      self.parallaxFactor = parallaxFactor
      self.axis = axis
      self.layoutDirection = layoutDirection
    }

    private init() {
      interPageSpacing = Self.standardInterPageSpacing
      parallaxFactor = Self.standardParallaxFactor
      axis = .horizontal
      layoutDirection = .leftToRight
    }
  }
}

extension PreviewLayout.Configuration {
  /// A horizontal document from left to right with the standard gap and parallax.
  public static var `default`: Self { Self() }

  /// 44 points: wide enough to separate two moving pages.
  public static var standardInterPageSpacing: Double { 44 }

  /// 0.3: a page moves at about two thirds of the speed of its window.
  public static var standardParallaxFactor: Double { 0.3 }
}
