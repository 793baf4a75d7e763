// SPDX-License-Identifier: Apache-2.0

/// An iteration over the items that keep their order.
///
/// It stores its current run, so that no step needs a lookup.
struct TransitionWalk {
  /// The current item.
  fileprivate(set) var index: Int

  /// The run of the item.
  fileprivate var run: IndexMap.Run

  /// The index of the run among all runs.
  fileprivate var place: Int

  /// The end of the run.
  fileprivate var end: Int
}

extension LayoutTransition {
  /// Returns an iteration that begins at an item that keeps its order.
  ///
  /// - Complexity: O(log m) for m entries of the change.
  func walk(from index: Int) -> TransitionWalk {
    let place = runPlace(of: index)
    return TransitionWalk(index: index, run: run(at: place), place: place, end: runEnd(at: place))
  }

  /// Advances to the next item that keeps its order, or past the end.
  func step(_ walk: inout TransitionWalk) {
    walk.index += 1
    while walk.index == walk.end, walk.index < itemCount {
      walk.place += 1
      walk.end = runEnd(at: walk.place)
      walk.run = run(at: walk.place)
      if !hasOrder(walk.run) { walk.index = walk.end }
    }
  }

  /// Returns the placement of the current item.
  func placement(at walk: TransitionWalk) -> Placement {
    placement(of: walk.index, in: walk.run)
  }

  private func hasOrder(_ run: IndexMap.Run) -> Bool {
    if case .close = stage { run.itemChange == .kept } else { true }
  }
}

// MARK: - Runs of the stage

extension LayoutTransition {
  /// Returns the run of an item at this stage.
  func run(of index: Int) -> IndexMap.Run { run(at: runPlace(of: index)) }

  private func runPlace(of index: Int) -> Int {
    if case .grow = stage { map.newRunPlace(of: index) } else { map.runPlace(of: index) }
  }

  private func run(at place: Int) -> IndexMap.Run {
    if case .grow = stage { map.newRuns[place] } else { map.runs[place] }
  }

  private func runEnd(at place: Int) -> Int {
    if case .grow = stage {
      return place + 1 < map.newRuns.count ? map.newRuns[place + 1].start : map.newCount
    }
    return place + 1 < map.runs.count ? map.runs[place + 1].start : map.oldCount
  }
}
