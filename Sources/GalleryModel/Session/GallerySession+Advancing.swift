// SPDX-License-Identifier: Apache-2.0

extension GallerySession {
  /// Advances to a time: everything that ends up to then ends at its own exact time.
  ///
  /// It stops where the host is asked to change its pages: ``time`` is then that instant, and there
  /// is an event `commitRequested`. If another call has reached such an instant, it returns at once
  /// without advancing. Answer with ``resolveCommit(_:_:at:)``, and call it again.
  ///
  /// - Parameter time: The time. A time before that of the last call is replaced by it and
  ///   reported.
  /// - Returns: The events since the last `advance`, in order.
  public mutating func advance(to time: Duration) -> [GalleryEvent] {
    let now = enter(at: time, stopsAtCommit: true)
    announcePages(at: now)
    guard !pendingEvents.isEmpty else { return [] }
    let events = pendingEvents
    pendingEvents = []
    return events
  }

  /// Returns the next time at which something ends or the active page changes.
  ///
  /// Until then a gallery that is not animating shows the same frame, so that a host may sleep.
  ///
  /// - Returns: A time after the last call, `nil` if nothing will happen without a call.
  public func nextBoundary() -> Duration? {
    upcoming == .never ? nil : Duration(galleryTime: upcoming)
  }

  /// Returns whether something moves without a finger.
  ///
  /// - Parameter time: The time, not before the last call.
  /// - Returns: `false` for a gallery at rest and under a finger that rests.
  public func isAnimating(at time: Duration) -> Bool {
    self.at(Int64(galleryTime: time)).isAnimating
  }
}

// MARK: - Boundaries

extension GallerySession {
  /// Advances to the time of a call and returns the time reached.
  ///
  /// - Parameters:
  ///   - time: The time of the call.
  ///   - stopsAtCommit: Whether to stop at the next commit request to the host.
  /// - Returns: The time that was reached.
  mutating func enter(at time: Duration, stopsAtCommit: Bool = false) -> Int64 {
    let requested = Int64(galleryTime: time)
    guard requested >= clock else {
      pendingEvents.append(
        .clockWentBackwards(
          found: Duration(galleryTime: requested), at: Duration(galleryTime: clock)))
      return clock
    }
    guard !stopsAtCommit || !hasUnheardQuestion else { return clock }
    while upcoming <= requested {
      clock = upcoming
      if pass(clock), stopsAtCommit { return clock }
    }
    clock = requested
    return requested
  }

  /// Whether a call other than `advance` has reached a commit request that is not yet reported.
  private var hasUnheardQuestion: Bool {
    guard let waitingTransaction else { return false }
    return pendingEvents.contains { event in
      if case .commitRequested(waitingTransaction, _, _) = event { true } else { false }
    }
  }

  /// Returns this session at another time; a time before the last call is replaced by it.
  func at(_ time: Int64) -> GallerySession {
    guard time >= upcoming else { return self }
    var copy = self
    copy.process(upTo: time)
    copy.clock = time
    return copy
  }

  /// Passes all boundaries up to a time, in order.
  mutating func process(upTo time: Int64) {
    while upcoming <= time {
      clock = upcoming
      _ = pass(clock)
    }
  }

  /// Passes the boundaries at a time.
  ///
  /// First the driver ends, then the fades, then a stage of a change; then the next change begins.
  /// The active page is updated last.
  ///
  /// - Parameter time: The time.
  /// - Returns: Whether the host was asked to change its pages.
  private mutating func pass(_ time: Int64) -> Bool {
    if driver.naturalEnd <= time { comeToRest(at: time) }
    rate.finish(at: time)
    trail.finish(at: time)
    expansions.finish(at: time)
    for index in ratioTweens.indices { ratioTweens[index].ratio.finish(at: time) }
    ratioTweens.removeAll { $0.ratio.isConstant }
    if case .drag(var drag) = driver {
      drag.finishExcess(at: time)
      driver = .drag(drag)
    }
    followActivePage(at: time)
    let isAsking = passTransaction(at: time)
    followActivePage(at: time)
    schedule(at: time)
    return isAsking
  }

  /// Ends a driver that has reached its target.
  ///
  /// The explicit expansions of a jump close while the thumbnails near the position open at the
  /// same rate. Those of an earlier jump continue to close.
  private mutating func comeToRest(at time: Int64) {
    guard let target = driver.target else { return }
    if case .jump = driver {
      arrive(at: Double(target), time)
    } else {
      driver = .idle(position: Double(target))
    }
    expand(to: 1, at: time)
  }

  /// Ends a jump.
  ///
  /// During a change, the preview shows a page that is not yet at its place, and fades to the
  /// position from there.
  private mutating func arrive(at position: Double, _ time: Int64) {
    let focusBefore = focusWithoutTrail(at: time)
    driver = .idle(position: position)
    expansions.fade(at: time, duration: fadeDuration)
    let gap = focusBefore - focusWithoutTrail(at: time)
    guard gap != 0 else { return }
    let rest = (gap + trail.value(at: time)).clamped(to: -1...1)
    trail = Tween(from: rest, to: 0, at: time, duration: fadeDuration)
  }

  /// Ends a call: ends everything that is due, and finds the next boundary.
  mutating func finish(at time: Int64) {
    followActivePage(at: time)
    schedule(at: time)
    process(upTo: time)
  }

  mutating func schedule(at time: Int64) {
    crossing = nextCrossing(after: time)
    // Nested calls, because `min` of more than three values allocates memory.
    upcoming = min(crossing, driver.nextEnd)
    upcoming = min(upcoming, rate.end, trail.end)
    upcoming = min(upcoming, expansions.end)
    upcoming = min(upcoming, transaction?.end ?? (queue.isEmpty ? .never : time))
    for tween in ratioTweens { upcoming = min(upcoming, tween.ratio.end) }
    announced.isStale = true
  }
}

// MARK: - Durations

extension GallerySession {
  /// The duration in which offsets fade and thumbnails open: 0.15 s.
  var fadeDuration: Int64 { configuration.duration(nanoseconds: 150_000_000) }

  /// The duration of a jump: 0.3 s.
  var jumpDuration: Int64 { configuration.duration(nanoseconds: 300_000_000) }

  /// Opens or closes the thumbnails near the position, from their current expansion.
  mutating func expand(to target: Double, at time: Int64) {
    guard rate.target != target else { return }
    let current = rate.value(at: time)
    let duration = configuration.duration(nanoseconds: 150_000_000 * abs(target - current))
    rate = Tween(from: current, to: target, at: time, duration: duration)
  }
}

// An Embedded build does not support `package` access.
#if !hasFeature(Embedded)

  extension GallerySession {
    /// Whether there are events that the next ``advance(to:)`` returns at once.
    package var hasEvents: Bool { !pendingEvents.isEmpty }
  }

#endif
