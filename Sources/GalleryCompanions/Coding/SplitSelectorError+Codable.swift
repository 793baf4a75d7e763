// SPDX-License-Identifier: Apache-2.0

#if !hasFeature(Embedded)

  /// An error is encoded as an object with a stable code, its values, and a message for people that
  /// decoding ignores:
  ///
  ///     {"code": "indexOutOfRange", "index": 5, "count": 3,
  ///      "message": "There is no item at index 5 in a column of 3."}
  ///
  /// | code | values |
  /// |---|---|
  /// | `notFinite` | `input`, `found` |
  /// | `invalidNumber` | `number`, `found` |
  /// | `invalidViewport` | `width`, `height` |
  /// | `invalidCount` | `found` |
  /// | `indexOutOfRange` | `index`, `count` |
  ///
  /// A number that is not finite is encoded as the string `infinity`, `-infinity` or `nan`.
  extension SplitSelectorError: Codable {
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
      case "invalidNumber":
        self = .invalidNumber(
          try values.decode(Number.self, forKey: "number"), found: try values.decodeNumber("found"))
      case "invalidViewport":
        self = .invalidViewport(
          Size(
            width: try values.decodeNumber("width"), height: try values.decodeNumber("height")))
      case "invalidCount":
        self = .invalidCount(found: try values.decode(Int.self, forKey: "found"))
      case "indexOutOfRange":
        self = .indexOutOfRange(
          try values.decode(Int.self, forKey: "index"),
          count: try values.decode(Int.self, forKey: "count"))
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
      case .invalidNumber(let number, let found):
        try values.encode(number, forKey: "number")
        try values.encode(number: found, forKey: "found")
      case .invalidViewport(let size):
        try values.encode(number: size.width, forKey: "width")
        try values.encode(number: size.height, forKey: "height")
      case .invalidCount(let found):
        try values.encode(found, forKey: "found")
      case .indexOutOfRange(let index, let count):
        try values.encode(index, forKey: "index")
        try values.encode(count, forKey: "count")
      }
    }
  }

  extension SplitSelectorError {
    /// A stable code for programs, which does not change when the description is reworded.
    public var code: String {
      switch self {
      case .notFinite: "notFinite"
      case .invalidNumber: "invalidNumber"
      case .invalidViewport: "invalidViewport"
      case .invalidCount: "invalidCount"
      case .indexOutOfRange: "indexOutOfRange"
      }
    }
  }

  extension SplitSelectorError.Input: Codable {}

  extension SplitSelectorError.Number: Codable {}

#endif
