// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import PageStorage

/// An error is an object with a stable code, the facts, and a message for people, which decoding
/// ignores:
///
///     {"code": "conflict", "version": 4,
///      "message": "Another client changed the pages; the current version is 4."}
///
/// | code | facts |
/// |---|---|
/// | `conflict` | `version`; the changes, which only the gallery needs, are left out |
/// | `invalidChange` | `error`, an `UpdateError` |
/// | `unstagedPage` | `page` |
/// | `store` | `error`, a `PageStoreError` |
/// | `other` | `reason`, the text of the error, from which a ``ForeignError`` is read |
/// | `gone`, `unsupportedRotation`, `unsupportedRestoration` | |
extension PageSourceError: Codable {
  /// Reads an error.
  ///
  /// - Parameter decoder: The decoder to read from.
  /// - Throws: The decoder's own error.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: EncodedKey.self)
    switch try values.decode(String.self, forKey: "code") {
    case "gone": self = .gone
    case "conflict": self = .conflict(version: try values.decode(Int.self, forKey: "version"))
    case "invalidChange":
      self = .invalidChange(try values.decode(UpdateError.self, forKey: "error"))
    case "unstagedPage": self = .unstagedPage(try values.decode(PageID.self, forKey: "page"))
    case "unsupportedRotation": self = .unsupportedRotation
    case "unsupportedRestoration": self = .unsupportedRestoration
    case "store": self = .store(try values.decode(PageStoreError.self, forKey: "error"))
    case "other":
      let reason = try values.decode(String.self, forKey: "reason")
      self = .other(ForeignError(description: reason))
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
    case .conflict(let version, _): try values.encode(version, forKey: "version")
    case .invalidChange(let error): try values.encode(error, forKey: "error")
    case .unstagedPage(let page): try values.encode(page, forKey: "page")
    case .store(let error): try values.encode(error, forKey: "error")
    case .other(let error): try values.encode(error.description, forKey: "reason")
    case .gone, .unsupportedRotation, .unsupportedRestoration: break
    }
  }
}

extension PageSourceError {
  /// A stable machine-readable code, which does not change when a message is reworded.
  public var code: String {
    switch self {
    case .gone: "gone"
    case .conflict: "conflict"
    case .invalidChange: "invalidChange"
    case .unstagedPage: "unstagedPage"
    case .unsupportedRotation: "unsupportedRotation"
    case .unsupportedRestoration: "unsupportedRestoration"
    case .store: "store"
    case .other: "other"
    }
  }
}
