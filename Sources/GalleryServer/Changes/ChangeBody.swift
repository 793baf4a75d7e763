// SPDX-License-Identifier: Apache-2.0

import GalleryPages
import PageStorage

/// The body of a change against a revision.
struct ChangeBody: StrictBody {
  /// The maximum number of entries.
  private static let entryLimit = 100_000

  /// The part of the change that needs no uploads.
  private let plain: StoreChangeset

  private let insertions: [Arrival]
  private let replacements: [Replacement]

  /// The client's own text for the change.
  let origin: String?

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: StrictKey.self)
    try values.require(only: [
      "deletions", "insertions", "moves", "replacements", "rotations", "origin",
    ])
    func list<Entry: Decodable>(_ key: StrictKey, _ type: Entry.Type) throws -> [Entry] {
      try values.contains(key) ? values.decode([Entry].self, forKey: key) : []
    }
    plain = StoreChangeset(
      deletions: try list("deletions", Index.self).map(\.number),
      moves: try list("moves", Move.self).map(\.entry),
      rotations: try list("rotations", Rotation.self).map(\.entry))
    insertions = try list("insertions", Arrival.self)
    replacements = try list("replacements", Replacement.self)
    origin = try values.contains("origin") ? values.decode(Origin.self, forKey: "origin").text : nil
    let count =
      plain.deletions.count + insertions.count + plain.moves.count + replacements.count
      + plain.rotations.count
    guard count <= Self.entryLimit else {
      throw Problem.malformed("A change has at most \(Self.entryLimit) entries.")
    }
  }

  /// The number of pages after the change without the number before it.
  var countChange: Int { insertions.count - plain.deletions.count }

  /// The uploads that the change adds.
  ///
  /// - Throws: `Problem` if one occurs twice.
  func uploads() throws(Problem) -> [UploadID] {
    let ids =
      insertions.compactMap(\.upload) + insertions.compactMap(\.replacement)
      + replacements.map(\.upload)
    guard Set(ids).count == ids.count else {
      throw Problem(.invalidChange, "An upload occurs twice in the change.")
    }
    return ids
  }

  /// Returns the change with the pages of its uploads.
  func changeset(_ pages: [UploadID: StagedPage]) -> StoreChangeset {
    var change = plain
    for insertion in insertions {
      let page = insertion.upload.flatMap { pages[$0] }
      if let page {
        change.insertions.append(.init(index: insertion.index, page: page))
      } else if let page = insertion.page {
        change.restorations.append(.init(index: insertion.index, page: page))
      }
      if let id = page?.id ?? insertion.page, let content = insertion.replacement {
        change.replacementsOnArrival[id] = pages[content]
      }
    }
    for replacement in replacements {
      guard let content = pages[replacement.upload] else { continue }
      change.replacements.append(.init(index: replacement.index, content: content))
    }
    return change
  }
}
