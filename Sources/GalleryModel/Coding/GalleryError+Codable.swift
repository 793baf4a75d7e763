// SPDX-License-Identifier: Apache-2.0

#if !hasFeature(Embedded)

  /// An error is encoded as an object with a stable code, its values, and a message for people that
  /// decoding ignores:
  ///
  ///     {"code": "invalidSpeed", "found": 11,
  ///      "message": "The speed must be above 0 and at most 10, but it is 11.0."}
  ///
  /// | code | values |
  /// |---|---|
  /// | `notFinite` | `input`, `found` |
  /// | `layout` | `error`, a ``LayoutError`` |
  /// | `invalidHysteresis`, `invalidSpeed` | `found` |
  /// | `invalidPrefetchAhead`, `invalidContentVersion` | `found` |
  /// | `indexOutOfRange` | `index`, `count` |
  /// | `unknownPage`, `duplicateID` | `page` |
  /// | `tooManyPages` | `count` |
  ///
  /// A number that is not finite is encoded as the string `infinity`, `-infinity` or `nan`.
  extension GalleryError: Codable {
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
      case "layout":
        self = .layout(try values.decode(LayoutError.self, forKey: "error"))
      case "invalidHysteresis":
        self = .invalidHysteresis(found: try values.decodeNumber("found"))
      case "invalidSpeed":
        self = .invalidSpeed(found: try values.decodeNumber("found"))
      case "invalidPrefetchAhead":
        self = .invalidPrefetchAhead(found: try values.decode(Int.self, forKey: "found"))
      case "invalidContentVersion":
        self = .invalidContentVersion(found: try values.decode(Int.self, forKey: "found"))
      case "indexOutOfRange":
        self = .indexOutOfRange(
          try values.decode(Int.self, forKey: "index"),
          count: try values.decode(Int.self, forKey: "count"))
      case "unknownPage":
        self = .unknownPage(try values.decode(PageID.self, forKey: "page"))
      case "duplicateID":
        self = .duplicateID(try values.decode(PageID.self, forKey: "page"))
      case "tooManyPages":
        self = .tooManyPages(count: try values.decode(Int.self, forKey: "count"))
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
      case .layout(let error):
        try values.encode(error, forKey: "error")
      case .invalidHysteresis(let found), .invalidSpeed(let found):
        try values.encode(number: found, forKey: "found")
      case .invalidPrefetchAhead(let found), .invalidContentVersion(let found):
        try values.encode(found, forKey: "found")
      case .indexOutOfRange(let index, let count):
        try values.encode(index, forKey: "index")
        try values.encode(count, forKey: "count")
      case .unknownPage(let page), .duplicateID(let page):
        try values.encode(page, forKey: "page")
      case .tooManyPages(let count):
        try values.encode(count, forKey: "count")
      }
    }
  }

  extension GalleryError {
    /// A stable code for programs, which does not change when the description is reworded.
    public var code: String {
      switch self {
      case .notFinite: "notFinite"
      case .layout: "layout"
      case .invalidHysteresis: "invalidHysteresis"
      case .invalidSpeed: "invalidSpeed"
      case .invalidPrefetchAhead: "invalidPrefetchAhead"
      case .invalidContentVersion: "invalidContentVersion"
      case .indexOutOfRange: "indexOutOfRange"
      case .unknownPage: "unknownPage"
      case .duplicateID: "duplicateID"
      case .tooManyPages: "tooManyPages"
      }
    }
  }

  extension GalleryError.Input: Codable {}

#endif
