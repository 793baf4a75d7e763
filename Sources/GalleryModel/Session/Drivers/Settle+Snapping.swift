// SPDX-License-Identifier: Apache-2.0

/// What is known when a finger leaves a surface.
struct Release {
  /// The position, in pages.
  var position: Double

  /// The velocity of the finger in points per second, toward later pages.
  var velocity: Double

  /// The points of a page, zero if the surface has no area.
  var stride: Double

  /// A quarter of a point, in pages: nearer than that counts as arrived.
  var threshold: Double

  /// Pages per second; a finite number also for a tiny stride.
  var pageVelocity: Double { stride > 0 ? (velocity / stride).clamped(to: -1e300...1e300) : 0 }
}

extension Settle {
  /// The speed from which a swipe turns the page, in points per second.
  static var pagingVelocity: Double { 300 }

  /// The page on which a released surface comes to rest, and the way there.
  ///
  /// - Parameters:
  ///   - release: What is known of the finger.
  ///   - drag: The drag that ends.
  ///   - limits: The first and the last page.
  /// - Returns: The index of the page, and the motion.
  static func plan(
    _ release: Release, after drag: Drag, limits: ClosedRange<Double>
  ) -> (target: Int, path: Path) {
    let bound = release.position.clamped(to: limits)
    if release.position != bound { return bounce(release, to: bound, drag.band) }
    switch drag.surface {
    case .preview: return page(release, after: drag, limits)
    case .strip: return fling(release, limits)
    }
  }

  /// Beyond an end: back to it.
  private static func bounce(
    _ release: Release, to bound: Double, _ band: RubberBand
  ) -> (target: Int, path: Path) {
    let velocity = release.velocity(pulledBackBy: .bounce, to: bound, within: band)
    return (Int(bound), .spring(.bounce, release, to: bound, velocity: velocity))
  }

  /// The preview: one page at most, by speed or else to the nearest.
  private static func page(
    _ release: Release, after drag: Drag, _ limits: ClosedRange<Double>
  ) -> (target: Int, path: Path) {
    let position = release.position
    var target = position.roundedHalfUp()
    if abs(release.velocity) >= pagingVelocity, release.stride > 0 {
      target = release.velocity > 0 ? position.rounded(.down) + 1 : position.rounded(.up) - 1
    }
    let start = Double(drag.startIndex)
    target = target.clamped(to: start - 1...start + 1).clamped(to: limits)
    let velocity = release.velocity(pulledBackBy: .paging, to: target, within: drag.band)
    return (Int(target), .spring(.paging, release, to: target, velocity: velocity))
  }

  /// The strip: the page nearest to where friction alone would stop it.
  ///
  /// The motion is friction if it ends there with a velocity near the finger's own, and a spring
  /// otherwise.
  private static func fling(
    _ release: Release, _ limits: ClosedRange<Double>
  ) -> (target: Int, path: Path) {
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
  /// The velocity in pages per second with which a spring starts.
  ///
  /// Away from the target it is limited, so that the way goes on by half of a viewport at most.
  fileprivate func velocity(
    pulledBackBy spring: Spring, to target: Double, within band: RubberBand
  ) -> Double {
    let limit = spring.outwardVelocityLimit(forExtraOvershoot: 0.5 * band.dimension)
    if position > target { return min(pageVelocity, limit) }
    return position < target ? max(pageVelocity, -limit) : pageVelocity
  }
}

extension Settle.Path {
  fileprivate static func spring(
    _ spring: Spring, _ release: Release, to target: Double, velocity: Double
  ) -> Self {
    .spring(
      spring.motion(
        from: release.position, to: target, velocity: velocity, threshold: release.threshold),
      decayRate: spring.decayRate)
  }
}
