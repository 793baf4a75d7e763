// SPDX-License-Identifier: Apache-2.0

#if !hasFeature(Embedded)

  /// An error is encoded as an object with a stable code, its values, and a message for people that
  /// decoding ignores:
  ///
  ///     {"code": "indexOutOfRange", "index": 5, "count": 3,
  ///      "message": "There is no page at index 5 in a list of 3."}
  ///
  /// | code | values |
  /// |---|---|
  /// | `indexOutOfRange`, `gapOutOfRange`, `destinationOutOfRange` | `index`, `count` |
  /// | `repeatedIndex`, `repeatedDestination` | `index` |
  /// | `unknownPage`, `duplicateID` | `page` |
  /// | `invalidContentVersion` | `found` |
  /// | `queueFull` | `limit` |
  /// | `sourceFailed` | `number` |
  /// | `tooManyPages`, `sourceInconsistent` | |
  extension UpdateError: Codable {
    /// Reads an error.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: The decoder's own error.
    public init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: EncodedKey.self)
      func number(_ key: EncodedKey) throws -> Int { try values.decode(Int.self, forKey: key) }
      func page() throws -> PageID { try values.decode(PageID.self, forKey: "page") }
      switch try values.decode(String.self, forKey: "code") {
      case "indexOutOfRange":
        self = .indexOutOfRange(try number("index"), count: try number("count"))
      case "gapOutOfRange": self = .gapOutOfRange(try number("index"), count: try number("count"))
      case "destinationOutOfRange":
        self = .destinationOutOfRange(try number("index"), count: try number("count"))
      case "repeatedIndex": self = .repeatedIndex(try number("index"))
      case "repeatedDestination": self = .repeatedDestination(try number("index"))
      case "unknownPage": self = .unknownPage(try page())
      case "duplicateID": self = .duplicateID(try page())
      case "invalidContentVersion": self = .invalidContentVersion(found: try number("found"))
      case "tooManyPages": self = .tooManyPages
      case "queueFull": self = .queueFull(limit: try number("limit"))
      case "sourceFailed": self = .sourceFailed(code: try number("number"))
      case "sourceInconsistent": self = .sourceInconsistent
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
      case .indexOutOfRange(let index, let count), .gapOutOfRange(let index, let count),
        .destinationOutOfRange(let index, let count):
        try values.encode(index, forKey: "index")
        try values.encode(count, forKey: "count")
      case .repeatedIndex(let index), .repeatedDestination(let index):
        try values.encode(index, forKey: "index")
      case .unknownPage(let page), .duplicateID(let page): try values.encode(page, forKey: "page")
      case .invalidContentVersion(let found): try values.encode(found, forKey: "found")
      case .queueFull(let limit): try values.encode(limit, forKey: "limit")
      case .sourceFailed(let number): try values.encode(number, forKey: "number")
      case .tooManyPages, .sourceInconsistent: break
      }
    }
  }

  extension UpdateError {
    /// A stable code for programs, which does not change when the description is reworded.
    public var code: String {
      switch self {
      case .indexOutOfRange: "indexOutOfRange"
      case .gapOutOfRange: "gapOutOfRange"
      case .destinationOutOfRange: "destinationOutOfRange"
      case .repeatedIndex: "repeatedIndex"
      case .repeatedDestination: "repeatedDestination"
      case .unknownPage: "unknownPage"
      case .duplicateID: "duplicateID"
      case .invalidContentVersion: "invalidContentVersion"
      case .tooManyPages: "tooManyPages"
      case .queueFull: "queueFull"
      case .sourceFailed: "sourceFailed"
      case .sourceInconsistent: "sourceInconsistent"
      }
    }
  }

#endif
