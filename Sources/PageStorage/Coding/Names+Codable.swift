// SPDX-License-Identifier: Apache-2.0

import GalleryPages

// Document IDs are encoded as numbers and digests as hexadecimal digits.

extension DocumentID: LosslessStringConvertible {
  /// Creates an identifier from decimal digits.
  ///
  /// - Parameter description: Decimal digits; `nil` is returned for anything else.
  public init?(_ description: String) {
    guard let number = Int64(digits: description), number >= 0 else { return nil }
    self.init(number)
  }

  /// The decimal digits of the identifier.
  public var description: String { "\(rawValue)" }
}

/// A digest is a text of 64 lower-case hexadecimal digits.
extension ContentDigest: Codable, LosslessStringConvertible {
  /// Creates a digest from its text.
  ///
  /// - Parameter description: 64 hexadecimal digits; `nil` is returned for anything else.
  public init?(_ description: String) { self.init(text: description) }

  /// Reads a digest.
  ///
  /// - Parameter decoder: The decoder to read from.
  /// - Throws: The decoder's own error, also unless the text is 64 hexadecimal digits.
  public init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    guard let digest = ContentDigest(text: try value.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(
        in: value, debugDescription: "a digest has 64 hexadecimal digits")
    }
    self = digest
  }

  /// Writes the digits.
  ///
  /// - Parameter encoder: The encoder to write to.
  /// - Throws: The encoder's own error.
  public func encode(to encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    try value.encode(description)
  }
}

extension FileKind: Codable {}
extension PageStoreError.Limit: Codable {}
extension PageStoreError.UnfitTarget: Codable {}
