// SPDX-License-Identifier: Apache-2.0

// The active page is the one nearest to the position, the later one of two. With a hysteresis `h`
// it changes from `a` upwards where the position reaches `a + 1/2 + h`, and downwards where it falls
// below `a - 1/2 - h`. During a jump it is the target.
extension GallerySession {
  /// Makes the active page follow the driver, and reports a change.
  mutating func followActivePage(at time: Int64) {
    if activeIndex != nil {
      switch driver {
      case .jump(let jump): activate(jump.page)
      case .idle, .drag, .settle: activate(nearestIndex(to: position(at: time)))
      }
    }
    reportActivePage(at: time)
  }

  /// Changes the active page; ``reportActivePage(at:)`` tells the host.
  mutating func activate(_ index: Int) {
    activePlace = index
  }

  private func nearestIndex(to position: Double) -> Int {
    let (upper, lower) = thresholds
    var nearest: Int? = activePlace
    if let upper, position >= upper { nearest = page(nearestTo: position - hysteresis) }
    if let lower, position < lower { nearest = page(nearestTo: position + hysteresis) }
    return nearest ?? activePlace
  }

  private var hysteresis: Double { configuration.hysteresis }

  /// The positions at which the active page changes, upwards and downwards; `nil` at the ends.
  private var thresholds: (upper: Double?, lower: Double?) {
    let (upper, lower) = midpoints(around: activePlace)
    return (upper.map { $0 + hysteresis }, lower.map { $0 - hysteresis })
  }

  private mutating func reportActivePage(at time: Int64) {
    let page = activePage
    guard page != reportedPage else { return }
    pendingEvents.append(
      .activeChanged(from: reportedPage, to: page, at: Duration(galleryTime: time)))
    reportedPage = page
  }
}

// MARK: - Exact times

extension GallerySession {
  /// The next time after the given one at which the active page changes by itself.
  func nextCrossing(after time: Int64) -> Int64 {
    guard activeIndex != nil else { return .never }
    var beginning: Int64
    var end: Int64
    switch driver {
    case .idle, .jump: return .never
    case .drag(let drag):
      guard !drag.excess.isConstant else { return .never }
      (beginning, end) = (drag.lastMove, drag.excess.end)
    case .settle(let settle):
      (beginning, end) = (settle.beginning, settle.end)
      if let turn = settle.turn {
        if turn > time, let found = crossing(from: beginning, to: turn) {
          return max(found, time + 1)
        }
        beginning = turn
      }
    }
    guard end > time, let found = crossing(from: beginning, to: end) else { return .never }
    return max(found, time + 1)
  }

  /// The first time in a stretch of monotone motion at which the active page changes.
  ///
  /// The stretch is that of the motion and not of the call, so that the result does not depend on
  /// when it is asked for.
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

  /// The first nanosecond at which the position meets a condition that it meets at the end.
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
