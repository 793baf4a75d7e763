// SPDX-License-Identifier: Apache-2.0

#if !hasFeature(Embedded)

  /// An error is encoded as an object with a stable code, its values, and a message for people that
  /// decoding ignores:
  ///
  ///     {"code": "invalidScale", "found": 0,
  ///      "message": "The scale of a pinch must be positive and finite, but it is 0.0."}
  ///
  /// | code | values |
  /// |---|---|
  /// | `notFinite` | `input`, `x`, `y` |
  /// | `invalidScale`, `invalidAspectRatio`, `invalidMaximumScale`, `invalidDoubleTapScale`, `invalidSpeed` | `found` |
  /// | `invalidViewport` | `width`, `height` |
  ///
  /// A number that is not finite is encoded as the string `infinity`, `-infinity` or `nan`.
  extension ZoomError: Codable {
    /// Reads an error.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: The decoder's own error.
    public init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: EncodedKey.self)
      switch try values.decode(String.self, forKey: "code") {
      case "notFinite":
        self = .notFinite(
          try values.decode(Input.self, forKey: "input"),
          found: Point(
            x: try values.decodeNumber("x"), y: try values.decodeNumber("y")))
      case "invalidScale":
        self = .invalidScale(found: try values.decodeNumber("found"))
      case "invalidAspectRatio":
        self = .invalidAspectRatio(found: try values.decodeNumber("found"))
      case "invalidMaximumScale":
        self = .invalidMaximumScale(found: try values.decodeNumber("found"))
      case "invalidDoubleTapScale":
        self = .invalidDoubleTapScale(found: try values.decodeNumber("found"))
      case "invalidSpeed":
        self = .invalidSpeed(found: try values.decodeNumber("found"))
      case "invalidViewport":
        self = .invalidViewport(
          Size(
            width: try values.decodeNumber("width"), height: try values.decodeNumber("height")))
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
      case .notFinite(let input, let point):
        try values.encode(input, forKey: "input")
        try values.encode(number: point.x, forKey: "x")
        try values.encode(number: point.y, forKey: "y")
      case .invalidScale(let found), .invalidAspectRatio(let found),
        .invalidMaximumScale(let found), .invalidDoubleTapScale(let found),
        .invalidSpeed(let found):
        try values.encode(number: found, forKey: "found")
      case .invalidViewport(let size):
        try values.encode(number: size.width, forKey: "width")
        try values.encode(number: size.height, forKey: "height")
      }
    }
  }

  extension ZoomError {
    /// A stable code for programs, which does not change when the description is reworded.
    public var code: String {
      switch self {
      case .notFinite: "notFinite"
      case .invalidScale: "invalidScale"
      case .invalidAspectRatio: "invalidAspectRatio"
      case .invalidMaximumScale: "invalidMaximumScale"
      case .invalidDoubleTapScale: "invalidDoubleTapScale"
      case .invalidSpeed: "invalidSpeed"
      case .invalidViewport: "invalidViewport"
      }
    }
  }

  extension ZoomError.Input: Codable {}

#endif
