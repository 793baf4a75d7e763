// SPDX-License-Identifier: Apache-2.0

#if !hasFeature(Embedded)

  /// An error is encoded as an object with a stable code, its values, and a message for people that
  /// decoding ignores:
  ///
  ///     {"code": "invalidAspectRatio", "found": 0,
  ///      "message": "The aspect ratio of a page must be positive and finite, but it is 0.0."}
  ///
  /// | code | values |
  /// |---|---|
  /// | `invalidAspectRatio` | `found` |
  /// | `invalidSize` | `width`, `height` |
  ///
  /// A number that is not finite is encoded as the string `infinity`, `-infinity` or `nan`.
  extension PageShapeError: Codable {
    /// Reads an error.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: The decoder's own error.
    public init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: EncodedKey.self)
      switch try values.decode(String.self, forKey: "code") {
      case "invalidAspectRatio":
        self = .invalidAspectRatio(found: try values.decodeNumber("found"))
      case "invalidSize":
        self = .invalidSize(
          PixelSize(
            width: try values.decode(Int.self, forKey: "width"),
            height: try values.decode(Int.self, forKey: "height")))
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
      case .invalidAspectRatio(let found):
        try values.encode(number: found, forKey: "found")
      case .invalidSize(let size):
        try values.encode(size.width, forKey: "width")
        try values.encode(size.height, forKey: "height")
      }
    }
  }

  extension PageShapeError {
    /// A stable code for programs, which does not change when the description is reworded.
    public var code: String {
      switch self {
      case .invalidAspectRatio: "invalidAspectRatio"
      case .invalidSize: "invalidSize"
      }
    }
  }

#endif
