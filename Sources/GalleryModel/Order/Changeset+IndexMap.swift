// SPDX-License-Identifier: Apache-2.0

extension Changeset {
  /// Returns the mapping between old and new indexes of a list of pages.
  ///
  /// - Parameter count: The number of pages before the change.
  /// - Returns: A map of indexes.
  /// - Precondition: The change is valid for a list of that many pages.
  /// - Complexity: O(m log m) for m entries.
  func indexMap(count: Int) -> IndexMap {
    IndexMap(
      oldCount: count, deletions: deletions, insertions: insertions.map { $0.index },
      moves: moves.map { ($0.source, $0.destination) })
  }
}
