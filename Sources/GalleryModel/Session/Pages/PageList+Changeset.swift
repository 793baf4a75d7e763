// SPDX-License-Identifier: Apache-2.0

extension PageList {
  /// Makes a change.
  ///
  /// - Parameters:
  ///   - changeset: The change, which fits the list.
  ///   - map: Where the pages go.
  /// - Complexity: O(n + m log m) for n pages and m parts.
  mutating func apply(_ changeset: Changeset, _ map: IndexMap) {
    for replacement in changeset.replacements { replace(replacement) }
    guard changeset.structuralCount > 0 else { return }
    var arriving = changeset.insertions
    arriving += changeset.moves.map {
      Changeset.Insertion(index: $0.destination, page: page(at: $0.source))
    }
    arriving.sort { $0.index < $1.index }
    if map.removedIndexes.count + arriving.count <= Self.fewParts {
      for index in map.removedIndexes.reversed() { remove(at: index) }
      for part in arriving { insert(part.page, at: part.index) }
    } else {
      rebuild(map, changeset.insertions)
    }
  }

  /// Up to this number, moving the rest of the list for each part is faster than a new list.
  private static var fewParts: Int { 4 }

  private mutating func replace(_ replacement: Changeset.Replacement) {
    let index = replacement.index
    setSize(replacement.size, at: index)
    contentVersions[index] = min(contentVersions[index], .max - 1) + 1
  }
}

// MARK: - One part

extension PageList {
  private mutating func remove(at index: Int) {
    let removed = UInt32(index)
    indexesByID.remove(at: placeByID(of: ids[index]))
    for place in indexesByID.indices where indexesByID[place] > removed { indexesByID[place] -= 1 }
    ids.remove(at: index)
    shapes.remove(at: index)
    contentVersions.remove(at: index)
  }

  private mutating func insert(_ page: Page, at index: Int) {
    let inserted = UInt32(index)
    let place = placeByID(of: page.id)
    for place in indexesByID.indices where indexesByID[place] >= inserted {
      indexesByID[place] += 1
    }
    indexesByID.insert(inserted, at: place)
    ids.insert(page.id, at: index)
    shapes.insert(page.size, at: index)
    contentVersions.insert(Int32(page.contentVersion), at: index)
  }
}

// MARK: - Many parts

extension PageList {
  private mutating func rebuild(_ map: IndexMap, _ insertions: [Changeset.Insertion]) {
    let old = self
    ids.removeAll(keepingCapacity: true)
    shapes.removeAll()
    contentVersions.removeAll(keepingCapacity: true)
    var insertions = insertions[...]
    for place in map.newRuns.indices {
      let run = map.newRuns[place]
      if run.fate == .inserted, let page = insertions.popFirst()?.page {
        append(page)
      } else {
        let end = place + 1 < map.newRuns.count ? map.newRuns[place + 1].start : map.newCount
        append(old, run.image..<run.image + (end - run.start))
      }
    }
    reorderIndexesByID(map)
  }

  private mutating func append(_ page: Page) {
    ids.append(page.id)
    shapes.append(page.size)
    contentVersions.append(Int32(page.contentVersion))
  }

  private mutating func append(_ other: PageList, _ range: Range<Int>) {
    ids += other.ids[range]
    shapes.append(other.shapes, range)
    contentVersions += other.contentVersions[range]
  }

  /// Gives all indexes their new values, and merges those of the new pages.
  private mutating func reorderIndexesByID(_ map: IndexMap) {
    let newIndexes = map.newIndexes()
    let kept = indexesByID.map { newIndexes[Int($0)] }.filter { $0 != .max }
    let inserted = map.newRuns.filter { $0.fate == .inserted }.map { UInt32($0.start) }
      .sorted { ids[Int($0)].rawValue < ids[Int($1)].rawValue }
    indexesByID.removeAll(keepingCapacity: true)
    var rest = inserted[...]
    for index in kept {
      while let next = rest.first, ids[Int(next)].rawValue < ids[Int(index)].rawValue {
        indexesByID.append(next)
        rest.removeFirst()
      }
      indexesByID.append(index)
    }
    indexesByID += rest
  }
}

extension IndexMap {
  /// The new indexes of all old items, `UInt32.max` for those that go away.
  fileprivate func newIndexes() -> [UInt32] {
    var result: [UInt32] = []
    result.reserveCapacity(oldCount)
    for place in runs.indices {
      let run = runs[place]
      let end = place + 1 < runs.count ? runs[place + 1].start : oldCount
      for index in run.start..<end {
        result.append(run.fate == .deleted ? .max : UInt32(run.image(of: index)))
      }
    }
    return result
  }
}
