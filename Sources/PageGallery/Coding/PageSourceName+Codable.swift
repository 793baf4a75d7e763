// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import PageStorage

/// A name is an object with one property: `{"document": 17}` or `{"custom": "lease"}`.
extension PageSourceName: Codable {
  /// Reads a name.
  ///
  /// - Parameter decoder: The decoder to read from.
  /// - Throws: The decoder's own error.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: EncodedKey.self)
    guard !values.contains("document") else {
      self = .document(try values.decode(DocumentID.self, forKey: "document"))
      return
    }
    self = .custom(try values.decode(String.self, forKey: "custom"))
  }

  /// Writes a name.
  ///
  /// - Parameter encoder: The encoder to write to.
  /// - Throws: The encoder's own error.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: EncodedKey.self)
    switch self {
    case .document(let id): try values.encode(id, forKey: "document")
    case .custom(let name): try values.encode(name, forKey: "custom")
    }
  }
}
