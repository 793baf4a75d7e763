// SPDX-License-Identifier: Apache-2.0

import GalleryModel

/// An error is an object with a stable code, the error behind it, and a message for people, which
/// decoding ignores: `{"code": "source", "error": {...}, "message": "..."}` with a
/// ``PageSourceError``, and `{"code": "invalid", "error": {...}, "message": "..."}` with a
/// `GalleryError`.
extension GalleryOpeningError: Codable {
  /// Reads an error.
  ///
  /// - Parameter decoder: The decoder to read from.
  /// - Throws: The decoder's own error.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: EncodedKey.self)
    switch try values.decode(String.self, forKey: "code") {
    case "source": self = .source(try values.decode(PageSourceError.self, forKey: "error"))
    case "invalid": self = .invalid(try values.decode(GalleryError.self, forKey: "error"))
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
    case .source(let error): try values.encode(error, forKey: "error")
    case .invalid(let error): try values.encode(error, forKey: "error")
    }
  }

  /// A stable machine-readable code, which does not change when a message is reworded.
  public var code: String {
    switch self {
    case .source: "source"
    case .invalid: "invalid"
    }
  }
}

/// An error is an object with a stable code, the facts, and a message for people, which decoding
/// ignores:
///
///     {"code": "otherDocument", "expected": {"document": 3}, "found": {"custom": "lease"},
///      "message": "..."}
///     {"code": "noStoredDocument", "found": {"custom": "lease"}, "message": "..."}
///     {"code": "opening", "error": {"code": "source", ...}, "message": "..."}
///
/// `expected` and `found` are missing where there is no name; `error` is a ``GalleryOpeningError``.
extension GalleryRestoreError: Codable {
  /// Reads an error.
  ///
  /// - Parameter decoder: The decoder to read from.
  /// - Throws: The decoder's own error.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: EncodedKey.self)
    func name(_ key: EncodedKey) throws -> PageSourceName? {
      try values.decodeIfPresent(PageSourceName.self, forKey: key)
    }
    switch try values.decode(String.self, forKey: "code") {
    case "otherDocument":
      self = .otherDocument(expected: try name("expected"), found: try name("found"))
    case "noStoredDocument": self = .noStoredDocument(found: try name("found"))
    case "opening":
      self = .opening(try values.decode(GalleryOpeningError.self, forKey: "error"))
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
    case .otherDocument(let expected, let found):
      try values.encodeIfPresent(expected, forKey: "expected")
      try values.encodeIfPresent(found, forKey: "found")
    case .noStoredDocument(let found): try values.encodeIfPresent(found, forKey: "found")
    case .opening(let error): try values.encode(error, forKey: "error")
    }
  }

  /// A stable machine-readable code, which does not change when a message is reworded.
  public var code: String {
    switch self {
    case .otherDocument: "otherDocument"
    case .noStoredDocument: "noStoredDocument"
    case .opening: "opening"
    }
  }
}
