// SPDX-License-Identifier: Apache-2.0

#if !hasFeature(Embedded)

  /// An error is encoded as an object with a stable code, its values, and a message for people that
  /// decoding ignores:
  ///
  ///     {"code": "invalidAlpha", "found": 2,
  ///      "message": "The first opacity of an effect must be in 0...1, but it is 2.0."}
  ///
  /// | code | values |
  /// |---|---|
  /// | `invalidScale`, `invalidOffset`, `invalidAlpha`, `invalidSpeed` | `found` |
  /// | `invalidDuration` | `found`, in seconds |
  ///
  /// A number that is not finite is encoded as the string `infinity`, `-infinity` or `nan`.
  extension AppearanceError: Codable {
    /// Reads an error.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: The decoder's own error.
    public init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: EncodedKey.self)
      switch try values.decode(String.self, forKey: "code") {
      case "invalidScale":
        self = .invalidScale(found: try values.decodeNumber("found"))
      case "invalidOffset":
        self = .invalidOffset(found: try values.decodeNumber("found"))
      case "invalidAlpha":
        self = .invalidAlpha(found: try values.decodeNumber("found"))
      case "invalidSpeed":
        self = .invalidSpeed(found: try values.decodeNumber("found"))
      case "invalidDuration":
        self = .invalidDuration(found: try values.decodeSeconds("found"))
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
      case .invalidScale(let found), .invalidOffset(let found), .invalidAlpha(let found),
        .invalidSpeed(let found):
        try values.encode(number: found, forKey: "found")
      case .invalidDuration(let found):
        try values.encode(seconds: found, forKey: "found")
      }
    }
  }

  extension AppearanceError {
    /// A stable code for programs, which does not change when the description is reworded.
    public var code: String {
      switch self {
      case .invalidScale: "invalidScale"
      case .invalidOffset: "invalidOffset"
      case .invalidAlpha: "invalidAlpha"
      case .invalidSpeed: "invalidSpeed"
      case .invalidDuration: "invalidDuration"
      }
    }
  }

#endif
