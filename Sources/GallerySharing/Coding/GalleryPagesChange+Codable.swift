// SPDX-License-Identifier: Apache-2.0

#if !hasFeature(Embedded)

  import GalleryModel

  /// A change is an object with a word, the version after it, and what has changed:
  ///
  ///     {"change": "edited", "version": 3, "changeset": {...}}
  ///     {"change": "reshaped", "version": 4, "page": {"id": 17, "size": 0.707, "contentVersion": 0}}
  ///     {"change": "reset", "version": 5, "pages": [...]}
  extension GalleryPagesChange: Codable {
    /// Reads a change.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: The decoder's own error.
    public init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: EncodedKey.self)
      let version = try values.decode(Int.self, forKey: "version")
      switch try values.decode(String.self, forKey: "change") {
      case "edited":
        self = .edited(try values.decode(Changeset.self, forKey: "changeset"), version: version)
      case "reshaped":
        self = .reshaped(try values.decode(Page.self, forKey: "page"), version: version)
      case "reset":
        let pages = try values.decode([Page].self, forKey: "pages")
        self = .reset(VersionedPages(pages: pages, version: version))
      default: throw values.unknownWord("change")
      }
    }

    /// Writes a change.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: The encoder's own error.
    public func encode(to encoder: any Encoder) throws {
      var values = encoder.container(keyedBy: EncodedKey.self)
      try values.encode(version, forKey: "version")
      switch self {
      case .edited(let changeset, _):
        try values.encode("edited", forKey: "change")
        try values.encode(changeset, forKey: "changeset")
      case .reshaped(let page, _):
        try values.encode("reshaped", forKey: "change")
        try values.encode(page, forKey: "page")
      case .reset(let known):
        try values.encode("reset", forKey: "change")
        try values.encode(known.pages, forKey: "pages")
      }
    }
  }

#endif
