// SPDX-License-Identifier: Apache-2.0

#if !hasFeature(Embedded)

  /// A state is encoded as the string `"empty"`, or an object with its content:
  /// `{"hidden": "normal"}` or `{"shown": "editAdvanced"}`.
  extension DrawerState: Codable {
    /// Reads a state.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: The decoder's own error.
    public init(from decoder: any Decoder) throws {
      if let word = try? decoder.singleValueContainer().decode(String.self) {
        guard word == "empty" else {
          throw DecodingError.dataCorrupted(
            .init(
              codingPath: decoder.codingPath, debugDescription: "\(word) is no state of a drawer"))
        }
        self = .empty
        return
      }
      let values = try decoder.container(keyedBy: EncodedKey.self)
      if values.contains("hidden") {
        self = .hidden(try values.decode(DrawerContent.self, forKey: "hidden"))
      } else {
        self = .shown(try values.decode(DrawerContent.self, forKey: "shown"))
      }
    }

    /// Writes a state.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: The encoder's own error.
    public func encode(to encoder: any Encoder) throws {
      switch self {
      case .empty:
        var value = encoder.singleValueContainer()
        try value.encode("empty")
      case .hidden(let content):
        var values = encoder.container(keyedBy: EncodedKey.self)
        try values.encode(content, forKey: "hidden")
      case .shown(let content):
        var values = encoder.container(keyedBy: EncodedKey.self)
        try values.encode(content, forKey: "shown")
      }
    }
  }

#endif
