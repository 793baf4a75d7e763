// SPDX-License-Identifier: Apache-2.0

#if !hasFeature(Embedded)

  import GalleryModel

  /// An error is an object with a stable code, the facts, and a message for people, which decoding
  /// ignores:
  ///
  ///     {"code": "gap", "expected": 4, "found": 6, "message": "..."}
  ///     {"code": "invalid", "error": {...}, "message": "..."}
  ///
  /// `error` is an `UpdateError`.
  extension GalleryPagesChangeError: Codable {
    /// Reads an error.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: The decoder's own error.
    public init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: EncodedKey.self)
      switch try values.decode(String.self, forKey: "code") {
      case "gap":
        self = .gap(
          expected: try values.decode(Int.self, forKey: "expected"),
          found: try values.decode(Int.self, forKey: "found"))
      case "invalid": self = .invalid(try values.decode(UpdateError.self, forKey: "error"))
      default: throw values.unknownWord("code")
      }
    }

    /// Writes an error.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: The encoder's own error.
    public func encode(to encoder: any Encoder) throws {
      var values = encoder.container(keyedBy: EncodedKey.self)
      try values.encode(code, forKey: "code")
      try values.encode(description, forKey: "message")
      switch self {
      case .gap(let expected, let found):
        try values.encode(expected, forKey: "expected")
        try values.encode(found, forKey: "found")
      case .invalid(let error): try values.encode(error, forKey: "error")
      }
    }

    /// A stable machine-readable code, which does not change when a message is reworded.
    public var code: String {
      switch self {
      case .gap: "gap"
      case .invalid: "invalid"
      }
    }
  }

#endif
