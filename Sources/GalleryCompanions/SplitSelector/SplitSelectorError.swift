// SPDX-License-Identifier: Apache-2.0

/// The reason why a ``SplitSelector`` refused a call.
///
/// A refused call changes nothing.
public enum SplitSelectorError: Error, Hashable, Sendable {
  /// A number that comes with a gesture.
  public enum Input: String, Hashable, Sendable, CaseIterable {
    /// The distance that a finger has moved.
    case translation
    /// The speed at which a finger left.
    case velocity
  }

  /// A number that a configuration is made of, with the values that it can have.
  public enum Number: String, Hashable, Sendable, CaseIterable {
    /// The height of a row, in `1...1e9`.
    case itemLength
    /// The share of its size that a row loses, in `0...1`.
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

  /// A number is infinite or not a number.
  case notFinite(Input, found: Double)

  /// A number of a configuration is out of its range.
  case invalidNumber(Number, found: Double)

  /// A side of the viewport is not in `0...1e9` points.
  case invalidViewport(Size)

  /// The number of items is not in ``SplitSelector/counts``.
  case invalidCount(found: Int)

  /// There is no item at an index.
  case indexOutOfRange(Int, count: Int)
}

// The text of a `Double` needs tables that an Embedded build does not carry.
#if !hasFeature(Embedded)

  extension SplitSelectorError: CustomStringConvertible {
    /// One sentence that says what was found and what is allowed.
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
      case .interColumnSpacing: "gap between the columns"
      case .headerHeight: "height of a header"
      case .headerInset: "space beside a header"
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
