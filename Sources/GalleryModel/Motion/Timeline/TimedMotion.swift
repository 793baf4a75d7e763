// SPDX-License-Identifier: Apache-2.0

/// A number over time: at rest, or on its way since a known time.
struct TimedMotion: Hashable, Sendable {
  /// The way of the number, in time since its beginning.
  enum Path: Hashable, Sendable {
    case rest(Double)
    case eased(EasedMotion)
    case spring(SpringMotion)
    case decay(DecayMotion)
  }

  private(set) var path: Path
  private(set) var beginning: Int64

  /// The time of arrival, ``Swift/Int64/never`` at rest.
  private(set) var end: Int64

  private var speed: Double

  /// A number that does not change.
  init(restingAt value: Double) {
    path = .rest(value)
    beginning = 0
    end = .never
    speed = 1
  }

  /// A number on its way.
  ///
  /// One that takes no time is at its target at once, as is every one with reduced motion.
  init(_ path: Path, at beginning: Int64, pace: Pace) {
    let length = pace.duration(nanoseconds: path.durationInNanoseconds)
    self.path = length > 0 ? path : .rest(path.target)
    self.beginning = length > 0 ? beginning : 0
    end = length > 0 ? beginning + length : .never
    speed = length > 0 ? pace.speed : 1
  }

  /// A number that follows a timing curve.
  init(
    from start: Double, to target: Double, curve: TimingCurve = .quadInOut, duration: Int64,
    at beginning: Int64, pace: Pace
  ) {
    guard start != target else {
      self.init(restingAt: target)
      return
    }
    let motion = EasedMotion(
      from: start, to: target, curve: curve, durationInNanoseconds: duration)
    self.init(.eased(motion), at: beginning, pace: pace)
  }

  var isMoving: Bool { end != .never }

  /// The value at the end.
  var target: Double { path.target }

  func value(at time: Int64) -> Double {
    guard time < end else { return path.target }
    return path.value(nanoseconds: Double(time - beginning) * speed)
  }

  /// The change per second, at the ordinary speed of animations.
  func velocity(at time: Int64) -> Double {
    isMoving && time < end ? path.velocity(nanoseconds: Double(time - beginning) * speed) : 0
  }

  /// Comes to rest if the way has ended.
  mutating func finish(at time: Int64) {
    if end <= time { self = TimedMotion(restingAt: target) }
  }

  /// Stops where it is.
  mutating func stop(at time: Int64) {
    if isMoving { self = TimedMotion(restingAt: value(at: time)) }
  }
}

extension TimedMotion.Path {
  var durationInNanoseconds: Int64 {
    switch self {
    case .rest: 0
    case .eased(let motion): motion.durationInNanoseconds
    case .spring(let motion): motion.durationInNanoseconds
    case .decay(let motion): motion.durationInNanoseconds
    }
  }

  var target: Double {
    switch self {
    case .rest(let value): value
    case .eased(let motion): motion.target
    case .spring(let motion): motion.target
    case .decay(let motion): motion.target
    }
  }

  func value(nanoseconds: Double) -> Double {
    switch self {
    case .rest(let value): value
    case .eased(let motion): motion.value(nanoseconds: nanoseconds)
    case .spring(let motion): motion.value(nanoseconds: nanoseconds)
    case .decay(let motion): motion.value(nanoseconds: nanoseconds)
    }
  }

  func velocity(nanoseconds: Double) -> Double {
    switch self {
    case .rest: 0
    case .eased(let motion): motion.velocity(nanoseconds: nanoseconds)
    case .spring(let motion): motion.velocity(nanoseconds: nanoseconds)
    case .decay(let motion): motion.velocity(nanoseconds: nanoseconds)
    }
  }
}
