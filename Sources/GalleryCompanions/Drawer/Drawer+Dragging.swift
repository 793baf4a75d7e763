// SPDX-License-Identifier: Apache-2.0

/// A drag of a drawer: its height follows the finger between the lowest and the highest detent.
struct DrawerDrag: Hashable, Sendable {
  private var limits: ClosedRange<Double>
  private(set) var motion: ElasticDrag<TimedMotion>

  /// Starts at the shown height.
  init(
    height: Double, limits: ClosedRange<Double>, viewport: Double, at time: Int64,
    pace: AnimationSpeed
  ) {
    self.limits = limits
    motion = ElasticDrag(from: height, in: limits, Self.track(viewport), at: time) {
      TimedMotion(fadingFrom: $0, at: time, pace: pace)
    }
  }

  private static func track(_ viewport: Double) -> DragTrack {
    DragTrack(stride: 1, band: RubberBand(validDimension: viewport))
  }

  func height(at time: Int64) -> Double { motion.position(at: time, in: limits) }

  mutating func move(to translation: Double, at time: Int64) {
    motion.move(to: translation, at: time)
  }

  mutating func finishExcess(at time: Int64) { motion.finishExcess(at: time) }

  /// Continues with other detents, from the shown height.
  mutating func adopt(
    limits: ClosedRange<Double>, viewport: Double, at time: Int64, pace: AnimationSpeed
  ) {
    motion.regrab(from: height(at: time), in: limits, Self.track(viewport)) {
      TimedMotion(fadingFrom: $0, at: time, pace: pace)
    }
    self.limits = limits
  }
}

extension Drawer {
  /// The speed above which a drawer may pass a detent, in points per second.
  private static var passingVelocity: Double { 2000 }

  /// The speed from which on a drawer oscillates around its detent, in points per second.
  private static var swingingVelocity: Double { 300 }

  /// The distance from the target at which a motion ends, in points.
  private static var threshold: Double { 0.25 }

  /// Begins a drag of the drawer, which stops at its current height.
  ///
  /// - Parameter time: The time of the touch.
  /// - Returns: `false` without a drawer, if it is locked, and if there is a drag already.
  @discardableResult
  public mutating func beginDrag(at time: Duration) -> Bool {
    let now = enter(at: time)
    guard !isLocked, drag == nil, state != .empty else { return false }
    drag = DrawerDrag(
      height: height.value(at: now), limits: limits, viewport: viewport.height, at: now,
      pace: configuration.pace)
    height = TimedMotion(restingAt: height.value(at: now))
    return true
  }

  /// Updates the drag.
  ///
  /// Ignored unless a drag is active.
  ///
  /// - Parameters:
  ///   - translation: The translation of the finger since the touch in points, downward.
  ///   - time: The time of the move.
  /// - Returns: `false` if there is no drag.
  /// - Throws: `DrawerError.notFinite` for a translation that is infinite or NaN.
  @discardableResult
  public mutating func drag(
    translation: Double, at time: Duration
  ) throws(DrawerError) -> Bool {
    guard translation.isFinite else { throw .notFinite(.translation, found: translation) }
    let now = enter(at: time)
    guard drag != nil else { return false }
    drag?.move(to: translation.clamped(to: -1e9...1e9), at: now)
    return true
  }

  /// Ends the drag: the drawer moves to a detent.
  ///
  /// It is the detent nearest to the height at which friction alone would stop the drawer; of two
  /// equally near ones, the one in the direction of the motion. At up to 2000 points per second it
  /// is a neighbor of the current height.
  ///
  /// - Parameters:
  ///   - velocity: The velocity of the finger in points per second, downward; clamped to 100,000.
  ///     It counts as zero if the last move is 0.1 s old or older.
  ///   - time: The time of the release.
  /// - Returns: `false` if there is no drag.
  /// - Throws: `DrawerError.notFinite` for a velocity that is infinite or NaN.
  @discardableResult
  public mutating func endDrag(
    velocity: Double, at time: Duration
  ) throws(DrawerError) -> Bool {
    guard velocity.isFinite else { throw .notFinite(.velocity, found: velocity) }
    let now = enter(at: time)
    guard let drag else { return false }
    let finger = drag.motion.finger
    let upward = finger.releaseVelocity(ofFinger: velocity, at: now)
    stopDrag(at: now)
    let target = target(from: height.target, velocity: upward, way: -finger.translation)
    go(to: target, velocity: upward, at: now)
    return true
  }

  /// Ends a drag that the system cancelled: as a release without velocity.
  ///
  /// - Parameter time: The time at which the drag ends.
  /// - Returns: `false` if there is no drag.
  @discardableResult
  public mutating func cancelDrag(at time: Duration) -> Bool {
    let now = enter(at: time)
    guard let drag else { return false }
    stopDrag(at: now)
    let way = -drag.motion.finger.translation
    go(to: target(from: height.target, velocity: 0, way: way), velocity: 0, at: now)
    return true
  }
}

// MARK: - Detents

extension Drawer {
  /// The heights between which the drawer follows a finger without resistance.
  var limits: ClosedRange<Double> {
    let detents = detents
    return detents[0].height...detents[detents.count - 1].height
  }

  /// Ends the drag at the shown height.
  mutating func stopDrag(at time: Int64) {
    guard let drag else { return }
    height = TimedMotion(restingAt: drag.height(at: time))
    self.drag = nil
  }

  /// Returns the state to which a released drawer moves.
  private func target(from height: Double, velocity: Double, way: Double) -> DrawerState {
    let projection = height + Deceleration.normal.projectedDistance(velocity: velocity)
    let direction = velocity != 0 ? velocity : way
    let isFree = velocity.magnitude > Self.passingVelocity
    let detents = detents
    var best = state
    var distance = Double.infinity
    var bestHeight = 0.0
    for detent in detents where isFree || isNext(detent, to: height, in: detents) {
      let found = (detent.height - projection).magnitude
      let isTie = found == distance
      // Of states of the same height, the current one is kept.
      let isBetter =
        isTie
        ? (detent.height == bestHeight ? detent.state == state : direction > 0)
        : found < distance
      if isBetter { (best, distance, bestHeight) = (detent.state, found, detent.height) }
    }
    return best
  }

  /// Returns whether no other detent lies between a detent and a height.
  private func isNext(
    _ detent: DrawerDetent, to height: Double, in detents: [DrawerDetent]
  ) -> Bool {
    for other in detents {
      let isBetween =
        detent.height < height
        ? detent.height < other.height && other.height < height
        : height < other.height && other.height < detent.height
      if isBetween { return false }
    }
    // Beyond the ends only the end itself qualifies.
    let (low, high) = (detents[0].height, detents[detents.count - 1].height)
    if height < low { return detent.height == low }
    return height > high ? detent.height == high : true
  }

  /// Moves to a state with a spring, from the shown height.
  mutating func go(to state: DrawerState, velocity: Double, at time: Int64) {
    let old = self.state
    self.state = state
    if state != old {
      outbox.append(.transition(from: old, to: state, at: Duration(galleryTime: time)))
    }
    retarget(velocity: velocity, at: time)
  }

  /// Moves to the height that the state has now.
  mutating func retarget(velocity: Double, at time: Int64) {
    let (start, target) = (height.value(at: time), height(of: state))
    guard start != target else {
      height = TimedMotion(restingAt: target)
      return
    }
    let spring: Spring =
      velocity.magnitude <= Self.swingingVelocity ? .snapping : .swinging
    let motion = spring.motion(
      from: start, to: target, velocity: velocity, threshold: Self.threshold)
    height = TimedMotion(.spring(motion), at: time, pace: configuration.pace)
    guard !height.isMoving else { return }
    outbox.append(.settled(state, at: Duration(galleryTime: time)))
  }
}
