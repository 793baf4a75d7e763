// SPDX-License-Identifier: Apache-2.0

import GalleryModel

/// A list of pages with changes, as a plain array.
///
/// It is needed only while the gallery and its source have different pages: after a foreign change,
/// until the gallery has shown it.
package struct SourcePages: Hashable, Sendable {
  /// The pages, in order.
  package private(set) var pages: [Page]

  /// Creates a list of pages with distinct identifiers.
  package init(_ pages: [Page]) { self.pages = pages }

  /// Creates a list of pages, `nil` if an identifier occurs twice.
  package init?(unique pages: [Page]) {
    guard PageTable(indexesOf: pages.map { $0.id }).count == pages.count else { return nil }
    self.pages = pages
  }

  /// Applies a change.
  ///
  /// - Throws: `UpdateError` if the change does not fit, or inserts an existing page.
  /// - Complexity: O(n) in the number of pages.
  package mutating func apply(_ changeset: Changeset) throws(UpdateError) {
    try changeset.validate(count: pages.count)
    try checkNames(of: changeset)
    var changed = pages
    for replacement in changeset.replacements {
      changed[replacement.index].size = replacement.size
      changed[replacement.index].contentVersion &+= 1
    }
    var isTaken = Array(repeating: false, count: pages.count)
    for index in changeset.deletions { isTaken[index] = true }
    for move in changeset.moves { isTaken[move.source] = true }
    var placed = changeset.insertions
    placed += changeset.moves.map { .init(index: $0.destination, page: changed[$0.source]) }
    placed = placed.ascending { $0.index.ascendingKey }
    var result: [Page] = []
    result.reserveCapacity(pages.count + changeset.countChange)
    var next = placed.makeIterator()
    var waiting = next.next()
    for (index, page) in changed.enumerated() where !isTaken[index] {
      while let place = waiting, place.index == result.count {
        result.append(place.page)
        waiting = next.next()
      }
      result.append(page)
    }
    while let place = waiting {
      result.append(place.page)
      waiting = next.next()
    }
    pages = result
  }

  /// Replaces the page with the same identifier.
  ///
  /// - Throws: `UpdateError` if there is none.
  /// - Complexity: O(n) in the number of pages.
  package mutating func replace(_ page: Page) throws(UpdateError) {
    guard let index = pages.firstIndex(where: { $0.id == page.id }) else {
      throw .unknownPage(page.id)
    }
    pages[index] = page
  }

  /// Adopts the content versions of other pages, so that only different images have different
  /// versions.
  ///
  /// A source increments the version for each change, a session once for all changes that it adopts
  /// together.
  ///
  /// - Parameters:
  ///   - shown: The pages whose content versions are used.
  ///   - changed: The pages with different images there.
  /// - Complexity: O(n) in the number of pages.
  mutating func countPictures(as shown: SourcePages, except changed: PageTable) {
    let versions = shown.contentVersions
    for index in pages.indices {
      let id = pages[index].id
      guard let version = versions[id] else { continue }
      pages[index].contentVersion = changed.contains(id) ? version &+ 1 : version
    }
  }

  /// Sets the content versions of some pages.
  ///
  /// - Complexity: O(n) in the number of pages.
  mutating func setContentVersions(_ versions: PageTable) {
    guard versions.count > 0 else { return }
    for index in pages.indices {
      if let version = versions[pages[index].id] { pages[index].contentVersion = version }
    }
  }

  /// Returns the pages in both lists with different images.
  ///
  /// - Parameters:
  ///   - other: The other list.
  ///   - versions: The content versions of pages that are missing in the other list.
  /// - Returns: The pages.
  /// - Complexity: O(n) in the number of pages.
  func otherPictures(in other: SourcePages, or versions: PageTable) -> [PageID] {
    var known = versions
    for page in other.pages { known.set(page.id, to: page.contentVersion) }
    return pages.filter { (known[$0.id] ?? $0.contentVersion) != $0.contentVersion }.map { $0.id }
  }

  /// Returns the pages that are missing in another list.
  ///
  /// - Complexity: O(n) in the number of pages.
  func missing(in other: SourcePages) -> [Page] {
    let indexes = other.indexes
    return pages.filter { !indexes.contains($0.id) }
  }

  private func checkNames(of changeset: Changeset) throws(UpdateError) {
    guard !changeset.insertions.isEmpty else { return }
    var names = indexes
    for index in changeset.deletions { names.remove(pages[index].id) }
    for insertion in changeset.insertions where names.contains(insertion.page.id) {
      throw .duplicateID(insertion.page.id)
    }
  }
}

extension SourcePages {
  /// Returns a minimal change from these pages to others, with few moves.
  ///
  /// Pages are matched by identifier. The pages that do not move are a longest increasing
  /// subsequence of the common pages (Fredman, "On computing the length of longest increasing
  /// subsequences", 1975). A page whose version differs is replaced.
  ///
  /// - Complexity: O(n log n) in the number of pages.
  package func changeset(to other: SourcePages) -> Changeset {
    let oldIndexes = indexes
    let newIndexes = other.indexes
    var sources: [Int] = []
    var destinations: [Int] = []
    var insertions: [Changeset.Insertion] = []
    var replacements: [Changeset.Replacement] = []
    for (index, page) in other.pages.enumerated() {
      guard let source = oldIndexes[page.id] else {
        insertions.append(Changeset.Insertion(index: index, page: page))
        continue
      }
      sources.append(source)
      destinations.append(index)
      if pages[source].contentVersion != page.contentVersion {
        replacements.append(Changeset.Replacement(index: source, size: page.size))
      }
    }
    let staying = sources.longestAscendingPositions
    let moves = sources.indices.filter { !staying[$0] }.map {
      Changeset.Move(source: sources[$0], destination: destinations[$0])
    }
    return Changeset(
      deletions: pages.indices.filter { !newIndexes.contains(pages[$0].id) },
      insertions: insertions, moves: moves, replacements: replacements)
  }

  /// The indexes of the pages.
  var indexes: PageTable { PageTable(indexesOf: pages.map { $0.id }) }

  private var contentVersions: PageTable {
    var versions = PageTable()
    for page in pages { versions.set(page.id, to: page.contentVersion) }
    return versions
  }
}

extension [Int] {
  /// Whether each of these distinct numbers belongs to a longest increasing subsequence.
  fileprivate var longestAscendingPositions: [Bool] {
    /// The position of the smallest number that ends an increasing sequence of each length.
    var ends: [Int] = []
    var predecessors: [Int?] = []
    for (position, number) in enumerated() {
      var (low, high) = (0, ends.count)
      while low < high {
        let middle = (low + high) / 2
        if self[ends[middle]] < number { low = middle + 1 } else { high = middle }
      }
      predecessors.append(low > 0 ? ends[low - 1] : nil)
      if low == ends.count { ends.append(position) } else { ends[low] = position }
    }
    var positions = Array<Bool>(repeating: false, count: count)
    var last = ends.last
    while let position = last {
      positions[position] = true
      last = predecessors[position]
    }
    return positions
  }
}
