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
    announcePages(at: enter(at: time, stopsAtQuestion: true))
    return outbox.take()
  }

  /// Returns the next time at which something ends or the active page changes.
  ///
  /// Until then a gallery that is not animating shows the same frame, so that a host may sleep.
  ///
  /// - Returns: A time after the last call, `nil` if nothing will happen without a call.
  public func nextBoundary() -> Duration? { boundary }

  /// Returns whether something moves without a finger.
  ///
  /// - Parameter time: The time, not before the last call.
  /// - Returns: `false` for a gallery at rest and under a finger that rests.
  public func isAnimating(at time: Duration) -> Bool {
    state(at: Int64(galleryTime: time)).isAnimating
  }
}

// MARK: - Boundaries

extension GallerySession: TimedModel {
  /// Whether the host was asked to change its pages, and the next `advance` will report it.
  @usableFromInline
  package var hasUnreportedQuestion: Bool {
    guard let waitingTransaction else { return false }
    return outbox.events.contains { event in
      if case .commitRequested(waitingTransaction, _, _) = event { true } else { false }
    }
  }

  @usableFromInline
  package static func clockWentBackwards(found: Duration, at time: Duration) -> GalleryEvent {
    .clockWentBackwards(found: found, at: time)
  }

  /// Passes the boundaries at a time.
  ///
  /// First the driver ends, then the fades, then a stage of a change; then the next change begins.
  /// The active page is updated last.
  ///
  /// - Parameter time: The time.
  @usableFromInline
  package mutating func pass(at time: Int64) {
    if driver.naturalEnd <= time { comeToRest(at: time) }
    scroll.finishFades(at: time)
    followActivePage(at: time)
    passTransaction(at: time)
    followActivePage(at: time)
    schedule(at: time)
  }

  /// Ends a driver that has reached its target.
  ///
  /// The explicit expansions of a jump close while the thumbnails near the position open at the
  /// same rate. Those of an earlier jump continue to close.
  private mutating func comeToRest(at time: Int64) {
    guard let target = driver.target else { return }
    if case .jump(let jump) = driver {
      let isMoving = transaction?.movesPages ?? false
      scroll.stop(position: Double(target), showing: isMoving ? jump.page : nil)
      scroll.fadeExpansions(at: time, duration: fadeDuration)
    } else {
      scroll.stop(position: Double(target))
    }
    expand(to: 1, at: time)
  }

  /// Ends a call: ends everything that is due, and finds the next boundary.
  mutating func finish(at time: Int64) {
    followActivePage(at: time)
    schedule(at: time)
    process(upTo: time)
  }

  mutating func schedule(at time: Int64) {
    // `min` of more than three values allocates memory.
    upcoming = min(nextCrossing(after: time), scroll.nextEnd, editing.nextEnd(at: time))
    announcements.invalidate()
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
    guard scroll.rate.target != target else { return }
    let current = scroll.rate.value(at: time)
    let duration = configuration.duration(nanoseconds: 150_000_000 * abs(target - current))
    scroll.expand(along: Tween(from: current, to: target, at: time, duration: duration))
  }
}
