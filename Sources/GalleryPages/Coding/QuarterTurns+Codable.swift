// SPDX-License-Identifier: Apache-2.0

#if !hasFeature(Embedded)

  /// A rotation is a number of degrees clockwise: 0, 90, 180 or 270.
  extension QuarterTurns: Codable {
    /// Reads a rotation.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: The decoder's own error, also unless the number is one of the four.
    public init(from decoder: any Decoder) throws {
      let value = try decoder.singleValueContainer()
      let degrees = try value.decode(Int.self)
      guard (0..<360).contains(degrees), degrees % 90 == 0 else {
        throw DecodingError.dataCorruptedError(
          in: value, debugDescription: "\(degrees) degrees is not a rotation: use a multiple of 90")
      }
      self.init(degrees / 90)
    }

    /// Writes the degrees.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: The encoder's own error.
    public func encode(to encoder: any Encoder) throws {
      var value = encoder.singleValueContainer()
      try value.encode(count * 90)
    }
  }

#endif
