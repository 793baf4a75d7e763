// SPDX-License-Identifier: Apache-2.0

/// The identifier of a page: unique in a gallery and constant for the life of the page.
public struct PageID: RawRepresentable, Hashable, Sendable, ExpressibleByIntegerLiteral {
  /// The number that identifies the page.
  public var rawValue: UInt64

  /// Creates an identifier.
  ///
  /// - Parameter rawValue: The number that identifies the page.
  public init(_ rawValue: UInt64) {
    self.rawValue = rawValue
  }

  /// Creates an identifier.
  ///
  /// - Parameter rawValue: The number that identifies the page.
  public init(rawValue: UInt64) {
    self.rawValue = rawValue
  }

  /// Creates an identifier from a literal.
  ///
  /// - Parameter value: The number that identifies the page.
  public init(integerLiteral value: UInt64) {
    self.init(value)
  }
}

#if !hasFeature(Embedded)
  extension PageID: Codable {}

  extension PageID: CustomStringConvertible {
    /// The number as decimal digits.
    public var description: String { "\(rawValue)" }
  }

  extension PageID: LosslessStringConvertible {
    /// Creates an identifier from its number.
    ///
    /// - Parameter description: Decimal digits; the result is `nil` for any other text.
    public init?(_ description: String) {
      guard let number = UInt64(digits: description) else { return nil }
      self.init(number)
    }
  }
#endif
