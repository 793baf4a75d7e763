// SPDX-License-Identifier: Apache-2.0

#if !hasFeature(Embedded)

  /// An error is encoded as an object with a stable code, its values, and a message for people that
  /// decoding ignores:
  ///
  ///     {"code": "invalidHeight", "height": "peek", "found": -1,
  ///      "message": "The height of a hidden drawer must be in 0...1e9 points, but it is -1.0."}
  ///
  /// | code | values |
  /// |---|---|
  /// | `notFinite` | `input`, `found` |
  /// | `invalidHeight` | `height`, `found` |
  /// | `invalidViewport` | `width`, `height` |
  /// | `invalidSpeed` | `found` |
  ///
  /// A number that is not finite is encoded as the string `infinity`, `-infinity` or `nan`.
  extension DrawerError: Codable {
    /// Reads an error.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: The decoder's own error.
    public init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: EncodedKey.self)
      switch try values.decode(String.self, forKey: "code") {
      case "notFinite":
        self = .notFinite(
          try values.decode(Input.self, forKey: "input"), found: try values.decodeNumber("found"))
      case "invalidHeight":
        self = .invalidHeight(
          try values.decode(Height.self, forKey: "height"), found: try values.decodeNumber("found"))
      case "invalidViewport":
        self = .invalidViewport(
          Size(
            width: try values.decodeNumber("width"), height: try values.decodeNumber("height")))
      case "invalidSpeed":
        self = .invalidSpeed(found: try values.decodeNumber("found"))
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
      case .notFinite(let input, let found):
        try values.encode(input, forKey: "input")
        try values.encode(number: found, forKey: "found")
      case .invalidHeight(let height, let found):
        try values.encode(height, forKey: "height")
        try values.encode(number: found, forKey: "found")
      case .invalidViewport(let size):
        try values.encode(number: size.width, forKey: "width")
        try values.encode(number: size.height, forKey: "height")
      case .invalidSpeed(let found):
        try values.encode(number: found, forKey: "found")
      }
    }
  }

  extension DrawerError {
    /// A stable code for programs, which does not change when the description is reworded.
    public var code: String {
      switch self {
      case .notFinite: "notFinite"
      case .invalidHeight: "invalidHeight"
      case .invalidViewport: "invalidViewport"
      case .invalidSpeed: "invalidSpeed"
      }
    }
  }

  extension DrawerError.Input: Codable {}

  extension DrawerError.Height: Codable {}

#endif
