// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import PageImaging

/// A JSON object with a stable code, the error's values, and a sentence for people; decoding
/// ignores the sentence.
///
///     {"code": "limitExceeded", "found": 1056, "allowed": 1000,
///      "message": "The image or one of its cells would have 1056 pixels; at most 1000 are allowed."}
///
/// | code | values |
/// |---|---|
/// | `invalidViewport` | `width`, `height`, `scale` |
/// | `limitExceeded` | `found`, `allowed` |
/// | `pictureSizeMismatch` | `index`, `found`, `wanted`; the last two with `width` and `height` |
/// | `imaging` | `error`, an `ImagingError` |
extension StripRenderingError: Codable {
  /// Reads an error.
  ///
  /// - Parameter decoder: The decoder to read from.
  /// - Throws: The decoder's own error.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: EncodedKey.self)
    func number(_ key: EncodedKey) throws -> Int { try values.decode(Int.self, forKey: key) }
    switch try values.decode(String.self, forKey: "code") {
    case "invalidViewport":
      self = .invalidViewport(
        Size(width: try values.decodeNumber("width"), height: try values.decodeNumber("height")),
        scale: try values.decodeNumber("scale"))
    case "limitExceeded":
      self = .limitExceeded(pixelCount: try number("found"), allowed: try number("allowed"))
    case "pictureSizeMismatch":
      self = .pictureSizeMismatch(
        index: try number("index"), found: try values.decodePixels("found"),
        wanted: try values.decodePixels("wanted"))
    case "imaging":
      self = .imaging(cause: try values.decode(ImagingError.self, forKey: "error"))
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
    case .invalidViewport(let size, let scale):
      try values.encode(number: size.width, forKey: "width")
      try values.encode(number: size.height, forKey: "height")
      try values.encode(number: scale, forKey: "scale")
    case .limitExceeded(let found, let allowed):
      try values.encode(found, forKey: "found")
      try values.encode(allowed, forKey: "allowed")
    case .pictureSizeMismatch(let index, let found, let wanted):
      try values.encode(index, forKey: "index")
      try values.encode(pixels: found, forKey: "found")
      try values.encode(pixels: wanted, forKey: "wanted")
    case .imaging(let cause): try values.encode(cause, forKey: "error")
    }
  }

  /// A stable word for machines; it does not change when a sentence is reworded.
  public var code: String {
    switch self {
    case .invalidViewport: "invalidViewport"
    case .limitExceeded: "limitExceeded"
    case .pictureSizeMismatch: "pictureSizeMismatch"
    case .imaging: "imaging"
    }
  }
}

extension KeyedDecodingContainer where Key == EncodedKey {
  fileprivate func decodePixels(_ key: EncodedKey) throws -> PixelSize {
    let values = try nestedContainer(keyedBy: EncodedKey.self, forKey: key)
    return PixelSize(
      width: try values.decode(Int.self, forKey: "width"),
      height: try values.decode(Int.self, forKey: "height"))
  }
}

extension KeyedEncodingContainer where Key == EncodedKey {
  fileprivate mutating func encode(pixels size: PixelSize, forKey key: EncodedKey) throws {
    var values = nestedContainer(keyedBy: EncodedKey.self, forKey: key)
    try values.encode(size.width, forKey: "width")
    try values.encode(size.height, forKey: "height")
  }
}
