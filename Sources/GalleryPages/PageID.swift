// SPDX-License-Identifier: Apache-2.0

/// The name of a page: unique in a gallery, and the same for as long as the page lives.
public struct PageID: RawRepresentable, Hashable, Sendable, ExpressibleByIntegerLiteral {
  /// The number that stands for the page.
  public var rawValue: UInt64

  /// Creates a name.
  ///
  /// - Parameter rawValue: The number that stands for the page.
  public init(_ rawValue: UInt64) {
    self.rawValue = rawValue
  }

  /// Creates a name.
  ///
  /// - Parameter rawValue: The number that stands for the page.
  public init(rawValue: UInt64) {
    self.rawValue = rawValue
  }

  /// Creates a name from a literal.
  ///
  /// - Parameter value: The number that stands for the page.
  public init(integerLiteral value: UInt64) {
    self.init(value)
  }
}

#if !hasFeature(Embedded)
  extension PageID: Codable {}

  extension PageID: CustomStringConvertible {
    /// The number that stands for the page.
    public var description: String { "\(rawValue)" }
  }

  extension PageID: LosslessStringConvertible {
    /// Creates a name from its number.
    ///
    /// - Parameter description: Decimal digits; `nil` is returned for anything else.
    public init?(_ description: String) {
      guard let number = UInt64(digits: description) else { return nil }
      self.init(number)
    }
  }
#endif
