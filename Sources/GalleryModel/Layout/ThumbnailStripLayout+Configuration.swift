// SPDX-License-Identifier: Apache-2.0

extension ThumbnailStripLayout {
  /// The lengths and ratios of a strip.
  ///
  /// The initializer validates every value.
  public struct Configuration: Hashable, Sendable {
    /// The length of an item across the scroll axis, in points.
    ///
    /// In a vertical strip it is the width of the items.
    public let thumbnailHeight: Double

    /// The length of a collapsed item along the scroll axis, as a fraction of `thumbnailHeight`.
    ///
    /// A page of unknown size also has this ratio, so that expansion does not change it.
    public let defaultAspectRatio: Double

    /// The gap between two collapsed neighbors, in points.
    public let interItemSpacing: Double

    /// The space that a fully expanded item adds around itself, in points, half on each side.
    public let expandedMargin: Double

    /// The minimum ratio of main to cross length of an expanded item.
    public let minimumAspectRatio: Double

    /// The maximum ratio of main to cross length of an expanded item.
    public let maximumAspectRatio: Double

    /// The axis along which the strip scrolls.
    public let axis: Axis

    /// The side at which a horizontal strip starts.
    ///
    /// A vertical strip always starts at the top.
    public let layoutDirection: LayoutDirection

    /// The distance beyond each end of the viewport that counts as visible, in points.
    public let overscan: Double

    /// Creates a configuration.
    ///
    /// An expanding item must push its neighbors away at least as fast as it grows toward them,
    /// otherwise they would overlap. The narrowest item determines the condition:
    /// `thumbnailHeight * (minimumAspectRatio - defaultAspectRatio) + expandedMargin >= 0`.
    ///
    /// - Parameters:
    ///   - thumbnailHeight: The length of an item across the scroll axis, in points.
    ///   - defaultAspectRatio: The ratio of a collapsed item and of a page of unknown size.
    ///   - interItemSpacing: The gap between two collapsed neighbors, in points.
    ///   - expandedMargin: The space around a fully expanded item, in points.
    ///   - minimumAspectRatio: The minimum ratio of an expanded item.
    ///   - maximumAspectRatio: The maximum ratio of an expanded item.
    ///   - axis: The scroll axis.
    ///   - layoutDirection: The side at which a horizontal strip starts.
    ///   - overscan: The distance beyond the viewport that counts as visible, in points.
    /// - Throws: `LayoutError.invalidLength` or `.invalidAspectRatio` for a single invalid number,
    ///   `.emptyAspectRatioRange`, `.negativeExpansion` or `.extentOverflow` for an invalid
    ///   combination.
    public init(
      thumbnailHeight: Double = standardThumbnailHeight,
      defaultAspectRatio: Double = standardAspectRatio,
      interItemSpacing: Double = standardInterItemSpacing,
      expandedMargin: Double = standardExpandedMargin,
      minimumAspectRatio: Double = standardMinimumAspectRatio,
      maximumAspectRatio: Double = standardMaximumAspectRatio,
      axis: Axis = .horizontal,
      layoutDirection: LayoutDirection = .leftToRight,
      overscan: Double = 0
    ) throws(LayoutError) {
      self.thumbnailHeight = thumbnailHeight
      self.defaultAspectRatio = defaultAspectRatio
      self.interItemSpacing = interItemSpacing
      self.expandedMargin = expandedMargin
      self.minimumAspectRatio = minimumAspectRatio
      self.maximumAspectRatio = maximumAspectRatio
      self.axis = axis
      self.layoutDirection = layoutDirection
      self.overscan = overscan
      try validate()
    }

    private init() {
      thumbnailHeight = Self.standardThumbnailHeight
      defaultAspectRatio = Self.standardAspectRatio
      interItemSpacing = Self.standardInterItemSpacing
      expandedMargin = Self.standardExpandedMargin
      minimumAspectRatio = Self.standardMinimumAspectRatio
      maximumAspectRatio = Self.standardMaximumAspectRatio
      axis = .horizontal
      layoutDirection = .leftToRight
      overscan = 0
    }
  }
}

// MARK: - Defaults

extension ThumbnailStripLayout.Configuration {
  /// A horizontal strip from left to right with all lengths and ratios at their defaults.
  public static var `default`: Self { Self() }

  /// 66 points: high enough to distinguish pages, and low enough to leave room for the preview.
  public static var standardThumbnailHeight: Double { 66 }

  /// One half: a collapsed item is a narrow slice of its page.
  public static var standardAspectRatio: Double { 0.5 }

  /// 4 points between collapsed neighbors.
  public static var standardInterItemSpacing: Double { 4 }

  /// 20 points: 10 on each side separate the open item from the rest.
  public static var standardExpandedMargin: Double { 20 }

  /// One fifth: with the other defaults, just wide enough to exclude overlaps.
  public static var standardMinimumAspectRatio: Double { 0.2 }

  /// Five, the reciprocal of the minimum, so that both axes are treated alike.
  public static var standardMaximumAspectRatio: Double { 5 }
}

// MARK: - Validation

extension ThumbnailStripLayout.Configuration {
  private func validate() throws(LayoutError) {
    try check(thumbnailHeight, .thumbnailHeight)
    try check(interItemSpacing, .interItemSpacing)
    try check(expandedMargin, .expandedMargin)
    try check(overscan, .overscan)
    try check(defaultAspectRatio, .default)
    try check(minimumAspectRatio, .minimum)
    try check(maximumAspectRatio, .maximum)
    guard minimumAspectRatio <= maximumAspectRatio else {
      throw .emptyAspectRatioRange(minimum: minimumAspectRatio, maximum: maximumAspectRatio)
    }
    let widestRatio = max(defaultAspectRatio, maximumAspectRatio)
    guard (thumbnailHeight * widestRatio + interItemSpacing + expandedMargin).isFinite else {
      throw .extentOverflow(thumbnailHeight: thumbnailHeight)
    }
    let narrowest = extraLength(forRatio: minimumAspectRatio)
    guard narrowest >= 0 else { throw .negativeExpansion(points: narrowest) }
  }

  private func check(_ value: Double, _ length: LayoutError.Length) throws(LayoutError) {
    guard value.isNonNegativeAndFinite else { throw .invalidLength(length, found: value) }
  }

  private func check(_ value: Double, _ ratio: LayoutError.AspectRatio) throws(LayoutError) {
    guard value.isPositiveAndFinite else { throw .invalidAspectRatio(ratio, found: value) }
  }
}
