// SPDX-License-Identifier: Apache-2.0

import GalleryGeometry

/// An error is encoded as an object with a stable code, its values, and a message for people, which
/// decoding ignores:
///
///     {"code": "truncated", "offset": 512, "message": "The image is truncated: ..."}
///
/// | code | values |
/// |---|---|
/// | `unrecognizedFormat` | `found`, up to eight bytes as numbers |
/// | `unsupportedFormat` | `name` |
/// | `unsupported` | `feature`, `offset` |
/// | `malformed` | `what`, `offset` |
/// | `truncated` | `offset` |
/// | `invalidSize` | `width`, `height`, `offset` |
/// | `damaged` | `warningCount`, `reason` |
/// | `codec` | `reason`, `offset` if it is known |
/// | `limitExceeded` | `limit`, `found`, `allowed` |
/// | `outOfMemory` | `byteCount` |
/// | `notRegularFile` | `kind` |
/// | `io` | `operation`, `errno` |
/// | `emptyInput`, `cancelled` | |
extension ImagingError: Codable {
  /// Decodes an error.
  ///
  /// - Parameter decoder: The decoder to read from.
  /// - Throws: The decoder's errors.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: EncodedKey.self)
    func number(_ key: EncodedKey) throws -> Int { try values.decode(Int.self, forKey: key) }
    func text(_ key: EncodedKey) throws -> String { try values.decode(String.self, forKey: key) }
    switch try text("code") {
    case "emptyInput": self = .emptyInput
    case "unrecognizedFormat":
      self = .unrecognizedFormat(found: try values.decode([UInt8].self, forKey: "found"))
    case "unsupportedFormat": self = .unsupportedFormat(name: try text("name"))
    case "unsupported":
      self = .unsupported(feature: try text("feature"), offset: try number("offset"))
    case "malformed": self = .malformed(what: try text("what"), offset: try number("offset"))
    case "truncated": self = .truncated(offset: try number("offset"))
    case "invalidSize":
      self = .invalidSize(
        width: try number("width"), height: try number("height"), offset: try number("offset"))
    case "damaged":
      self = .damaged(warningCount: try number("warningCount"), message: try text("reason"))
    case "codec":
      self = .codec(
        message: try text("reason"), offset: try values.decodeIfPresent(Int.self, forKey: "offset"))
    case "limitExceeded":
      self = .limitExceeded(
        limit: try values.decode(DecodingLimits.Limit.self, forKey: "limit"),
        found: try number("found"), allowed: try number("allowed"))
    case "outOfMemory": self = .outOfMemory(byteCount: try number("byteCount"))
    case "notRegularFile": self = .notRegularFile(kind: try text("kind"))
    case "io":
      self = .io(
        operation: try text("operation"), errno: try values.decode(Int32.self, forKey: "errno"))
    case "cancelled": self = .cancelled
    default: throw values.unknownWord("code")
    }
  }

  /// Encodes an error.
  ///
  /// - Parameter encoder: The encoder to write to.
  /// - Throws: The encoder's errors.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: EncodedKey.self)
    try values.encode(code, forKey: "code")
    try values.encode(description, forKey: "message")
    switch self {
    case .emptyInput, .cancelled: break
    case .unrecognizedFormat(let found): try values.encode(found, forKey: "found")
    case .unsupportedFormat(let name): try values.encode(name, forKey: "name")
    case .unsupported(let feature, let offset):
      try values.encode(feature, forKey: "feature")
      try values.encode(offset, forKey: "offset")
    case .malformed(let what, let offset):
      try values.encode(what, forKey: "what")
      try values.encode(offset, forKey: "offset")
    case .truncated(let offset): try values.encode(offset, forKey: "offset")
    case .invalidSize(let width, let height, let offset):
      try values.encode(width, forKey: "width")
      try values.encode(height, forKey: "height")
      try values.encode(offset, forKey: "offset")
    case .damaged(let count, let reason):
      try values.encode(count, forKey: "warningCount")
      try values.encode(reason, forKey: "reason")
    case .codec(let reason, let offset):
      try values.encode(reason, forKey: "reason")
      try values.encodeIfPresent(offset, forKey: "offset")
    case .limitExceeded(let limit, let found, let allowed):
      try values.encode(limit, forKey: "limit")
      try values.encode(found, forKey: "found")
      try values.encode(allowed, forKey: "allowed")
    case .outOfMemory(let byteCount): try values.encode(byteCount, forKey: "byteCount")
    case .notRegularFile(let kind): try values.encode(kind, forKey: "kind")
    case .io(let operation, let errno):
      try values.encode(operation, forKey: "operation")
      try values.encode(errno, forKey: "errno")
    }
  }
}
