// SPDX-License-Identifier: Apache-2.0

extension PageList {
  /// Applies a change.
  ///
  /// - Parameters:
  ///   - changeset: The change, which is valid for the list.
  ///   - map: The mapping of the indexes.
  /// - Complexity: O(n + m log m) for n pages and m entries.
  mutating func apply(_ changeset: Changeset, _ map: IndexMap) {
    for replacement in changeset.replacements { replace(replacement) }
    guard changeset.structuralCount > 0 else { return }
    if changeset.structuralCount == 1, let move = changeset.moves.first {
      return self.move(from: move.source, to: move.destination)
    }
    var arriving = changeset.insertions
    arriving += changeset.moves.map {
      Changeset.Insertion(index: $0.destination, page: page(at: $0.source))
    }
    arriving = arriving.ascending { $0.index.ascendingKey }
    if map.removedIndexes.count + arriving.count <= Self.fewParts {
      for index in map.removedIndexes.reversed() { remove(at: index) }
      for part in arriving { insert(part.page, at: part.index) }
    } else {
      rebuild(map, changeset.insertions)
    }
  }

  /// The number of entries up to which moving the rest of the list for each entry is faster than a
  /// new list.
  private static var fewParts: Int { 4 }

  private mutating func replace(_ replacement: Changeset.Replacement) {
    let index = replacement.index
    setSize(replacement.size, at: index)
    contentVersions.increment(at: index, count: count)
  }
}

// MARK: - One part

extension PageList {
  private mutating func remove(at index: Int) {
    indexesByID.remove(at: placeByID(of: ids[index]))
    shiftIndexes(in: UInt32(index)...(.max), by: .max)
    ids.remove(at: index)
    shapes.remove(at: index)
    contentVersions.remove(at: index)
  }

  private mutating func insert(_ page: Page, at index: Int) {
    let place = placeByID(of: page.id)
    shiftIndexes(in: UInt32(index)...(.max), by: 1)
    indexesByID.insert(UInt32(index), at: place)
    contentVersions.insert(page.contentVersion, at: index, count: count)
    ids.insert(page.id, at: index)
    shapes.insert(page.size, at: index)
  }

  /// Moves a page, and shifts the pages between its two places by one.
  private mutating func move(from source: Int, to destination: Int) {
    guard source != destination else { return }
    let place = placeByID(of: ids[source])
    if source < destination {
      shiftIndexes(in: UInt32(source)...UInt32(destination), by: .max)
    } else {
      shiftIndexes(in: UInt32(destination)...UInt32(source), by: 1)
    }
    indexesByID[place] = UInt32(destination)
    ids.moveElement(from: source, to: destination)
    shapes.move(from: source, to: destination)
    contentVersions.move(from: source, to: destination)
  }

  /// Adds a number, modulo 2³², to all indexes in a range.
  private mutating func shiftIndexes(in range: ClosedRange<UInt32>, by distance: UInt32) {
    // No branches and no overflow checks, so that the loop vectorizes.
    let length = range.upperBound - range.lowerBound
    var indexes = indexesByID.mutableSpan
    for place in indexes.indices {
      let index = indexes[place]
      indexes[place] = index &+ (index &- range.lowerBound <= length ? distance : 0)
    }
  }
}

extension Array {
  /// Moves an element, and shifts those between its two places by one.
  ///
  /// It writes nothing else, unlike a removal and an insertion.
  mutating func moveElement(from source: Int, to destination: Int) {
    let element = self[source]
    if source < destination {
      for place in source..<destination { self[place] = self[place + 1] }
    } else {
      // Forward, because a backward loop takes several times as long.
      var carried = element
      for place in destination...source {
        let next = self[place]
        self[place] = carried
        carried = next
      }
    }
    self[destination] = element
  }
}

// MARK: - Many parts

extension PageList {
  private mutating func rebuild(_ map: IndexMap, _ insertions: [Changeset.Insertion]) {
    let old = self
    ids.removeAll(keepingCapacity: true)
    shapes.removeAll()
    contentVersions.removeAll()
    var insertions = insertions[...]
    for place in map.newRuns.indices {
      let run = map.newRuns[place]
      if run.itemChange == .inserted, let page = insertions.popFirst()?.page {
        append(page)
      } else {
        let end = place + 1 < map.newRuns.count ? map.newRuns[place + 1].start : map.newCount
        append(old, run.image..<run.image + (end - run.start))
      }
    }
    reorderIndexesByID(map)
  }

  private mutating func append(_ page: Page) {
    contentVersions.append(page.contentVersion, count: count)
    ids.append(page.id)
    shapes.append(page.size)
  }

  private mutating func append(_ other: PageList, _ range: Range<Int>) {
    contentVersions.append(other.contentVersions, range, count: count)
    ids += other.ids[range]
    shapes.append(other.shapes, range)
  }

  /// Assigns the new indexes, and merges those of the new pages.
  private mutating func reorderIndexesByID(_ map: IndexMap) {
    let newIndexes = map.newIndexes()
    let kept = indexesByID.map { newIndexes[Int($0)] }.filter { $0 != .max }
    let inserted = map.newRuns.filter { $0.itemChange == .inserted }.map { UInt32($0.start) }
      .ascending { ids[Int($0)].rawValue }
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
  /// Returns the new indexes of all old items, `UInt32.max` for deleted ones.
  fileprivate func newIndexes() -> [UInt32] {
    var result: [UInt32] = []
    result.reserveCapacity(oldCount)
    for place in runs.indices {
      let run = runs[place]
      let end = place + 1 < runs.count ? runs[place + 1].start : oldCount
      for index in run.start..<end {
        result.append(run.itemChange == .deleted ? .max : UInt32(run.image(of: index)))
      }
    }
    return result
  }
}
