// SPDX-License-Identifier: Apache-2.0

/// The reason why a ``PageZoom`` refused a call.
///
/// A refused call changes nothing.
public enum ZoomError: Error, Hashable, Sendable {
  /// A point or a vector that comes with a gesture.
  public enum Input: String, Hashable, Sendable, CaseIterable {
    /// The place of a tap, or the middle of two fingers.
    case location
    /// The distance that a finger has moved.
    case translation
    /// The speed at which a finger left.
    case velocity
  }

  /// A coordinate is infinite or not a number.
  case notFinite(Input, found: Point)

  /// A scale is not a positive finite number.
  case invalidScale(found: Double)

  /// A side of the viewport is not in `0...1e9` points.
  case invalidViewport(Size)

  /// The aspect ratio of a page is not a positive finite number.
  case invalidAspectRatio(found: Double)

  /// The greatest scale is not in ``PageZoom/Configuration/scales``.
  case invalidMaximumScale(found: Double)

  /// The scale of a double tap is not in ``PageZoom/Configuration/scales``.
  case invalidDoubleTapScale(found: Double)

  /// The speed of animations is not above 0 and at most 10.
  case invalidSpeed(found: Double)
}

// The text of a `Double` needs tables that an Embedded build does not carry.
#if !hasFeature(Embedded)

  extension ZoomError: CustomStringConvertible {
    /// One sentence that says what was found and what is allowed.
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
        "The greatest scale must be in \(PageZoom.Configuration.scales), but it is \(found)."
      case .invalidDoubleTapScale(let found):
        "The scale of a double tap must be in \(PageZoom.Configuration.scales), "
          + "but it is \(found)."
      case .invalidSpeed(let found):
        "The speed must be above 0 and at most 10, but it is \(found)."
      }
    }
  }

#endif
