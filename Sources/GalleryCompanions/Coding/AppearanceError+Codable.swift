// SPDX-License-Identifier: Apache-2.0

#if !hasFeature(Embedded)

  /// An error is an object with a stable word, the facts, and a sentence for people, which is not read:
  ///
  ///     {"code": "invalidAlpha", "found": 2,
  ///      "message": "The first opacity of an effect must be in 0...1, but it is 2.0."}
  ///
  /// | code | facts |
  /// |---|---|
  /// | `invalidScale`, `invalidOffset`, `invalidAlpha`, `invalidSpeed` | `found` |
  /// | `invalidDuration` | `found`, in seconds |
  ///
  /// A number that is not finite is one of the words `infinity`, `-infinity` and `nan`.
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
    /// A stable word for machines; it does not change when a sentence is reworded.
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
