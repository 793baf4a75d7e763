// SPDX-License-Identifier: Apache-2.0

#if !hasFeature(Embedded)

  // Identifiers are printed as their numbers and read from them, as in the path of a URL.

  extension UpdateTicket: LosslessStringConvertible {
    /// Creates a ticket from its number.
    ///
    /// - Parameter description: Decimal digits; the result is `nil` for any other text.
    public init?(_ description: String) {
      guard let number = UInt64(digits: description) else { return nil }
      self.init(number: number)
    }

    /// Reads a ticket from its number.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: The decoder's own error.
    public init(from decoder: any Decoder) throws {
      self.init(number: try decoder.singleValueContainer().decode(UInt64.self))
    }

    /// Writes the number.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: The encoder's own error.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(number)
    }
  }

  extension GalleryTransactionID: LosslessStringConvertible, Codable {
    /// Creates an identifier from its number.
    ///
    /// - Parameter description: Decimal digits; the result is `nil` for any other text.
    public init?(_ description: String) {
      guard let number = UInt64(digits: description) else { return nil }
      self.init(number: number)
    }

    /// Reads an identifier from its number.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: The decoder's own error.
    public init(from decoder: any Decoder) throws {
      self.init(number: try decoder.singleValueContainer().decode(UInt64.self))
    }

    /// Writes the number.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: The encoder's own error.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(number)
    }
  }

#endif
