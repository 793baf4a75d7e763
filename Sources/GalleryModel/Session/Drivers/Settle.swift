// SPDX-License-Identifier: Apache-2.0

/// A surface that comes to rest on a page after a drag.
struct Settle: Hashable, Sendable {
  let surface: GallerySurface
  private(set) var target: Int

  /// The time of arrival.
  ///
  /// A motion without length ends when it starts.
  let end: Int64

  private let motion: TimedMotion

  /// The sum of the shifts of committed changes since the start.
  private var offset = 0

  init(
    surface: GallerySurface, target: Int, path: TimedMotion.Path, at beginning: Int64,
    pace: AnimationSpeed
  ) {
    self.surface = surface
    self.target = target
    motion = TimedMotion(path, at: beginning, pace: pace)
    end = motion.isMoving ? motion.end : beginning
  }

  var beginning: Int64 { motion.isMoving ? motion.beginning : end }

  func position(at time: Int64) -> Double {
    time < end ? motion.value(at: time) + Double(offset) : Double(target)
  }

  /// Returns the velocity at a time, in pages per second at a speed factor of 1.
  func velocity(at time: Int64) -> Double { motion.velocity(at: time) }

  /// Continues after a commit that has shifted all positions.
  mutating func shift(by places: Int) {
    target += places
    offset += places
  }

  /// The time at which a spring that starts away from its target reverses.
  ///
  /// `x(t) = (x0 + c t) exp(-beta t)` with `c = v0 + beta * x0` has its extreme value at
  /// `t = v0 / (beta * c)`.
  var turn: Int64? {
    guard case .spring(let spring) = motion.path else { return nil }
    let displacement = spring.start - spring.target
    let velocity = spring.velocity(nanoseconds: 0)
    guard displacement * velocity > 0 else { return nil }
    let seconds = velocity / spring.decayRate / (velocity + spring.decayRate * displacement)
    let elapsed = seconds * 1e9 / motion.speed
    guard elapsed < Double(end - beginning) else { return nil }
    return beginning + Int64(elapsed)
  }
}
