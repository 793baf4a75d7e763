// SPDX-License-Identifier: Apache-2.0

#if !hasFeature(Embedded)

  /// An error is encoded as an object with a stable code, its values, and a message for people that
  /// decoding ignores:
  ///
  ///     {"code": "invalidNumber", "number": "exitOffset", "found": -1,
  ///      "message": "The exit offset must be in 0...1e9, but it is -1.0."}
  ///
  /// | code | values |
  /// |---|---|
  /// | `notFinite` | `input`, `x`, `y` |
  /// | `invalidContainer` | `width`, `height` |
  /// | `invalidNumber` | `number`, `found` |
  /// | `invalidVisibleCount` | `found` |
  /// | `invalidSpeed` | `found` |
  /// | `indexOutOfRange` | `index`, `count` |
  /// | `unknownPage`, `duplicateID` | `page` |
  ///
  /// A number that is not finite is encoded as the string `infinity`, `-infinity` or `nan`.
  extension CardStackError: Codable {
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
      case "invalidContainer":
        self = .invalidContainer(
          Size(
            width: try values.decodeNumber("width"), height: try values.decodeNumber("height")))
      case "invalidNumber":
        self = .invalidNumber(
          try values.decode(Number.self, forKey: "number"), found: try values.decodeNumber("found"))
      case "invalidVisibleCount":
        self = .invalidVisibleCount(found: try values.decode(Int.self, forKey: "found"))
      case "invalidSpeed":
        self = .invalidSpeed(found: try values.decodeNumber("found"))
      case "indexOutOfRange":
        self = .indexOutOfRange(
          try values.decode(Int.self, forKey: "index"),
          count: try values.decode(Int.self, forKey: "count"))
      case "unknownPage":
        self = .unknownPage(try values.decode(PageID.self, forKey: "page"))
      case "duplicateID":
        self = .duplicateID(try values.decode(PageID.self, forKey: "page"))
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
      case .invalidContainer(let size):
        try values.encode(number: size.width, forKey: "width")
        try values.encode(number: size.height, forKey: "height")
      case .invalidNumber(let number, let found):
        try values.encode(number, forKey: "number")
        try values.encode(number: found, forKey: "found")
      case .invalidVisibleCount(let found):
        try values.encode(found, forKey: "found")
      case .invalidSpeed(let found):
        try values.encode(number: found, forKey: "found")
      case .indexOutOfRange(let index, let count):
        try values.encode(index, forKey: "index")
        try values.encode(count, forKey: "count")
      case .unknownPage(let page), .duplicateID(let page):
        try values.encode(page, forKey: "page")
      }
    }
  }

  extension CardStackError {
    /// A stable code for programs, which does not change when the description is reworded.
    public var code: String {
      switch self {
      case .notFinite: "notFinite"
      case .invalidContainer: "invalidContainer"
      case .invalidNumber: "invalidNumber"
      case .invalidVisibleCount: "invalidVisibleCount"
      case .invalidSpeed: "invalidSpeed"
      case .indexOutOfRange: "indexOutOfRange"
      case .unknownPage: "unknownPage"
      case .duplicateID: "duplicateID"
      }
    }
  }

  extension CardStackError.Input: Codable {}

  extension CardStackError.Number: Codable {}

#endif
