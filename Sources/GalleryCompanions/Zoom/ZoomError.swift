// SPDX-License-Identifier: Apache-2.0

/// The reason why a ``PageZoom`` rejected a call.
///
/// A rejected call has no effect.
public enum ZoomError: Error, Hashable, Sendable {
  /// A point or vector argument of a gesture.
  public enum Input: String, Hashable, Sendable, CaseIterable {
    /// The location of a tap, or the center of two fingers.
    case location
    /// The distance that a finger has moved.
    case translation
    /// The velocity of a finger at its release.
    case velocity
  }

  /// A coordinate is infinite or NaN.
  case notFinite(Input, found: Point)

  /// A scale is not positive and finite.
  case invalidScale(found: Double)

  /// A side of the viewport is not in `0...1e9` points.
  case invalidViewport(Size)

  /// The aspect ratio of a page is not positive and finite.
  case invalidAspectRatio(found: Double)

  /// The maximum scale is not in ``PageZoom/Configuration/scales``.
  case invalidMaximumScale(found: Double)

  /// The scale of a double tap is not in ``PageZoom/Configuration/scales``.
  case invalidDoubleTapScale(found: Double)

  /// The speed of animations is not above 0 and at most 10.
  case invalidSpeed(found: Double)
}

// Formatting a `Double` needs tables that an Embedded build does not contain.
#if !hasFeature(Embedded)

  extension ZoomError: CustomStringConvertible {
    /// One sentence with the value found and the values allowed.
    public var description: String {
      switch self {
      case .notFinite(let input, let found):
        "The \(input) of a gesture must be finite, but it is \(found)."
      case .invalidScale(let found):
        "The scale of a pinch must be positive and finite, but it is \(found)."
      case .invalidViewport(let size):
        "The sides of the viewport must be in 0...1e9 points, but they are \(size)."
      case .invalidAspectRatio(let found):
        "The aspect ratio of a page must be positive and finite, but it is \(found)."
      case .invalidMaximumScale(let found):
        "The maximum scale must be in \(PageZoom.Configuration.scales), but it is \(found)."
      case .invalidDoubleTapScale(let found):
        "The scale of a double tap must be in \(PageZoom.Configuration.scales), "
          + "but it is \(found)."
      case .invalidSpeed(let found):
        "The speed must be above 0 and at most 10, but it is \(found)."
      }
    }
  }

#endif
