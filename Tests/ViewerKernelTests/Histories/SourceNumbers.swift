// SPDX-License-Identifier: Apache-2.0

import GallerySharing

// Changes of a source as values, from the numbers of the interface.
extension PageSourceChange {
  /// Reads a change.
  init(numbers list: [Double]) throws {
    guard list[1] == 1 else {
      self.init(version: Int(list[0]), changeset: nil)
      return
    }
    var rest = list[6...]
    func take() -> Double { rest.removeFirst() }
    var (deletions, insertions) = ([Int](), [Changeset.Insertion]())
    var (moves, replacements) = ([Changeset.Move](), [Changeset.Replacement]())
    for _ in 0..<Int(list[2]) { deletions.append(Int(take())) }
    for _ in 0..<Int(list[3]) {
      let (index, id, ratio, version) = (take(), take(), take(), take())
      insertions.append(.init(index: Int(index), page: try Page(id, ratio, version)))
    }
    for _ in 0..<Int(list[4]) { moves.append(.init(source: Int(take()), destination: Int(take()))) }
    for _ in 0..<Int(list[5]) {
      let (index, ratio, _) = (take(), take(), take())
      replacements.append(.init(index: Int(index), size: try PageShape(ratio)))
    }
    self.init(
      version: Int(list[0]),
      changeset: Changeset(
        deletions: deletions, insertions: insertions, moves: moves, replacements: replacements))
  }
}

extension PageShape {
  /// Creates the shape of a ratio, `nil` for NaN.
  init?(_ ratio: Double) throws {
    if ratio.isNaN { return nil }
    try self.init(aspectRatio: ratio)
  }
}

extension Page {
  init(_ id: Double, _ ratio: Double, _ version: Double) throws {
    self.init(
      id: PageID(UInt64(id)), size: try PageShape(ratio), contentVersion: Int(version))
  }
}

extension TwinSource {
  /// The pages as values.
  var known: VersionedPages {
    get throws {
      VersionedPages(
        pages: try pages.map { try Page($0.id, $0.ratio, $0.contentVersion) }, version: version)
    }
  }
}
