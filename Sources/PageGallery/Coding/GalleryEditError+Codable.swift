// SPDX-License-Identifier: Apache-2.0

import GalleryModel

/// An error is an object with a stable code, the facts, and a message for people, which decoding
/// ignores:
///
///     {"code": "source", "error": {"code": "unsupportedRotation", ...}, "message": "..."}
///
/// | code | facts |
/// |---|---|
/// | `rejected` | `error`, an `UpdateError` |
/// | `source` | `error`, a ``PageSourceError`` |
/// | `sourceInconsistent`, `dependencyFailed`, `cancelled`, `closed` | |
extension GalleryEditError: Codable {
  /// Reads an error.
  ///
  /// - Parameter decoder: The decoder to read from.
  /// - Throws: The decoder's own error.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: EncodedKey.self)
    switch try values.decode(String.self, forKey: "code") {
    case "rejected": self = .rejected(try values.decode(UpdateError.self, forKey: "error"))
    case "source": self = .source(try values.decode(PageSourceError.self, forKey: "error"))
    case "sourceInconsistent": self = .sourceInconsistent
    case "dependencyFailed": self = .dependencyFailed
    case "cancelled": self = .cancelled
    case "closed": self = .closed
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
    case .rejected(let error): try values.encode(error, forKey: "error")
    case .source(let error): try values.encode(error, forKey: "error")
    case .sourceInconsistent, .dependencyFailed, .cancelled, .closed: break
    }
  }
}

extension GalleryEditError {
  /// A stable machine-readable code, which does not change when a message is reworded.
  public var code: String {
    switch self {
    case .rejected: "rejected"
    case .source: "source"
    case .sourceInconsistent: "sourceInconsistent"
    case .dependencyFailed: "dependencyFailed"
    case .cancelled: "cancelled"
    case .closed: "closed"
    }
  }
}
