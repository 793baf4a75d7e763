// SPDX-License-Identifier: Apache-2.0

// The exact crossings of the active page. They depend on the motion alone, not on the times of
// calls.
extension GallerySession {
  /// Returns the time of the next crossing after the given time.
  func nextCrossing(after time: Int64) -> Int64 {
    guard activeIndex != nil else { return .never }
    switch driver {
    case .idle, .jump: return .never
    case .drag(let drag): return nextCrossing(of: drag, after: time)
    case .settle(let settle): return nextCrossing(of: settle, after: time)
    }
  }

  private func nextCrossing(of settle: Settle, after time: Int64) -> Int64 {
    var beginning = settle.beginning
    if let turn = settle.turn {
      if turn > time, let found = crossing(from: beginning, to: turn) {
        return max(found, time + 1)
      }
      beginning = turn
    }
    guard settle.end > time, let found = crossing(from: beginning, to: settle.end) else {
      return .never
    }
    return max(found, time + 1)
  }

  /// Returns the first crossing in an interval of monotone motion.
  private func crossing(from beginning: Int64, to end: Int64) -> Int64? {
    let (upper, lower) = thresholds
    let (first, last) = (position(at: beginning), position(at: end))
    if last > first {
      guard let upper, last >= upper else { return nil }
      return bisect(from: beginning, to: end) { $0 >= upper }
    }
    guard let lower, last < lower else { return nil }
    return bisect(from: beginning, to: end) { $0 < lower }
  }

  /// Returns the first nanosecond at which the position meets a condition that it meets at the end.
  private func bisect(
    from beginning: Int64, to end: Int64, _ condition: (Double) -> Bool
  ) -> Int64 {
    var (low, high) = (beginning, end)
    while low < high {
      let middle = low + (high - low) / 2
      if condition(position(at: middle)) { high = middle } else { low = middle + 1 }
    }
    return high
  }
}

// MARK: - Under a finger

// Crossings under a resting finger. Two things move its position: an end of the strip that moves
// during a change, and the excess. Each of them is monotone, but their sum may reverse.
extension GallerySession {
  private func nextCrossing(of drag: Drag, after time: Int64) -> Int64 {
    var (beginning, end) = (drag.excess.beginning, drag.excess.end)
    if let transaction, transaction.movesLimits {
      // The next stage is searched when it begins.
      (beginning, end) = (transaction.beginning, transaction.end)
    }
    guard end > time, end != .never else { return .never }
    let (upper, lower) = thresholds
    let search = DragSearch(session: self, drag: drag, upper: upper, lower: lower, after: time)
    return search.firstCrossing(from: search.sample(at: beginning), to: search.sample(at: end))
      ?? .never
  }
}

/// A search for the first nanosecond at which the position under a resting finger is beyond one of
/// two thresholds.
///
/// An interval is skipped if even the sum of the extremes of the two motions stays between the
/// thresholds; otherwise it is halved.
private struct DragSearch {
  /// The two parts of the position at a time.
  struct Sample {
    let time: Int64
    let held: Double
    let excess: Double
  }

  let session: GallerySession
  let drag: Drag
  let upper: Double?
  let lower: Double?

  /// The time after which the search starts.
  let after: Int64

  func sample(at time: Int64) -> Sample {
    Sample(
      time: time, held: drag.heldPosition(limits: session.limits(at: time)),
      excess: drag.excess.value(at: time))
  }

  func firstCrossing(from beginning: Sample, to end: Sample) -> Int64? {
    guard end.time > after, mayCross(beginning, end) else { return nil }
    guard end.time - beginning.time > 1 else {
      if beginning.time > after, isBeyond(beginning) { return beginning.time }
      return isBeyond(end) ? end.time : nil
    }
    let middle = sample(at: beginning.time + (end.time - beginning.time) / 2)
    return firstCrossing(from: beginning, to: middle) ?? firstCrossing(from: middle, to: end)
  }

  private func isBeyond(_ sample: Sample) -> Bool { mayCross(sample, sample) }

  private func mayCross(_ first: Sample, _ last: Sample) -> Bool {
    let highest = max(first.held, last.held) + max(first.excess, last.excess)
    let lowest = min(first.held, last.held) + min(first.excess, last.excess)
    return upper.map { highest >= $0 } ?? false || lower.map { lowest < $0 } ?? false
  }
}
