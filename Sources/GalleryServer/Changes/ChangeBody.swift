// SPDX-License-Identifier: Apache-2.0

import GalleryPages
import PageStorage

/// The body of a change against a revision.
struct ChangeBody: StrictBody {
  /// The maximum number of entries.
  private static let entryLimit = 100_000

  let changeset: StoreChangeset

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: StrictKey.self)
    try values.require(only: ["deletions", "insertions", "moves", "rotations"])
    func list<Entry: Decodable>(_ key: StrictKey, _ type: Entry.Type) throws -> [Entry] {
      try values.contains(key) ? values.decode([Entry].self, forKey: key) : []
    }
    changeset = StoreChangeset(
      deletions: try list("deletions", Index.self).map(\.number),
      restorations: try list("insertions", Restoration.self).map(\.entry),
      moves: try list("moves", Move.self).map(\.entry),
      rotations: try list("rotations", Rotation.self).map(\.entry))
    let count =
      changeset.deletions.count + changeset.restorations.count + changeset.moves.count
      + changeset.rotations.count
    guard count <= Self.entryLimit else {
      throw Problem.malformed("A change has at most \(Self.entryLimit) entries.")
    }
  }

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

  /// `{"at": 3, "page": 12}`: a page that is taken out of the trash.
  private struct Restoration: Decodable {
    let entry: StoreChangeset.Restoration

    init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: StrictKey.self)
      try values.require(only: ["at", "page"])
      entry = .init(
        index: try values.decode(Index.self, forKey: "at").number,
        page: try Identifiers.page(values.decode(Int.self, forKey: "page")))
    }
  }

  /// `{"from": 3, "to": 0}`.
  private struct Move: Decodable {
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
  private struct Rotation: Decodable {
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
