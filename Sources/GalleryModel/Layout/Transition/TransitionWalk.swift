// SPDX-License-Identifier: Apache-2.0

/// A walk along the items that have an order.
///
/// It knows the run that it is in, so that no item on the way has to be looked up.
struct TransitionWalk {
  /// The item that the walk has reached.
  fileprivate(set) var index: Int

  /// The run of the item.
  fileprivate var run: IndexMap.Run

  /// The place of the run among all runs.
  fileprivate var place: Int

  /// The end of the run.
  fileprivate var end: Int
}

extension LayoutTransition {
  /// Returns a walk that begins at an item that has an order.
  ///
  /// - Complexity: O(log m) for m parts of the change.
  func walk(from index: Int) -> TransitionWalk {
    let place = runPlace(of: index)
    return TransitionWalk(index: index, run: run(at: place), place: place, end: runEnd(at: place))
  }

  /// Goes to the next item that has an order, or past the end.
  func step(_ walk: inout TransitionWalk) {
    walk.index += 1
    while walk.index == walk.end, walk.index < itemCount {
      walk.place += 1
      walk.end = runEnd(at: walk.place)
      walk.run = run(at: walk.place)
      if !hasOrder(walk.run) { walk.index = walk.end }
    }
  }

  /// What happens to the item that a walk has reached.
  func placement(at walk: TransitionWalk) -> Placement {
    placement(of: walk.index, in: walk.run)
  }

  private func hasOrder(_ run: IndexMap.Run) -> Bool {
    if case .close = stage { run.fate == .kept } else { true }
  }
}

// MARK: - Runs of the stage

extension LayoutTransition {
  /// The run of an item at this stage.
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
