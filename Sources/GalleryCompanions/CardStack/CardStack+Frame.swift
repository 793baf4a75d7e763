// SPDX-License-Identifier: Apache-2.0

extension CardStack {
  /// Returns the frame at a time.
  ///
  /// It has no side effects: equal calls return equal frames.
  ///
  /// - Parameter time: The time. A time before the last call is replaced by it.
  /// - Returns: The visible cards.
  /// - Complexity: O(v) for v visible cards.
  public func frame(at time: Duration) -> CardStackFrame {
    var frame = CardStackFrame()
    self.frame(at: time, into: &frame)
    return frame
  }

  /// Writes the frame at a time into an existing one.
  ///
  /// Nothing is allocated if the frame has the capacity, which it has after the first frames, and
  /// if the time is before ``nextBoundary()``.
  ///
  /// - Parameters:
  ///   - time: The time. A time before the last call is replaced by it.
  ///   - frame: The frame to write. Its contents are replaced.
  /// - Complexity: O(v) for v visible cards.
  public func frame(at time: Duration, into frame: inout CardStackFrame) {
    let now = moment(of: time)
    guard now >= upcoming else { return write(into: &frame, at: now) }
    state(at: now).write(into: &frame, at: now)
  }

  private func write(into frame: inout CardStackFrame, at time: Int64) {
    frame.time = Duration(galleryTime: time)
    frame.container = container
    frame.count = deck.count
    frame.topPage = topPage
    frame.isEmpty = isEmpty
    frame.isAnimating = upcoming != .never
    frame.cards.removeAll(keepingCapacity: true)
    guard container.hasArea else { return }
    let pull = pull(at: time)
    var flights = 0
    for visual in visuals where visual.exit == .swiped { flights += 1 }
    for visual in visuals {
      let isFlying = visual.exit == .swiped
      append(visual, zIndex: isFlying ? flights : -visual.index, pull, to: &frame.cards, at: time)
      if isFlying { flights -= 1 }
    }
  }

  private func append(
    _ visual: CardVisual, zIndex: Int, _ pull: Double, to cards: inout [CardCell], at time: Int64
  ) {
    let depth = shownDepth(of: visual, at: time, pull: pull)
    let visible = (Double(configuration.maximumVisibleCards) - depth).clamped(to: 0...1)
    let alpha = visible * visual.presence.value(at: time)
    guard alpha > 0 else { return }
    let slot = slot(atDepth: depth)
    let placement = placement(of: visual, at: time)
    cards.append(
      CardCell(
        page: visual.page, index: visual.exit == nil ? visual.index : nil, depth: depth,
        center: Point(
          x: slot.center.x + placement.offset.x, y: slot.center.y + placement.offset.y),
        size: slot.size, rotation: placement.rotation, alpha: alpha, zIndex: zIndex))
  }

  /// Returns the slot at a depth, interpolated between the two whole depths around it.
  func slot(atDepth depth: Double) -> Rect {
    let above = depth.rounded(.down)
    let share = depth - above
    let width = (1 - share) * width(atDepth: above) + share * width(atDepth: above + 1)
    return Rect(
      origin: Point(
        x: depth * configuration.horizontalInset, y: depth * configuration.verticalInset),
      size: Size(width: width, height: container.height))
  }

  private func width(atDepth depth: Double) -> Double {
    Swift.max(0, container.width - 2 * depth * configuration.horizontalInset)
  }
}
