// SPDX-License-Identifier: Apache-2.0

#if !hasFeature(Embedded)

  /// An event is encoded as an object with its name, its time in seconds, and its values:
  ///
  ///     {"event": "swiped", "at": 0.25, "page": 10, "direction": "left"}
  ///     {"event": "undone", "at": 0.5, "page": 10, "direction": "left"}
  ///     {"event": "emptied", "at": 1}
  ///     {"event": "clockWentBackwards", "at": 2, "found": 1.5}
  extension CardStackEvent: Codable {
    /// Reads an event.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: The decoder's own error.
    public init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: EncodedKey.self)
      let time = try values.decodeSeconds("at")
      func page() throws -> PageID { try values.decode(PageID.self, forKey: "page") }
      func direction() throws -> CardDirection {
        try values.decode(CardDirection.self, forKey: "direction")
      }
      switch try values.decode(String.self, forKey: "event") {
      case "swiped": self = .swiped(try page(), try direction(), at: time)
      case "undone": self = .undone(try page(), try direction(), at: time)
      case "emptied": self = .emptied(at: time)
      case "clockWentBackwards":
        self = .clockWentBackwards(found: try values.decodeSeconds("found"), at: time)
      default: throw values.unknownWord("event")
      }
    }

    /// Writes an event.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: The encoder's own error.
    public func encode(to encoder: any Encoder) throws {
      var values = encoder.container(keyedBy: EncodedKey.self)
      switch self {
      case .swiped(let page, let direction, let time):
        try values.encode(event: "swiped", at: time)
        try values.encode(page, forKey: "page")
        try values.encode(direction, forKey: "direction")
      case .undone(let page, let direction, let time):
        try values.encode(event: "undone", at: time)
        try values.encode(page, forKey: "page")
        try values.encode(direction, forKey: "direction")
      case .emptied(let time): try values.encode(event: "emptied", at: time)
      case .clockWentBackwards(let found, let time):
        try values.encode(event: "clockWentBackwards", at: time)
        try values.encode(seconds: found, forKey: "found")
      }
    }
  }

  /// An event is encoded as an object with its name, its time in seconds, and its values:
  ///
  ///     {"event": "transition", "at": 0.25, "from": {"hidden": "normal"}, "to": {"shown": "normal"}}
  ///     {"event": "settled", "at": 0.5, "state": {"shown": "normal"}}
  ///     {"event": "lockChanged", "at": 1, "isLocked": true}
  ///     {"event": "clockWentBackwards", "at": 2, "found": 1.5}
  extension DrawerEvent: Codable {
    /// Reads an event.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: The decoder's own error.
    public init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: EncodedKey.self)
      let time = try values.decodeSeconds("at")
      func state(_ key: EncodedKey) throws -> DrawerState {
        try values.decode(DrawerState.self, forKey: key)
      }
      switch try values.decode(String.self, forKey: "event") {
      case "transition": self = .transition(from: try state("from"), to: try state("to"), at: time)
      case "settled": self = .settled(try state("state"), at: time)
      case "lockChanged":
        self = .lockChanged(isLocked: try values.decode(Bool.self, forKey: "isLocked"), at: time)
      case "clockWentBackwards":
        self = .clockWentBackwards(found: try values.decodeSeconds("found"), at: time)
      default: throw values.unknownWord("event")
      }
    }

    /// Writes an event.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: The encoder's own error.
    public func encode(to encoder: any Encoder) throws {
      var values = encoder.container(keyedBy: EncodedKey.self)
      switch self {
      case .transition(let from, let to, let time):
        try values.encode(event: "transition", at: time)
        try values.encode(from, forKey: "from")
        try values.encode(to, forKey: "to")
      case .settled(let state, let time):
        try values.encode(event: "settled", at: time)
        try values.encode(state, forKey: "state")
      case .lockChanged(let isLocked, let time):
        try values.encode(event: "lockChanged", at: time)
        try values.encode(isLocked, forKey: "isLocked")
      case .clockWentBackwards(let found, let time):
        try values.encode(event: "clockWentBackwards", at: time)
        try values.encode(seconds: found, forKey: "found")
      }
    }
  }

  /// An event is encoded as an object with its name, its time in seconds, and its values:
  ///
  ///     {"event": "selectionChanged", "at": 0.25, "column": "left", "from": 0, "to": 1}
  ///     {"event": "wholeChanged", "at": 0.25, "isWhole": false}
  ///     {"event": "settled", "at": 0.5, "column": "left", "index": 1}
  ///     {"event": "clockWentBackwards", "at": 2, "found": 1.5}
  extension SplitSelectorEvent: Codable {
    /// Reads an event.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: The decoder's own error.
    public init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: EncodedKey.self)
      let time = try values.decodeSeconds("at")
      func column() throws -> SplitSide { try values.decode(SplitSide.self, forKey: "column") }
      func number(_ key: EncodedKey) throws -> Int { try values.decode(Int.self, forKey: key) }
      switch try values.decode(String.self, forKey: "event") {
      case "selectionChanged":
        self = .selectionChanged(
          try column(), from: try number("from"), to: try number("to"), at: time)
      case "wholeChanged":
        self = .wholeChanged(isWhole: try values.decode(Bool.self, forKey: "isWhole"), at: time)
      case "settled": self = .settled(try column(), index: try number("index"), at: time)
      case "clockWentBackwards":
        self = .clockWentBackwards(found: try values.decodeSeconds("found"), at: time)
      default: throw values.unknownWord("event")
      }
    }

    /// Writes an event.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: The encoder's own error.
    public func encode(to encoder: any Encoder) throws {
      var values = encoder.container(keyedBy: EncodedKey.self)
      switch self {
      case .selectionChanged(let side, let from, let to, let time):
        try values.encode(event: "selectionChanged", at: time)
        try values.encode(side, forKey: "column")
        try values.encode(from, forKey: "from")
        try values.encode(to, forKey: "to")
      case .wholeChanged(let isWhole, let time):
        try values.encode(event: "wholeChanged", at: time)
        try values.encode(isWhole, forKey: "isWhole")
      case .settled(let side, let index, let time):
        try values.encode(event: "settled", at: time)
        try values.encode(side, forKey: "column")
        try values.encode(index, forKey: "index")
      case .clockWentBackwards(let found, let time):
        try values.encode(event: "clockWentBackwards", at: time)
        try values.encode(seconds: found, forKey: "found")
      }
    }
  }

  /// An event is encoded as an object with its name, its time in seconds, and its values:
  ///
  ///     {"event": "settled", "at": 0.5, "scale": 2}
  ///     {"event": "clockWentBackwards", "at": 2, "found": 1.5}
  extension ZoomEvent: Codable {
    /// Reads an event.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: The decoder's own error.
    public init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: EncodedKey.self)
      let time = try values.decodeSeconds("at")
      switch try values.decode(String.self, forKey: "event") {
      case "settled":
        self = .settled(scale: try values.decode(Double.self, forKey: "scale"), at: time)
      case "clockWentBackwards":
        self = .clockWentBackwards(found: try values.decodeSeconds("found"), at: time)
      default: throw values.unknownWord("event")
      }
    }

    /// Writes an event.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: The encoder's own error.
    public func encode(to encoder: any Encoder) throws {
      var values = encoder.container(keyedBy: EncodedKey.self)
      switch self {
      case .settled(let scale, let time):
        try values.encode(event: "settled", at: time)
        try values.encode(scale, forKey: "scale")
      case .clockWentBackwards(let found, let time):
        try values.encode(event: "clockWentBackwards", at: time)
        try values.encode(seconds: found, forKey: "found")
      }
    }
  }

  /// An event is encoded as an object with its name, its time in seconds, and its values:
  ///
  ///     {"event": "appeared", "at": 0.5, "page": 10}
  ///     {"event": "clockWentBackwards", "at": 2, "found": 1.5}
  extension AppearanceEvent: Codable {
    /// Reads an event.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: The decoder's own error.
    public init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: EncodedKey.self)
      let time = try values.decodeSeconds("at")
      switch try values.decode(String.self, forKey: "event") {
      case "appeared": self = .appeared(try values.decode(PageID.self, forKey: "page"), at: time)
      case "clockWentBackwards":
        self = .clockWentBackwards(found: try values.decodeSeconds("found"), at: time)
      default: throw values.unknownWord("event")
      }
    }

    /// Writes an event.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: The encoder's own error.
    public func encode(to encoder: any Encoder) throws {
      var values = encoder.container(keyedBy: EncodedKey.self)
      switch self {
      case .appeared(let page, let time):
        try values.encode(event: "appeared", at: time)
        try values.encode(page, forKey: "page")
      case .clockWentBackwards(let found, let time):
        try values.encode(event: "clockWentBackwards", at: time)
        try values.encode(seconds: found, forKey: "found")
      }
    }
  }

  extension KeyedEncodingContainer where Key == EncodedKey {
    /// Writes the name and the time of an event.
    fileprivate mutating func encode(event: String, at time: Duration) throws {
      try encode(event, forKey: "event")
      try encode(seconds: time, forKey: "at")
    }
  }

#endif
