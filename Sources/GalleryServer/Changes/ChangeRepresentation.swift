// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import GalleryGeometry
import GalleryPages
import PageStorage

/// A change of a document as JSON; the meaning of its indexes is that of `Changeset`.
struct ChangeRepresentation: Encodable, Sendable {
  /// The maximum size; a client that would get a longer change reads the pages again.
  private static let byteLimit = 256_000

  struct Page: Encodable, Sendable {
    let id: UInt64?
    let aspectRatio: Double?
    /// The content version of an added page, unless it is zero.
    var contentVersion: Int?
  }

  struct Arrival: Encodable, Sendable {
    let at: Int
    let page: Page
  }

  struct Move: Encodable, Sendable {
    let from: Int
    let to: Int
  }

  let revision: Int
  let deletions: [Int]?
  let insertions: [Arrival]?
  let moves: [Move]?
  let replacements: [Arrival]?
  /// The keys of the added and replaced pages, by identifier.
  let keys: [String: PageKey]?
  /// The text with which the client of the change recognizes it.
  var origin: String?

  init(_ revision: Int, _ changeset: Changeset, _ pages: PagesOfChange) {
    self.revision = revision
    deletions = changeset.deletions.nonempty
    insertions =
      changeset.insertions.map {
        let version = $0.page.contentVersion
        let page = Page(
          id: $0.page.id.rawValue, aspectRatio: $0.page.size?.aspectRatio,
          contentVersion: version == 0 ? nil : version)
        return Arrival(at: $0.index, page: page)
      }.nonempty
    moves = changeset.moves.map { Move(from: $0.source, to: $0.destination) }.nonempty
    replacements =
      changeset.replacements.map {
        let page = Page(
          id: pages.replaced[$0.index]?.rawValue, aspectRatio: $0.size?.aspectRatio)
        return Arrival(at: $0.index, page: page)
      }.nonempty
    let keys = pages.keys.map { ("\($0.key.rawValue)", $0.value) }
    self.keys = keys.isEmpty ? nil : Dictionary(uniqueKeysWithValues: keys)
  }

  /// The number of bytes as JSON, `nil` for more than ``byteLimit``.
  ///
  /// At most as many are sent: slashes are escaped here.
  var byteCount: Int? {
    guard let bytes = try? JSONEncoder().encode(self), bytes.count <= Self.byteLimit else {
      return nil
    }
    return bytes.count
  }
}
