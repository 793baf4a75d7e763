// SPDX-License-Identifier: Apache-2.0

import GalleryPages
import PageStorage

extension ChangeBody {
  /// An index of a page.
  struct Index: Decodable {
    let number: Int

    init(from decoder: any Decoder) throws {
      number = try decoder.singleValueContainer().decode(Int.self)
      guard (0...Identifiers.maximum).contains(number) else {
        throw Problem.malformed("An index is an integer in 0..<2^53.")
      }
    }
  }

  /// The UUID of an upload.
  struct UploadReference: Decodable {
    let id: UploadID

    init(from decoder: any Decoder) throws {
      id = try UploadID(decoder.singleValueContainer().decode(String.self))
    }
  }

  /// A short text of the client.
  struct Origin: Decodable {
    /// The maximum number of characters.
    private static let limit = 64

    let text: String

    init(from decoder: any Decoder) throws {
      text = try decoder.singleValueContainer().decode(String.self)
      let isVisible = text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
      guard isVisible, (1...Self.limit).contains(text.utf8.count) else {
        throw Problem.malformed("An origin has 1 to \(Self.limit) visible ASCII characters.")
      }
    }
  }

  /// A page that a change adds: `{"at": 3, "upload": ".."}`, or from the trash `{"at": 3, "page": 12}`.
  ///
  /// Either may have `"replacement": ".."`, an upload that replaces its bytes at once.
  struct Arrival: Decodable {
    let index: Int
    let upload: UploadID?
    let page: PageID?
    let replacement: UploadID?

    init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: StrictKey.self)
      try values.require(only: ["at", "page", "upload", "replacement"])
      index = try values.decode(Index.self, forKey: "at").number
      upload = try values.decodeIfPresent(UploadReference.self, forKey: "upload")?.id
      page = try values.decodeIfPresent(Int.self, forKey: "page").map(Identifiers.page)
      replacement = try values.decodeIfPresent(UploadReference.self, forKey: "replacement")?.id
      guard (upload == nil) != (page == nil) else {
        throw Problem.malformed("An insertion has either an upload or a page.")
      }
    }
  }

  /// `{"at": 3, "upload": ".."}`: an upload that replaces the bytes of a page.
  struct Replacement: Decodable {
    let index: Int
    let upload: UploadID

    init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: StrictKey.self)
      try values.require(only: ["at", "upload"])
      index = try values.decode(Index.self, forKey: "at").number
      upload = try values.decode(UploadReference.self, forKey: "upload").id
    }
  }

  /// `{"from": 3, "to": 0}`.
  struct Move: Decodable {
    let entry: Changeset.Move

    init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: StrictKey.self)
      try values.require(only: ["from", "to"])
      entry = .init(
        source: try values.decode(Index.self, forKey: "from").number,
        destination: try values.decode(Index.self, forKey: "to").number)
    }
  }

  /// `{"at": 3, "rotation": 90}`.
  struct Rotation: Decodable {
    let entry: StoreChangeset.Rotation

    init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: StrictKey.self)
      try values.require(only: ["at", "rotation"])
      entry = .init(
        index: try values.decode(Index.self, forKey: "at").number,
        turns: try RotationBody.turns(degrees: values.decode(Int.self, forKey: "rotation")))
    }
  }
}
