// SPDX-License-Identifier: Apache-2.0

/// The reason why the parameters of an appearance are invalid.
public enum AppearanceError: Error, Hashable, Sendable {
  /// A scale is negative, infinite or NaN, or above 10⁹.
  case invalidScale(found: Double)

  /// A distance is infinite or NaN, or more than 10⁹ points.
  case invalidOffset(found: Double)

  /// An opacity is not in `0...1`.
  case invalidAlpha(found: Double)

  /// A duration is negative.
  case invalidDuration(found: Duration)

  /// The speed of animations is not above 0 and at most 10.
  case invalidSpeed(found: Double)
}

// Formatting a `Double` needs tables that an Embedded build does not contain.
#if !hasFeature(Embedded)

  extension AppearanceError: CustomStringConvertible {
    /// One sentence with the value found and the values allowed.
    public var description: String {
      switch self {
      case .invalidScale(let found):
        "The first scale of an effect must be in 0...1e9, but it is \(found)."
      case .invalidOffset(let found):
        "The first offset of an effect must be in -1e9...1e9 points, but it is \(found)."
      case .invalidAlpha(let found):
        "The first opacity of an effect must be in 0...1, but it is \(found)."
      case .invalidDuration(let found):
        "The time of an effect must not be negative, but it is \(found)."
      case .invalidSpeed(let found):
        "The speed must be above 0 and at most 10, but it is \(found)."
      }
    }
  }

#endif
