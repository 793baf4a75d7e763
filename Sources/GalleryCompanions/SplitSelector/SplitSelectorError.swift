// SPDX-License-Identifier: Apache-2.0

/// The reason why a ``SplitSelector`` rejected a call.
///
/// A rejected call has no effect.
public enum SplitSelectorError: Error, Hashable, Sendable {
  /// A number argument of a gesture.
  public enum Input: String, Hashable, Sendable, CaseIterable {
    /// The distance that a finger has moved.
    case translation
    /// The velocity of a finger at its release.
    case velocity
  }

  /// A number in a configuration, with its valid range.
  public enum Number: String, Hashable, Sendable, CaseIterable {
    /// The height of a row, in `1...1e9`.
    case itemLength
    /// The fraction of its size that a row loses, in `0...1`.
    case scaleFactor
    /// The gap between the columns, in `0...1e9`.
    case interColumnSpacing
    /// The height of a header, in `0...1e9`.
    case headerHeight
    /// The space beside a header, in `0...1e9`.
    case headerInset
    /// The speed of animations, above 0 and at most 10.
    case speed
  }

  /// A number is infinite or NaN.
  case notFinite(Input, found: Double)

  /// A number in a configuration is out of range.
  case invalidNumber(Number, found: Double)

  /// A side of the viewport is not in `0...1e9` points.
  case invalidViewport(Size)

  /// The number of items is not in ``SplitSelector/counts``.
  case invalidCount(found: Int)

  /// There is no item at an index.
  case indexOutOfRange(Int, count: Int)
}

// Formatting a `Double` needs tables that an Embedded build does not contain.
#if !hasFeature(Embedded)

  extension SplitSelectorError: CustomStringConvertible {
    /// One sentence with the value found and the values allowed.
    public var description: String {
      switch self {
      case .notFinite(let input, let found):
        "The \(input) of a drag must be finite, but it is \(found)."
      case .invalidNumber(let number, let found):
        "The \(number.name) must be \(number.range), but it is \(found)."
      case .invalidViewport(let size):
        "The sides of the viewport must be in 0...1e9 points, but they are \(size)."
      case .invalidCount(let found):
        "The number of items must be in \(SplitSelector.counts), but it is \(found)."
      case .indexOutOfRange(let index, let count):
        "There is no item at index \(index) in a column of \(count)."
      }
    }
  }

  extension SplitSelectorError.Number {
    fileprivate var name: String {
      switch self {
      case .itemLength: "height of a row"
      case .scaleFactor: "scale factor"
      case .interColumnSpacing: "spacing between the columns"
      case .headerHeight: "height of a header"
      case .headerInset: "inset of a header"
      case .speed: "speed"
      }
    }

    fileprivate var range: String {
      switch self {
      case .itemLength: "in 1...1e9"
      case .scaleFactor: "in 0...1"
      case .interColumnSpacing, .headerHeight, .headerInset: "in 0...1e9"
      case .speed: "above 0 and at most 10"
      }
    }
  }

#endif
