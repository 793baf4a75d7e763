// SPDX-License-Identifier: Apache-2.0

import PageGallery

/// A change as the body of a request.
struct SentChange: Encodable, Sendable {
  /// A page that is added or replaced: by an upload, or out of the trash.
  struct Arrival: Encodable, Sendable {
    var at: Int
    var page: UInt64?
    var upload: String?
    /// The upload that replaces the page on its arrival.
    var replacement: String?
  }

  struct Move: Encodable, Sendable {
    var from: Int
    var to: Int
  }

  struct Rotation: Encodable, Sendable {
    var at: Int
    var rotation: Int
  }

  var deletions: [Int]?
  var insertions: [Arrival]?
  var moves: [Move]?
  var replacements: [Arrival]?
  var rotations: [Rotation]?

  /// A rotation of one page.
  init(rotating index: Int, by turns: QuarterTurns) {
    rotations = [Rotation(at: index, rotation: turns.count * 90)]
  }

  /// A change of a gallery.
  ///
  /// - Parameters:
  ///   - changeset: The change.
  ///   - uploads: The uploads of inserted pages; the other pages are in the trash.
  ///   - replacements: The uploads of replacements, by index.
  ///   - contents: The uploads that replace inserted pages.
  init(
    _ changeset: Changeset, uploads: [PageID: String], replacements: [Int: String],
    contents: [PageID: String]
  ) {
    deletions = changeset.deletions.nonempty
    insertions =
      changeset.insertions.map { entry in
        let (page, upload) = (entry.page.id, uploads[entry.page.id])
        return Arrival(
          at: entry.index, page: upload == nil ? page.rawValue : nil, upload: upload,
          replacement: contents[page])
      }.nonempty
    moves = changeset.moves.map { Move(from: $0.source, to: $0.destination) }.nonempty
    self.replacements =
      replacements.sorted { $0.key < $1.key }
      .map { Arrival(at: $0.key, upload: $0.value) }.nonempty
  }
}
