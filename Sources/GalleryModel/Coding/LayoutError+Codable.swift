// SPDX-License-Identifier: Apache-2.0

#if !hasFeature(Embedded)

  /// An error is encoded as an object with a stable code, its values, and a message for people that
  /// decoding ignores:
  ///
  ///     {"code": "invalidLength", "length": "overscan", "found": -1,
  ///      "message": "The overscan must be zero or more points and finite, but it is -1.0."}
  ///
  /// | code | values |
  /// |---|---|
  /// | `invalidLength` | `length`, `found` |
  /// | `invalidAspectRatio` | `aspectRatio`, `found` |
  /// | `emptyAspectRatioRange` | `minimum`, `maximum` |
  /// | `negativeExpansion` | `points` |
  /// | `extentOverflow` | `thumbnailHeight` |
  /// | `invalidViewport` | `width`, `height` |
  /// | `invalidPosition`, `invalidParallaxFactor`, `invalidExpansionRate` | `found` |
  ///
  /// A number that is not finite is encoded as the string `infinity`, `-infinity` or `nan`.
  extension LayoutError: Codable {
    /// Reads an error.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: The decoder's own error.
    public init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: EncodedKey.self)
      switch try values.decode(String.self, forKey: "code") {
      case "invalidLength":
        self = .invalidLength(
          try values.decode(Length.self, forKey: "length"), found: try values.decodeNumber("found"))
      case "invalidAspectRatio":
        self = .invalidAspectRatio(
          try values.decode(AspectRatio.self, forKey: "aspectRatio"),
          found: try values.decodeNumber("found"))
      case "emptyAspectRatioRange":
        self = .emptyAspectRatioRange(
          minimum: try values.decodeNumber("minimum"), maximum: try values.decodeNumber("maximum"))
      case "negativeExpansion":
        self = .negativeExpansion(points: try values.decodeNumber("points"))
      case "extentOverflow":
        self = .extentOverflow(thumbnailHeight: try values.decodeNumber("thumbnailHeight"))
      case "invalidViewport":
        self = .invalidViewport(
          Size(
            width: try values.decodeNumber("width"), height: try values.decodeNumber("height")))
      case "invalidPosition":
        self = .invalidPosition(found: try values.decodeNumber("found"))
      case "invalidParallaxFactor":
        self = .invalidParallaxFactor(found: try values.decodeNumber("found"))
      case "invalidExpansionRate":
        self = .invalidExpansionRate(found: try values.decodeNumber("found"))
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
      case .invalidLength(let length, let found):
        try values.encode(length, forKey: "length")
        try values.encode(number: found, forKey: "found")
      case .invalidAspectRatio(let aspectRatio, let found):
        try values.encode(aspectRatio, forKey: "aspectRatio")
        try values.encode(number: found, forKey: "found")
      case .emptyAspectRatioRange(let minimum, let maximum):
        try values.encode(number: minimum, forKey: "minimum")
        try values.encode(number: maximum, forKey: "maximum")
      case .negativeExpansion(let points):
        try values.encode(number: points, forKey: "points")
      case .extentOverflow(let thumbnailHeight):
        try values.encode(number: thumbnailHeight, forKey: "thumbnailHeight")
      case .invalidViewport(let size):
        try values.encode(number: size.width, forKey: "width")
        try values.encode(number: size.height, forKey: "height")
      case .invalidPosition(let found), .invalidParallaxFactor(let found),
        .invalidExpansionRate(let found):
        try values.encode(number: found, forKey: "found")
      }
    }
  }

  extension LayoutError {
    /// A stable code for programs, which does not change when the description is reworded.
    public var code: String {
      switch self {
      case .invalidLength: "invalidLength"
      case .invalidAspectRatio: "invalidAspectRatio"
      case .emptyAspectRatioRange: "emptyAspectRatioRange"
      case .negativeExpansion: "negativeExpansion"
      case .extentOverflow: "extentOverflow"
      case .invalidViewport: "invalidViewport"
      case .invalidPosition: "invalidPosition"
      case .invalidParallaxFactor: "invalidParallaxFactor"
      case .invalidExpansionRate: "invalidExpansionRate"
      }
    }
  }

  extension LayoutError.Length: Codable {}

  extension LayoutError.AspectRatio: Codable {}

#endif
