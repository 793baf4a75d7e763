// SPDX-License-Identifier: Apache-2.0

/// A surface that comes to rest on a page after a drag.
struct Settle: Hashable, Sendable {
  enum Path: Hashable, Sendable {
    case decay(DecayMotion)
    case spring(SpringMotion, decayRate: Double)
  }

  let surface: GallerySurface
  private(set) var target: Int
  let beginning: Int64
  let end: Int64
  private let path: Path
  private let speed: Double

  /// The sum of the shifts of committed changes since the start.
  private var offset = 0

  init(
    surface: GallerySurface, target: Int, path: Path, at beginning: Int64,
    configuration: GalleryConfiguration
  ) {
    self.surface = surface
    self.target = target
    self.path = path
    self.beginning = beginning
    speed = configuration.speed
    let length = Double(path.durationInNanoseconds) / configuration.speed
    let longest = Double(Int64.longestAnimation)
    end =
      configuration.reducedMotion
      ? beginning : beginning + Int64(min(length, longest).rounded(.up))
  }

  func position(at time: Int64) -> Double {
    guard time < end else { return Double(target) }
    return path.value(nanoseconds: Double(time - beginning) * speed) + Double(offset)
  }

  /// Returns the velocity at a time, in pages per second at a speed factor of 1.
  func velocity(at time: Int64) -> Double {
    time < end ? path.velocity(nanoseconds: Double(time - beginning) * speed) : 0
  }

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
    guard case .spring(let motion, let decayRate) = path else { return nil }
    let displacement = motion.start - motion.target
    let velocity = motion.velocity(nanoseconds: 0)
    guard displacement * velocity > 0 else { return nil }
    let seconds = velocity / decayRate / (velocity + decayRate * displacement)
    let elapsed = seconds * 1e9 / speed
    guard elapsed < Double(end - beginning) else { return nil }
    return beginning + Int64(elapsed)
  }
}

extension Settle.Path {
  var durationInNanoseconds: Int64 {
    switch self {
    case .decay(let motion): motion.durationInNanoseconds
    case .spring(let motion, _): motion.durationInNanoseconds
    }
  }

  func value(nanoseconds: Double) -> Double {
    switch self {
    case .decay(let motion): motion.value(nanoseconds: nanoseconds)
    case .spring(let motion, _): motion.value(nanoseconds: nanoseconds)
    }
  }

  func velocity(nanoseconds: Double) -> Double {
    switch self {
    case .decay(let motion): motion.velocity(nanoseconds: nanoseconds)
    case .spring(let motion, _): motion.velocity(nanoseconds: nanoseconds)
    }
  }
}
