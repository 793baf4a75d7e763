// SPDX-License-Identifier: Apache-2.0

/// The reason why the parameters of a layout are invalid.
public enum LayoutError: Error, Hashable, Sendable {
  /// A length in a configuration.
  public enum Length: String, Hashable, Sendable, CaseIterable {
    /// The length across the scroll axis.
    case thumbnailHeight
    /// The gap between collapsed neighbors.
    case interItemSpacing
    /// The space that expansion adds around an item.
    case expandedMargin
    /// The distance beyond the viewport that counts as visible.
    case overscan
    /// The gap between two pages of the preview.
    case interPageSpacing
  }

  /// An aspect ratio in a configuration.
  public enum AspectRatio: String, Hashable, Sendable, CaseIterable {
    /// The ratio of a collapsed item.
    case `default`
    /// The narrowest ratio of an expanded item.
    case minimum
    /// The widest ratio of an expanded item.
    case maximum
  }

  /// A length is negative, infinite or NaN.
  case invalidLength(Length, found: Double)

  /// An aspect ratio is not positive and finite.
  case invalidAspectRatio(AspectRatio, found: Double)

  /// The minimum aspect ratio is above the maximum.
  case emptyAspectRatioRange(minimum: Double, maximum: Double)

  /// The narrowest item would be shorter expanded than collapsed, so that items could overlap.
  case negativeExpansion(points: Double)

  /// The lengths are so large that an item's extent is not finite.
  case extentOverflow(thumbnailHeight: Double)

  /// A side of the viewport is negative, infinite or NaN.
  case invalidViewport(Size)

  /// A scroll position is infinite or NaN.
  case invalidPosition(found: Double)

  /// The strength of the parallax is not in `0...1`.
  case invalidParallaxFactor(found: Double)

  /// An expansion rate is not in `0...1`.
  case invalidExpansionRate(found: Double)
}
