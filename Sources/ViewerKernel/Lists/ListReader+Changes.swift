// SPDX-License-Identifier: Apache-2.0

import GallerySharing

extension ListReader {
  /// Reads changes, one after the other, up to the end of the list.
  mutating func changes(count: Int) throws(KernelCode) -> [PageSourceChange] {
    var changes: [PageSourceChange] = []
    for _ in 0..<count { changes.append(try change()) }
    try finish()
    return changes
  }

  /// Reads a change: its version, whether it is known, the counts of its parts, and the parts.
  mutating func change() throws(KernelCode) -> PageSourceChange {
    let version = try next().asInteger
    let isKnown = try next().asFlag
    let deletionCount = try count(of: 1)
    let insertionCount = try count(of: 4)
    let moveCount = try count(of: 2)
    let replacementCount = try count(of: 3)
    let total = deletionCount + 4 * insertionCount + 2 * moveCount + 3 * replacementCount
    guard total <= left, isKnown || total == 0 else { throw .invalidList }
    guard isKnown else { return PageSourceChange(version: version, changeset: nil) }
    var deletions: [Int] = []
    for _ in 0..<deletionCount { deletions.append(try next().asInteger) }
    var insertions: [Changeset.Insertion] = []
    for _ in 0..<insertionCount { insertions.append(try insertion()) }
    var moves: [Changeset.Move] = []
    for _ in 0..<moveCount { moves.append(try move()) }
    var replacements: [Changeset.Replacement] = []
    for _ in 0..<replacementCount { replacements.append(try replacement()) }
    let changeset = Changeset(
      deletions: deletions, insertions: insertions, moves: moves, replacements: replacements)
    return PageSourceChange(version: version, changeset: changeset)
  }

  /// Reads the count of parts that consist of some numbers.
  private mutating func count(of numbers: Int) throws(KernelCode) -> Int {
    let count = try next().asInteger
    guard count <= left / numbers else { throw .invalidList }
    return count
  }

  private mutating func insertion() throws(KernelCode) -> Changeset.Insertion {
    let index = try next().asInteger
    let page = Page(
      id: try next().asPage, size: try next().asShape, contentVersion: try next().asContentVersion)
    return Changeset.Insertion(index: index, page: page)
  }

  private mutating func move() throws(KernelCode) -> Changeset.Move {
    Changeset.Move(source: try next().asInteger, destination: try next().asInteger)
  }

  private mutating func replacement() throws(KernelCode) -> Changeset.Replacement {
    let (index, size) = (try next().asInteger, try next().asShape)
    _ = try next()
    return Changeset.Replacement(index: index, size: size)
  }
}
