// SPDX-License-Identifier: Apache-2.0

/// A drag of the top card.
struct CardDrag: Hashable, Sendable {
  /// The finger, from the offset of the card at the touch.
  var finger: PlaneDrag

  /// Whether the finger touches the upper half of the card.
  var isUpperHalf: Bool

  /// The part of the rotation that is not due to the finger, which fades to zero.
  var twist = TimedMotion(restingAt: 0)

  /// The difference between the shown and the requested pull of the cards behind, which fades to
  /// zero.
  var pullExcess = TimedMotion(restingAt: 0)

  /// The next time at which one of the tweens ends.
  var nextEnd: Int64 { Swift.min(twist.end, pullExcess.end) }

  mutating func finish(at time: Int64) {
    twist.finish(at: time)
    pullExcess.finish(at: time)
  }

  var offset: Point {
    Point(x: finger.start.x + finger.translation.x, y: finger.start.y + finger.translation.y)
  }
}

extension CardStack {
  /// Returns the placement of a dragged card.
  func placement(of drag: CardDrag, at time: Int64) -> CardPlacement {
    CardPlacement(
      offset: drag.offset,
      rotation: rotation(forOffset: drag.offset.x, isUpperHalf: drag.isUpperHalf)
        + drag.twist.value(at: time))
  }

  /// Returns the angle of a card that was dragged sideways.
  func rotation(forOffset x: Double, isUpperHalf: Bool) -> Double {
    guard container.width > 0 else { return 0 }
    switch configuration.rotation {
    case .proportional:
      let share = (x / container.width).clamped(to: -1...1)
      return configuration.maximumRotation * share * (isUpperHalf ? 1 : -1)
    case .tangent:
      let angle = (x / (2 * container.width)).clamped(to: -0.5...0.5)
      let (sine, cosine) = ElementaryFunctions.sineAndCosine(angle)
      return sine / cosine
    }
  }

  /// Returns the pull of the cards behind for a top card at an offset, in `0...1`.
  func pull(forOffset offset: Point) -> Double {
    guard configuration.backgroundFollows, container.width > 0 else { return 0 }
    let distance = (offset.x * offset.x + offset.y * offset.y).squareRoot()
    return (distance / (0.5 * container.width)).clamped(to: 0...1)
  }

  func pull(at time: Int64) -> Double {
    guard let drag else { return pull.value(at: time) }
    return pull(forOffset: drag.offset) + drag.pullExcess.value(at: time)
  }

  /// Returns the direction in which a released card leaves, `nil` if it returns.
  func direction(forOffset offset: Point, velocity: Point) -> CardDirection? {
    switch configuration.releaseRule {
    case .distanceOrSpeed: directionByDistanceOrSpeed(offset, velocity)
    case .legacy: legacyDirection(offset)
    }
  }

  private func directionByDistanceOrSpeed(_ offset: Point, _ velocity: Point) -> CardDirection? {
    var best: CardDirection?
    var distance = 0.0
    for direction in CardDirection.allCases
    where configuration.allowedDirections.contains(direction) {
      let projection = direction.projection(of: offset)
      if projection > distance { (best, distance) = (direction, projection) }
    }
    guard let best else { return nil }
    let isFar = distance >= configuration.distanceThreshold * container.width
    let isFast = best.projection(of: velocity) >= configuration.speedThreshold
    return isFar || isFast ? best : nil
  }

  private func legacyDirection(_ offset: Point) -> CardDirection? {
    let allowed = configuration.allowedDirections
    if offset.x > 250 * container.width / 300, allowed.contains(CardDirection.right) {
      return .right
    }
    let isLeft = offset.x < -215 * container.width / 300
    return isLeft && allowed.contains(CardDirection.left) ? .left : nil
  }
}
