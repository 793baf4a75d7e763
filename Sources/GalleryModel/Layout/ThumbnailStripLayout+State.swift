// SPDX-License-Identifier: Apache-2.0

extension ThumbnailStripLayout {
  /// The part of a gallery's state that determines a strip.
  public struct State: Hashable, Sendable {
    /// The item in the middle of the viewport; between two items, a fraction.
    ///
    /// Below zero and beyond the last item the strip is dragged beyond its end.
    public let position: Double

    /// The share of their expansion that the items near the position show, in `0...1`.
    public let expansionRate: Double

    /// The expansions that do not depend on the position.
    public let explicitExpansions: ExplicitExpansions

    /// Creates a state.
    ///
    /// - Parameters:
    ///   - position: The item in the middle of the viewport, or a point between two items. Any
    ///     finite number, also outside the strip.
    ///   - expansionRate: The share of their expansion that the items near the position show, in
    ///     `0...1`. 1 by default.
    ///   - explicitExpansions: The expansions that do not depend on the position. None by default.
    /// - Throws: `LayoutError.invalidPosition` or `.invalidExpansionRate`.
    public init(
      position: Double, expansionRate: Double = 1, explicitExpansions: ExplicitExpansions = .none
    ) throws(LayoutError) {
      guard position.isFinite else { throw .invalidPosition(found: position) }
      // A comparison with NaN is false.
      guard expansionRate >= 0, expansionRate <= 1 else {
        throw .invalidExpansionRate(found: expansionRate)
      }
      self.init(
        checkedPosition: position, expansionRate: expansionRate,
        explicitExpansions: explicitExpansions)
    }

    /// Creates the state of a strip at rest, with one item in the middle and expanded.
    ///
    /// - Parameter index: The index of that item.
    public init(restingAt index: Int) {
      self.init(
        checkedPosition: Double(index), expansionRate: 1, explicitExpansions: .none)
    }

    /// Creates a state from numbers that are known to be valid.
    init(
      checkedPosition position: Double, expansionRate: Double,
      explicitExpansions: ExplicitExpansions
    ) {
      self.position = position
      self.expansionRate = expansionRate
      self.explicitExpansions = explicitExpansions
    }
  }
}
