// SPDX-License-Identifier: Apache-2.0

/// The state of a surface at the release.
struct Release {
  /// The position, in pages.
  var position: Double

  /// The velocity of the finger in points per second, toward later pages.
  var velocity: Double

  /// The points per page, zero if the surface has no area.
  var stride: Double

  /// A quarter of a point, in pages: the distance from the target at which a motion ends.
  var threshold: Double

  /// The velocity in pages per second; finite also for a tiny stride.
  var pageVelocity: Double { stride > 0 ? (velocity / stride).clamped(to: -1e300...1e300) : 0 }
}

extension Settle {
  /// The speed from which on a swipe turns the page, in points per second.
  static var pagingVelocity: Double { 300 }

  /// Returns the page on which a released surface comes to rest, and the motion to it.
  ///
  /// - Parameters:
  ///   - release: The state at the release.
  ///   - drag: The drag that ends.
  ///   - limits: The first and the last page.
  /// - Returns: The index of the page, and the motion.
  static func plan(
    _ release: Release, after drag: Drag, limits: ClosedRange<Double>
  ) -> (target: Int, path: TimedMotion.Path) {
    let position = release.position
    let isInside = limits.contains(position)
    let bound = isInside ? position.clamped(to: drag.reach) : position.clamped(to: limits)
    if position != bound { return bounce(release, to: bound, drag.band) }
    switch drag.surface {
    case .preview: return page(release, after: drag, limits)
    case .strip: return fling(release, limits)
    }
  }

  /// Returns the motion from beyond an end, or beyond the pages within reach, back to it.
  private static func bounce(
    _ release: Release, to bound: Double, _ band: RubberBand
  ) -> (target: Int, path: TimedMotion.Path) {
    let velocity = release.velocity(pulledBackBy: .bounce, to: bound, within: band)
    return (Int(bound), .spring(.bounce, release, to: bound, velocity: velocity))
  }

  /// Returns the motion of the preview: by one page at most, depending on speed, otherwise to the
  /// nearest.
  private static func page(
    _ release: Release, after drag: Drag, _ limits: ClosedRange<Double>
  ) -> (target: Int, path: TimedMotion.Path) {
    let position = release.position
    var target = position.roundedHalfUp()
    if abs(release.velocity) >= pagingVelocity, release.stride > 0 {
      target = release.velocity > 0 ? position.rounded(.down) + 1 : position.rounded(.up) - 1
    }
    target = target.clamped(to: drag.reach).clamped(to: limits)
    let velocity = release.velocity(pulledBackBy: .paging, to: target, within: drag.band)
    return (Int(target), .spring(.paging, release, to: target, velocity: velocity))
  }

  /// Returns the motion of the strip to the page nearest to the position at which friction alone
  /// would stop it.
  ///
  /// The motion is a deceleration if that reaches the page with an initial velocity near the
  /// finger's, otherwise a spring.
  private static func fling(
    _ release: Release, _ limits: ClosedRange<Double>
  ) -> (target: Int, path: TimedMotion.Path) {
    let (position, velocity) = (release.position, release.pageVelocity)
    let projection = position + Deceleration.fast.projectedDistance(velocity: velocity)
    let target = projection.roundedHalfUp().clamped(to: limits)
    guard Deceleration.fast.canLand(afterDistance: target - position, velocity: velocity) else {
      return (Int(target), .spring(.snapping, release, to: target, velocity: velocity))
    }
    let motion = Deceleration.fast.motion(
      from: position, to: target, threshold: release.threshold)
    return (Int(target), .decay(motion))
  }
}

extension Release {
  /// Returns the initial velocity of a spring, in pages per second.
  ///
  /// Away from the target it is limited so that the distance grows by half of a viewport at most.
  fileprivate func velocity(
    pulledBackBy spring: Spring, to target: Double, within band: RubberBand
  ) -> Double {
    let limit = spring.outwardVelocityLimit(forExtraOvershoot: 0.5 * band.dimension)
    if position > target { return min(pageVelocity, limit) }
    return position < target ? max(pageVelocity, -limit) : pageVelocity
  }
}

extension TimedMotion.Path {
  fileprivate static func spring(
    _ spring: Spring, _ release: Release, to target: Double, velocity: Double
  ) -> Self {
    .spring(
      spring.motion(
        from: release.position, to: target, velocity: velocity, threshold: release.threshold))
  }
}
