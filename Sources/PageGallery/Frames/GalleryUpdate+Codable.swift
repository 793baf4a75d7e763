// SPDX-License-Identifier: Apache-2.0

import GalleryModel

/// An update is an object: `{"frame": {...}}` for a frame; an event has its own encoding, with the
/// key `event` or `source`.
extension GalleryUpdate: Codable {
  /// Reads an update.
  ///
  /// - Parameter decoder: The decoder to read from.
  /// - Throws: The decoder's own error.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: EncodedKey.self)
    if values.contains("frame") {
      self = .frame(try values.decode(GalleryFrame.self, forKey: "frame"))
    } else if values.contains("source") {
      self = .source(try PageSourceEvent(from: decoder))
    } else {
      self = .event(try GalleryEvent(from: decoder))
    }
  }

  /// Writes an update.
  ///
  /// - Parameter encoder: The encoder to write to.
  /// - Throws: The encoder's own error.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .frame(let frame):
      var values = encoder.container(keyedBy: EncodedKey.self)
      try values.encode(frame, forKey: "frame")
    case .event(let event): try event.encode(to: encoder)
    case .source(let event): try event.encode(to: encoder)
    }
  }
}

/// An event is an object with a type and a time in seconds:
///
///     {"source": "lost", "at": 12.5, "reason": "There is no document 1."}
///     {"source": "found", "at": 13.1}
///     {"source": "gone", "at": 20}
extension PageSourceEvent: Codable {
  /// Reads an event.
  ///
  /// - Parameter decoder: The decoder to read from.
  /// - Throws: The decoder's own error.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: EncodedKey.self)
    let time = try values.decodeSeconds("at")
    switch try values.decode(String.self, forKey: "source") {
    case "lost": self = .lost(try values.decode(String.self, forKey: "reason"), at: time)
    case "found": self = .found(at: time)
    case "gone": self = .gone(at: time)
    default: throw values.unknownWord("source")
    }
  }

  /// Writes an event.
  ///
  /// - Parameter encoder: The encoder to write to.
  /// - Throws: The encoder's own error.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: EncodedKey.self)
    switch self {
    case .lost(let reason, let time):
      try values.encode("lost", forKey: "source")
      try values.encode(reason, forKey: "reason")
      try values.encode(seconds: time, forKey: "at")
    case .found(let time):
      try values.encode("found", forKey: "source")
      try values.encode(seconds: time, forKey: "at")
    case .gone(let time):
      try values.encode("gone", forKey: "source")
      try values.encode(seconds: time, forKey: "at")
    }
  }
}
