// SPDX-License-Identifier: Apache-2.0

extension Changeset {
  /// Returns where the pages of a list go.
  ///
  /// - Parameter count: The number of pages before the change.
  /// - Returns: A map of indexes.
  /// - Precondition: The change is valid for a list of that many pages.
  /// - Complexity: O(m log m) for m parts.
  func indexMap(count: Int) -> IndexMap {
    IndexMap(
      oldCount: count, deletions: deletions, insertions: insertions.map { $0.index },
      moves: moves.map { ($0.source, $0.destination) })
  }
}
