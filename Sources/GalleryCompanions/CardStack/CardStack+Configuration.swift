// SPDX-License-Identifier: Apache-2.0

extension CardStack {
  /// The rule for the angle of a dragged card.
  public enum Rotation: String, Hashable, Sendable, CaseIterable {
    /// In proportion to the translation, with the opposite sign if the finger holds the lower half.
    case proportional

    /// The tangent of half of the translation in widths, 0.5463 radians at most, for both halves.
    case tangent
  }

  /// The rule for when a released card leaves.
  public enum ReleaseRule: String, Hashable, Sendable, CaseIterable {
    /// By distance or by speed.
    case distanceOrSpeed

    /// By distance alone: more than 250/300 of the width to the right, or more than 215/300 to the
    /// left.
    case legacy
  }

  /// The configuration of a stack.
  public struct Configuration: Hashable, Sendable {
    /// The number of visible cards, in ``visibleCounts``.
    public var maximumVisibleCards = 3

    /// The distance by which each card is narrower than the one above, on each side, in points.
    public var horizontalInset = 10.0

    /// The distance by which each card is lower than the one above, in points.
    public var verticalInset = 10.0

    /// The distance from which on a released card leaves, as a fraction of the width.
    public var distanceThreshold = 0.5

    /// The speed from which on a released card leaves, in points per second.
    public var speedThreshold = 1100.0

    /// The largest angle of a dragged card, in radians.
    public var maximumRotation = Double.pi / 10

    /// The distance that a leaving card moves: along its direction, and downward for left and
    /// right.
    public var exitOffset = Size(width: 200, height: 75)

    /// The directions in which cards may be swiped.
    public var allowedDirections: CardDirections = [.left, .right]

    /// The rule for the angle of a dragged card.
    public var rotation = Rotation.proportional

    /// The rule for when a released card leaves.
    public var releaseRule = ReleaseRule.distanceOrSpeed

    /// Whether the cards behind come forward while the card on top is dragged away.
    public var backgroundFollows = true

    /// The speed of all animations, above 0 and at most 10.
    public var speed = 1.0

    /// Whether all animations take no time.
    public var reducedMotion = false

    /// The valid numbers of visible cards.
    public static var visibleCounts: ClosedRange<Int> { 1...64 }

    /// Creates a configuration with all values at their defaults.
    public init() {}

    func validate() throws(CardStackError) {
      guard Self.visibleCounts.contains(maximumVisibleCards) else {
        throw .invalidVisibleCount(found: maximumVisibleCards)
      }
      try check(horizontalInset, .horizontalInset)
      try check(verticalInset, .verticalInset)
      try check(distanceThreshold, .distanceThreshold)
      try check(speedThreshold, .speedThreshold)
      try check(maximumRotation, .maximumRotation)
      try check(exitOffset.width, .exitOffset)
      try check(exitOffset.height, .exitOffset)
      guard AnimationSpeed.isValid(speed: speed) else { throw .invalidSpeed(found: speed) }
    }

    private func check(
      _ value: Double, _ number: CardStackError.Number
    ) throws(CardStackError) {
      guard (0...1e9).contains(value) else { throw .invalidNumber(number, found: value) }
    }

    var pace: AnimationSpeed { AnimationSpeed(speed: speed, isReduced: reducedMotion) }
  }
}

#if !hasFeature(Embedded)
  extension CardStack.Rotation: Codable {}
  extension CardStack.ReleaseRule: Codable {}
  extension CardStack.Configuration: Codable {}
#endif
