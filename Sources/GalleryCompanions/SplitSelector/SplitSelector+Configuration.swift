// SPDX-License-Identifier: Apache-2.0

extension SplitSelector {
  /// The arrangement of the rows of a column.
  public enum Variant: String, Hashable, Sendable, CaseIterable {
    /// One below the other, smaller and fainter away from the middle.
    case list
    /// On a drum: rows away from the middle lie behind the nearer ones.
    case drum
  }

  /// The configuration of a selector.
  public struct Configuration: Hashable, Sendable {
    /// The height of a row in points; `nil` for 300, or 230 in viewports up to 320 points wide.
    public var itemLength: Double?

    /// The fraction of its size that a row loses 200 points away from the middle, in `0...1`.
    ///
    /// 0.6 leaves a scale of 0.4. A smaller value such as 0.4, which leaves 0.6, has a weaker
    /// effect.
    public var scaleFactor = 0.6

    /// The gap between the two columns, in points.
    public var interColumnSpacing = 4.0

    /// The height of a header, in points.
    public var headerHeight = 60.0

    /// The space beside a header, in points.
    public var headerInset = 16.0

    /// The arrangement of the rows.
    public var variant = Variant.list

    /// The speed of all animations, above 0 and at most 10.
    public var speed = 1.0

    /// Whether all animations take no time.
    public var reducedMotion = false

    /// Creates a configuration with all values at their defaults.
    public init() {}

    func validate() throws(SplitSelectorError) {
      try check(itemLength ?? 300, in: 1...Size.greatestSide, .itemLength)
      try check(scaleFactor, in: 0...1, .scaleFactor)
      try check(interColumnSpacing, in: 0...Size.greatestSide, .interColumnSpacing)
      try check(headerHeight, in: 0...Size.greatestSide, .headerHeight)
      try check(headerInset, in: 0...Size.greatestSide, .headerInset)
      guard AnimationSpeed.isValid(speed: speed) else { throw .invalidNumber(.speed, found: speed) }
    }

    private func check(
      _ value: Double, in range: ClosedRange<Double>, _ number: SplitSelectorError.Number
    ) throws(SplitSelectorError) {
      guard range.contains(value) else { throw .invalidNumber(number, found: value) }
    }

    var pace: AnimationSpeed { AnimationSpeed(speed: speed, isReduced: reducedMotion) }

    /// Returns the height of a row in a viewport.
    func itemLength(in viewport: Size) -> Double {
      itemLength ?? (viewport.width <= 320 ? 230 : 300)
    }
  }
}

#if !hasFeature(Embedded)
  extension SplitSelector.Variant: Codable {}
  extension SplitSelector.Configuration: Codable {}
#endif
