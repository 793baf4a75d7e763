// SPDX-License-Identifier: Apache-2.0

/// The reason why a ``Drawer`` rejected a call.
///
/// A rejected call has no effect.
public enum DrawerError: Error, Hashable, Sendable {
  /// A number argument of a gesture.
  public enum Input: String, Hashable, Sendable, CaseIterable {
    /// The distance that a finger has moved.
    case translation
    /// The velocity of a finger at its release.
    case velocity
  }

  /// A height in a drawer.
  public enum Height: String, Hashable, Sendable, CaseIterable {
    /// The height of a content.
    case content
    /// The height of content whose height is unknown.
    case defaultContent
    /// The height of a hidden drawer.
    case peek
  }

  /// A number is infinite or NaN.
  case notFinite(Input, found: Double)

  /// A height is not in `0...1e9` points.
  case invalidHeight(Height, found: Double)

  /// A side of the viewport is not in `0...1e9` points.
  case invalidViewport(Size)

  /// The speed of animations is not above 0 and at most 10.
  case invalidSpeed(found: Double)
}

// Formatting a `Double` needs tables that an Embedded build does not contain.
#if !hasFeature(Embedded)

  extension DrawerError: CustomStringConvertible {
    /// One sentence with the value found and the values allowed.
    public var description: String {
      switch self {
      case .notFinite(let input, let found):
        "The \(input) of a drag must be finite, but it is \(found)."
      case .invalidHeight(let height, let found):
        "The \(height.name) must be in 0...1e9 points, but it is \(found)."
      case .invalidViewport(let size):
        "The sides of the viewport must be in 0...1e9 points, but they are \(size)."
      case .invalidSpeed(let found):
        "The speed must be above 0 and at most 10, but it is \(found)."
      }
    }
  }

  extension DrawerError.Height {
    fileprivate var name: String {
      switch self {
      case .content: "height of the content"
      case .defaultContent: "default height of content"
      case .peek: "height of a hidden drawer"
      }
    }
  }

#endif
