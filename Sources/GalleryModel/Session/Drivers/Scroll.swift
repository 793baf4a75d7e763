// SPDX-License-Identifier: Apache-2.0

/// The position over time, with what follows it: the open thumbnails, the trail of the preview and
/// the active page.
struct Scroll: Hashable, Sendable {
  /// The driver of the position.
  private(set) var driver: Driver

  /// The surface that was dragged last.
  private(set) var surface = GallerySurface.preview

  /// The share of their expansion that the thumbnails near the position show.
  private(set) var rate = Tween.constant(1)

  /// The expansions that do not depend on the position.
  private(set) var expansions = Expansions.none

  /// The distance by which the preview trails behind its place after the driver changed, in pages.
  private(set) var trail = Tween.constant(0)

  /// The thumbnails whose shapes change.
  private(set) var ratioTweens: [RatioTween] = []

  /// The index of the active page, undefined if there is none.
  private(set) var activePlace: Int

  /// Creates a scroll at rest on a page.
  init(restingAt index: Int) {
    driver = .idle(position: Double(index))
    activePlace = index
  }

  /// The next time at which the driver, a part of it or a fade ends.
  var nextEnd: Int64 {
    // Nested calls, because `min` of more than three values allocates memory.
    var next = min(driver.nextEnd, min(rate.end, trail.end, expansions.end))
    for tween in ratioTweens { next = min(next, tween.ratio.end) }
    return next
  }

  /// Whether something moves without a finger.
  var isAnimating: Bool {
    switch driver {
    case .settle, .jump: return true
    case .drag(let drag) where !drag.excess.isConstant: return true
    case .idle, .drag: break
    }
    return !rate.isConstant || !expansions.isEmpty || !trail.isConstant || !ratioTweens.isEmpty
  }
}

// MARK: - Drivers

extension Scroll {
  /// Follows a finger.
  mutating func follow(_ drag: Drag) {
    driver = .drag(drag)
    surface = drag.surface
  }

  /// Changes the drag.
  ///
  /// - Returns: `false` if there is no drag.
  mutating func changeDrag(_ change: (inout Drag) -> Void) -> Bool {
    guard case .drag(var drag) = driver else { return false }
    change(&drag)
    driver = .drag(drag)
    return true
  }

  /// Comes to rest on a page gradually.
  mutating func follow(_ settle: Settle) { driver = .settle(settle) }

  /// Moves to a requested page: the given thumbnails close while that of the page opens.
  mutating func follow(
    _ jump: Jump, closing open: ThumbnailStripLayout.ExplicitExpansions, at time: Int64
  ) {
    expansions = Expansions(
      closing: open, opening: jump.page, at: time, duration: jump.end - time)
    rate = .constant(0)
    driver = .jump(jump)
  }

  /// Stops at a position.
  ///
  /// - Parameters:
  ///   - position: The position.
  ///   - page: The page that the preview shows, `nil` for the one at the position.
  mutating func stop(position: Double, showing page: Int? = nil) {
    driver = .idle(position: position, page: page)
  }

  /// Shows a page at once; thumbnails whose shapes change continue.
  ///
  /// - Parameters:
  ///   - page: The page, which becomes active.
  ///   - position: The position at which the page is in the middle.
  ///   - shown: The page that the preview shows, `nil` for the one at the position.
  mutating func cut(to page: Int, position: Int, showing shown: Int? = nil) {
    driver = .idle(position: Double(position), page: shown)
    expansions = .none
    rate = .constant(1)
    trail = .constant(0)
    activePlace = page
  }

  /// Comes to rest on a page at once.
  mutating func rest(on page: Int) {
    cut(to: page, position: page)
    ratioTweens = []
  }

  /// Makes a page the active one.
  mutating func activate(_ page: Int) { activePlace = page }
}

// MARK: - Fades

extension Scroll {
  /// Ends the fades that end at a time.
  mutating func finishFades(at time: Int64) {
    rate.finish(at: time)
    trail.finish(at: time)
    expansions.finish(at: time)
    for index in ratioTweens.indices { ratioTweens[index].ratio.finish(at: time) }
    ratioTweens.removeAll { $0.ratio.isConstant }
    _ = changeDrag { $0.finishExcess(at: time) }
  }

  /// Opens or closes the thumbnails near the position.
  mutating func expand(along rate: Tween) { self.rate = rate }

  /// Closes the explicit expansions.
  mutating func fadeExpansions(at time: Int64, duration: Int64) {
    expansions.fade(at: time, duration: duration)
  }

  /// Lets the preview trail behind its place by a distance, in pages, that fades to zero.
  mutating func fadeTrail(from distance: Double, at time: Int64, duration: Int64) {
    trail = Tween(from: distance, to: 0, at: time, duration: duration)
  }

  /// Changes the shape of a page's thumbnail, animated if the thumbnail is open.
  mutating func changeRatio(ofPageAt index: Int, along tween: Tween, isOpen: Bool) {
    ratioTweens.removeAll { $0.index == index }
    if isOpen, !tween.isConstant {
      ratioTweens.append(RatioTween(index: index, ratio: tween))
    }
  }
}

// MARK: - Order

extension Scroll {
  /// Continues with another order of the pages.
  ///
  /// - Parameters:
  ///   - map: The new indexes of the pages.
  ///   - places: The shift of all positions.
  ///   - hadPages: Whether there is an active page.
  mutating func reorder(by map: IndexMap, shift places: Int, hadPages: Bool) {
    driver.reorder(by: places) { map.newIndex(of: $0) }
    expansions.reorder { map.isDeleted($0) ? nil : map.newIndex(of: $0) }
    ratioTweens.removeAll { map.isDeleted($0.index) }
    for place in ratioTweens.indices {
      ratioTweens[place].index = map.newIndex(of: ratioTweens[place].index)
    }
    activePlace = hadPages ? map.newIndex(of: activePlace) : 0
  }
}
