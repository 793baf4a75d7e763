// SPDX-License-Identifier: Apache-2.0

import GalleryPages

/// The entry of a page in the catalog.
struct PageRow: Equatable {
  var id: PageID
  var document: DocumentID
  var blob: Int64
  /// The leaf that contains the page, zero in the trash.
  ///
  /// It is not part of the checksum: the order writes it without reading the other columns.
  var leaf: Int64 = 0
  var contentVersion: Int = 0
  var rotation: QuarterTurns = .none
  var aspectRatio: Double?
  /// The date at which the page was added, in milliseconds since 1970; `nil` if it is unknown.
  var created: Int64?
  var trash: TrashEntry?

  /// The date of a deletion in milliseconds since 1970, and the former place.
  struct TrashEntry: Equatable {
    var time: Int64
    var index: Int
    /// The page before it, see ``TrashTrail``; ``start`` for none, `nil` if it is unknown.
    var previous: PageID?

    /// Stands for the start of a document in place of a page.
    static let start = PageID(0)
  }

  var checksum: Int64 {
    var sum = Checksum()
    sum.add(id.rawValue)
    sum.add(document.rawValue)
    sum.add(blob)
    sum.add(Int64(contentVersion))
    sum.add(Int64(rotation.count))
    sum.add(aspectRatio?.bitPattern ?? .max)
    sum.add(trash?.time ?? -1)
    sum.add(Int64(trash?.index ?? -1))
    // Entries of earlier versions have neither, and keep their checksum.
    if let created { sum.add(Column.created.rawValue, created) }
    if let previous = trash?.previous {
      sum.add(Column.trashedAfter.rawValue, Int64(bitPattern: previous.rawValue))
    }
    return sum.stored
  }

  /// Whether the values are valid for a page, regardless of the checksum.
  var isPlausible: Bool {
    id.rawValue > 0 && id.rawValue < UInt64(DocumentRow.maximumID)
      && (0...Int(Int32.max)).contains(contentVersion)
      && aspectRatio.map { $0 > 0 && $0.isFinite && (1 / $0).isFinite } ?? true
      && trash.map { (0...Int(DocumentRow.maximumID)).contains($0.index) } ?? true
      && trash?.previous.map { $0.rawValue < UInt64(DocumentRow.maximumID) } ?? true
  }

  /// The columns of version 5, as words of the checksum.
  private enum Column: Int64 { case created = 1, trashedAfter }
}

extension Checksum {
  fileprivate mutating func add(_ column: Int64, _ value: Int64) {
    add(column)
    add(value)
  }
}

// MARK: - Ratio

extension PageRow {
  /// Returns the aspect ratio from the original's header and the page's rotation.
  func ratio(of blob: BlobRow) -> Double? {
    rotation.ratio(of: blob)
  }
}

extension QuarterTurns {
  /// Returns the aspect ratio of a rotated original, `nil` if unknown.
  func ratio(of blob: BlobRow) -> Double? {
    blob.header.map { swapsSides ? 1 / $0.aspectRatio : $0.aspectRatio }
  }
}
